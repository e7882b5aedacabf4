import { ActionIcon, Tooltip } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** To the page that a document was imported from. */
export function SourceLink({ url }: { url: string }) {
  const { t } = useTranslation('knowledge');
  return (
    <Tooltip label={url}>
      <ActionIcon
        component="a"
        href={url}
        target="_blank"
        rel="noopener noreferrer nofollow"
        size="sm"
        aria-label={t('status.source')}
      >
        <IconExternalLink size={15} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}
