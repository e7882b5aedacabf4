import { getPublicSettings, type MailSummary, mailStates } from '@lectern/contract';
import { Alert, Button, Group, Select } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconInbox, IconInfoCircle, IconMailCheck, IconZoomQuestion } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { MailDetail } from './mail-detail.tsx';
import { MailTable } from './mail-table.tsx';
import { TestMail } from './test-mail.tsx';
import { mailsPageSize, useMails } from './use-mails.ts';

/** What the address says about the list. */
export type OutboxView = { state?: MailSummary['state']; page: number };

type Props = { view: OutboxView; onView: (changes: Partial<OutboxView>) => void };

/** Every mail of the platform, sent or waiting; without a mail server, the place where people's codes are read. */
export function Outbox({ view, onView }: Props) {
  const { t } = useTranslation('administration');
  const query = useMails(view);
  const settings = useApiQuery(getPublicSettings, {}, { staleTime: 60_000 });
  const configured = settings.data?.mailConfigured ?? false;

  const read = ({ id, to }: MailSummary) =>
    modals.open({
      title: t('mails.detail', { to }),
      size: 640,
      children: <MailDetail mailId={id} mailConfigured={configured} />,
    });

  return (
    <>
      {settings.data && (
        <Alert
          mb="lg"
          role="note"
          color={configured ? 'teal' : 'yellow'}
          icon={configured ? <IconMailCheck aria-hidden /> : <IconInfoCircle aria-hidden />}
          title={t(configured ? 'mails.withServer' : 'mails.withoutServer')}
        >
          {t(configured ? 'mails.withServerText' : 'mails.withoutServerText')}
        </Alert>
      )}
      <Group mb="md" gap="sm">
        <Select
          aria-label={t('mails.state')}
          placeholder={t('mails.anyState')}
          clearable
          w={{ base: '100%', xs: 200 }}
          data={mailStates.map((state) => ({ value: state, label: t(`mails.states.${state}`) }))}
          value={view.state ?? null}
          onChange={(state) => onView({ state: (state ?? undefined) as OutboxView['state'], page: 1 })}
        />
      </Group>
      <QueryBoundary query={query} skeleton={<SkeletonList rows={6} height={56} />}>
        {({ items, total }) =>
          items.length > 0 ? (
            <MailTable
              mails={items}
              mailConfigured={configured}
              onRead={read}
              paging={{ page: view.page, pageSize: mailsPageSize, total, onPage: (page) => onView({ page }) }}
            />
          ) : view.state !== undefined || view.page > 1 ? (
            <EmptyState
              icon={IconZoomQuestion}
              title={t('mails.noneFound')}
              action={
                <Button variant="default" onClick={() => onView({ state: undefined, page: 1 })}>
                  {t('mails.clear')}
                </Button>
              }
            />
          ) : (
            <EmptyState icon={IconInbox} title={t('mails.none')} text={t('mails.noneText')} />
          )
        }
      </QueryBoundary>
      <div style={{ marginTop: 24 }}>
        <TestMail />
      </div>
    </>
  );
}
