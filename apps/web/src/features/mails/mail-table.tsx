import type { MailSummary } from '@lectern/contract';
import { ActionIcon, Badge, Group, Text, Tooltip } from '@mantine/core';
import { IconMailOpened, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../../ui/display/data-table.tsx';
import { LongText } from '../../ui/display/long-text.tsx';
import { FormattedDate, FormattedNumber } from '../../ui/format/formatted.tsx';
import { useRetryMail } from './use-mails.ts';

type Props = {
  mails: readonly MailSummary[];
  /** Stored mails can go out once there is a server. */
  mailConfigured: boolean;
  onRead: (mail: MailSummary) => void;
  paging: { page: number; pageSize: number; total: number; onPage: (page: number) => void };
};

export function MailTable({ mails, mailConfigured, onRead, paging }: Props) {
  const { t } = useTranslation('administration');
  const columns: Column<MailSummary>[] = [
    {
      key: 'subject',
      header: t('mails.subject'),
      card: 'title',
      render: ({ subject, kind, lastError, state }) => (
        <>
          <LongText fw={550}>{subject}</LongText>
          <Text size="xs" c="dimmed" component="div">
            <LongText>{t(`mails.kinds.${kind}`)}</LongText>
          </Text>
          {lastError !== null && state !== 'sent' && (
            <Text size="xs" c="var(--danger)" component="div">
              <LongText lines={2}>{lastError}</LongText>
            </Text>
          )}
        </>
      ),
    },
    { key: 'to', header: t('mails.to'), width: '28%', render: ({ to }) => <LongText>{to}</LongText> },
    {
      key: 'created',
      header: t('mails.created'),
      width: 132,
      render: ({ createdAt }) => <FormattedDate at={createdAt} style="relative" />,
    },
    {
      key: 'attempts',
      header: t('mails.attempts'),
      width: 92,
      align: 'right',
      render: ({ attempts }) => <FormattedNumber value={attempts} />,
    },
    {
      key: 'state',
      header: t('mails.state'),
      width: 116,
      render: ({ state }) => <MailState state={state} />,
    },
    {
      key: 'actions',
      header: t('mails.actions'),
      width: 92,
      align: 'right',
      card: 'actions',
      render: (mail) => (
        <Group gap={2} justify="flex-end" wrap="nowrap">
          {mayRetry(mail, mailConfigured) && <RetryButton mail={mail} />}
          <Tooltip label={t('mails.read')}>
            <ActionIcon aria-label={t('mails.readOf', { to: mail.to })} onClick={() => onRead(mail)}>
              <IconMailOpened size={17} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        </Group>
      ),
    },
  ];
  return (
    <DataTable
      fixed
      columns={columns}
      rows={mails}
      rowKey={({ id }) => id}
      rowLabel={({ subject }) => subject}
      label={t('mails.list')}
      paging={paging}
    />
  );
}

export function mayRetry({ state }: MailSummary, mailConfigured: boolean): boolean {
  return state === 'failed' || (state === 'stored' && mailConfigured);
}

const stateColors = { queued: 'yellow', sent: 'green', failed: 'red', stored: 'teal', expired: 'gray' };

export function MailState({ state }: Pick<MailSummary, 'state'>) {
  const { t } = useTranslation('administration');
  return <Badge color={stateColors[state]}>{t(`mails.states.${state}`)}</Badge>;
}

function RetryButton({ mail }: { mail: MailSummary }) {
  const { t } = useTranslation('administration');
  const retry = useRetryMail();
  return (
    <Tooltip label={t('mails.retry')}>
      <ActionIcon
        aria-label={t('mails.retryOf', { to: mail.to })}
        loading={retry.isPending}
        onClick={() => retry.mutate({ params: { mailId: mail.id } })}
      >
        <IconRefresh size={17} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}
