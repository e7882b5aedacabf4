import { ActionIcon, Tooltip } from '@mantine/core';
import { IconShare3 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../../api/me.ts';
import { ShareDialog } from './share-dialog.tsx';

/** Opens the links to a conversation. */
export function ShareButton({ conversationId }: { conversationId: string }) {
  const { t } = useTranslation('share');
  const [opened, setOpened] = useState(false);
  // Nothing is shared in somebody else's name.
  if (useMe().impersonation) return null;
  return (
    <>
      <Tooltip label={t('title')}>
        <ActionIcon size={36} aria-label={t('title')} onClick={() => setOpened(true)}>
          <IconShare3 size={18} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
      <ShareDialog conversationId={opened ? conversationId : null} onClose={() => setOpened(false)} />
    </>
  );
}
