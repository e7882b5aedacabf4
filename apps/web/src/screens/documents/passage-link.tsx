import type { DocumentPlace } from '@lectern/contract';
import { ActionIcon, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconLink as IconChain, IconCheck, IconExternalLink } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { IconLink } from '../../ui/link.tsx';

type PassageLinkProps = { documentId: string; search: DocumentPlace };

/** A passage to hand on: its address for a colleague, or a window of its own. */
export function PassageLink({ documentId, search }: PassageLinkProps) {
  const { t } = useTranslation(['chat', 'shell']);
  const router = useRouter();
  const clipboard = useClipboard({ timeout: 1_500 });
  const target = { to: '/document/$documentId', params: { documentId }, search } as const;
  const copy = clipboard.copied ? t('shell:copied') : t('citations.copyLink');
  return (
    <>
      <Tooltip label={copy}>
        <ActionIcon
          aria-label={copy}
          onClick={() => clipboard.copy(new URL(router.buildLocation(target).href, location.origin).href)}
        >
          {clipboard.copied ? <IconCheck size={18} stroke={1.7} /> : <IconChain size={18} stroke={1.7} />}
        </ActionIcon>
      </Tooltip>
      {/* On a phone the passage fills the window already. */}
      <Tooltip label={t('citations.openAlone')}>
        <IconLink
          {...target}
          visibleFrom="sm"
          target="_blank"
          rel="noopener"
          aria-label={t('citations.openAlone')}
        >
          <IconExternalLink size={18} stroke={1.7} />
        </IconLink>
      </Tooltip>
    </>
  );
}
