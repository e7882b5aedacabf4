import { getMail, type MailSummary } from '@lectern/contract';
import { Alert, Button, CopyButton, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy, IconLock, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import { Facts } from '../../ui/display/facts.tsx';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonText } from '../../ui/feedback/skeletons.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { FormattedDate } from '../../ui/format/formatted.tsx';
import { MailState, mayRetry } from './mail-table.tsx';
import classes from './outbox.module.css';
import { useRetryMail } from './use-mails.ts';

type Props = { mailId: string; mailConfigured: boolean };

/** One mail; its text only where no mail server would bring it to its reader. */
export function MailDetail({ mailId, mailConfigured }: Props) {
  // Each reading is recorded: it is not fetched again by itself.
  const query = useApiQuery(getMail, { params: { mailId } }, { staleTime: Number.POSITIVE_INFINITY });
  return (
    <QueryBoundary query={query} skeleton={<SkeletonText lines={8} />}>
      {(mail) => <Detail mail={mail} mailConfigured={mailConfigured} />}
    </QueryBoundary>
  );
}

function Detail({
  mail,
  mailConfigured,
}: {
  mail: MailSummary & { text: string | null };
  mailConfigured: boolean;
}) {
  const { t } = useTranslation(['administration', 'shell']);
  const retry = useRetryMail();
  return (
    <Stack gap="md">
      <Facts
        items={[
          [t('mails.to'), mail.to],
          [t('mails.subject'), mail.subject],
          [t('mails.created'), <FormattedDate key="created" at={mail.createdAt} style="dateTime" />],
          [
            t('mails.state'),
            <Group key="state" gap={8}>
              <MailState state={mail.state} />
              {mail.sentAt !== null && <FormattedDate at={mail.sentAt} style="dateTime" />}
            </Group>,
          ],
        ]}
      />
      {mail.lastError !== null && <FormError title={t('mails.lastError')}>{mail.lastError}</FormError>}
      {mail.text === null ? (
        <Alert color="gray" role="note" icon={<IconLock aria-hidden />}>
          {t('mails.notShown')}
        </Alert>
      ) : (
        <pre className={classes.text}>{mail.text}</pre>
      )}
      <Group justify="space-between" gap="xs">
        <Text size="xs" c="dimmed">
          {t('mails.recorded')}
        </Text>
        <Group gap="xs">
          {mail.text !== null && (
            <CopyButton value={mail.text}>
              {({ copied, copy }) => (
                <Button
                  variant="default"
                  onClick={copy}
                  leftSection={
                    copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />
                  }
                >
                  {t(copied ? 'shell:copied' : 'mails.copyText')}
                </Button>
              )}
            </CopyButton>
          )}
          {mayRetry(mail, mailConfigured) && (
            <Button
              leftSection={<IconRefresh size={16} aria-hidden />}
              loading={retry.isPending}
              onClick={() => retry.mutate({ params: { mailId: mail.id } })}
            >
              {t('mails.retry')}
            </Button>
          )}
        </Group>
      </Group>
    </Stack>
  );
}
