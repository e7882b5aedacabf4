import { listConversationShares, listShares, revokeShare, type Share, updateShare } from '@lectern/contract';
import { ActionIcon, Badge, Box, Group, Stack, Tooltip } from '@mantine/core';
import { IconRefresh, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../../api/queries.ts';
import { LongText } from '../../../ui/display/long-text.tsx';
import { openConfirmModal } from '../../../ui/feedback/confirm-modal.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';

const invalidates = [listConversationShares, listShares] as const;

/** Links that work, each with what brings it up to date and what ends it. */
export function ShareList({ shares, named }: { shares: Share[]; named: boolean }) {
  return (
    <Stack component="ul" className="plain-list" gap={0} m={0} p={0}>
      {shares.map((share) => (
        <ShareRow key={share.id} share={share} named={named} />
      ))}
    </Stack>
  );
}

function ShareRow({ share, named }: { share: Share; named: boolean }) {
  const { t } = useTranslation('share');
  const format = useFormat();
  const params = { shareId: share.id };
  const link = t('link', { hint: share.hint });
  const update = useApiMutation(updateShare, { invalidates, successMessage: 'share:updated' });
  const revoke = useApiMutation(revokeShare, {
    invalidates,
    successMessage: 'share:revoked',
    handlesError: true,
  });
  const askToRevoke = () =>
    openConfirmModal({
      title: t('revokeTitle'),
      text: t('revokeText'),
      confirmLabel: t('revokeConfirm'),
      onConfirm: () => revoke.mutateAsync({ params }),
    });
  const facts = [
    t('messages', { count: share.messageCount }),
    t('sharedAt', { date: format.dateTime(share.sharedAt) }),
    share.expiresAt ? t('expiresAt', { date: format.date(share.expiresAt) }) : t('neverExpires'),
  ];
  return (
    <Group component="li" wrap="nowrap" gap="xs" py={10} style={{ borderTop: '1px solid var(--hairline)' }}>
      <Box flex={1} miw={0}>
        <Group gap={8} wrap="nowrap">
          <LongText fw={550}>{named ? share.conversationName : link}</LongText>
          <Badge flex="none" color={share.audience === 'anyone' ? 'yellow' : 'gray'}>
            {t(`audienceBadges.${share.audience}`)}
          </Badge>
        </Group>
        <Box c="dimmed" fz="sm">
          {(named ? [link, ...facts] : facts).join(' · ')}
        </Box>
      </Box>
      <Tooltip label={t('update')}>
        <ActionIcon
          aria-label={`${t('update')}: ${link}`}
          loading={update.isPending}
          onClick={() => update.mutate({ params })}
        >
          <IconRefresh size={17} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('revoke')}>
        <ActionIcon color="red" aria-label={`${t('revoke')}: ${link}`} onClick={askToRevoke}>
          <IconTrash size={17} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
