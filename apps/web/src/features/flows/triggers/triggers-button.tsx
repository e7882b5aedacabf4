import type { Flow } from '@lectern/contract';
import { ActionIcon, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBolt } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { TriggersDrawer } from './triggers-drawer.tsx';

export function TriggersButton({ flow }: { flow: Flow }) {
  const { t } = useTranslation('automation');
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Tooltip label={t('triggers.title')}>
        <ActionIcon aria-label={t('triggers.title')} onClick={open}>
          <IconBolt size={18} />
        </ActionIcon>
      </Tooltip>
      <TriggersDrawer flow={flow} opened={opened} onClose={close} />
    </>
  );
}
