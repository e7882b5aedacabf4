import {
  listWebhookDeliveries,
  replayFailedWebhookDeliveries,
  type WebhookDelivery,
  type WebhookEndpoint,
  type WebhookEventType,
  webhookDeliveryStates,
} from '@lectern/contract';
import { Button, Drawer, Group, Modal, Pagination, Select, Stack, Text, UnstyledButton } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import { LongText } from '../../ui/display/long-text.tsx';
import { notify } from '../../ui/feedback/notify.ts';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { FormattedDate } from '../../ui/format/formatted.tsx';
import { DeliveryDetails } from './delivery-details.tsx';
import { eventKeys } from './event-texts.ts';
import classes from './webhooks.module.css';

const pageSize = 25;
const everyMs = 3_000;
const tones = { queued: 'warning', delivered: 'success', failed: 'danger' } as const;

/** What was sent to an endpoint; it follows deliveries that are under way. */
export function DeliveriesDrawer({
  endpoint,
  onClose,
}: {
  endpoint: WebhookEndpoint | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation('webhooks');
  return (
    <Drawer
      opened={endpoint !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title={t('deliveries.title')}
    >
      {endpoint && (
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            <LongText>{endpoint.url}</LongText>
          </Text>
          <Deliveries endpoint={endpoint} />
        </Stack>
      )}
    </Drawer>
  );
}

function Deliveries({ endpoint: { id, enabled } }: { endpoint: WebhookEndpoint }) {
  const { t } = useTranslation(['webhooks', 'shell']);
  const [state, setState] = useState<WebhookDelivery['state'] | 'all'>('all');
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<string>();
  const params = { webhookEndpointId: id };
  const query = useApiQuery(
    listWebhookDeliveries,
    { params, query: { state: state === 'all' ? undefined : state, page, pageSize } },
    { placeholderData: keepPreviousData, refetchInterval: everyMs },
  );
  return (
    <>
      <Group justify="space-between" align="flex-end">
        <Select
          label={t('deliveries.state')}
          w={180}
          allowDeselect={false}
          value={state}
          data={[
            { value: 'all' as const, label: t('deliveries.all') },
            ...webhookDeliveryStates.map((value) => ({ value, label: t(`states.${value}`) })),
          ]}
          onChange={(value) => {
            setState(value as typeof state);
            setPage(1);
          }}
        />
        {enabled && <ReplayFailed id={id} />}
      </Group>
      <QueryBoundary query={query} skeleton={<SkeletonList rows={5} height={56} />}>
        {({ items, total }) =>
          items.length === 0 ? (
            <Text c="dimmed">{t('deliveries.none')}</Text>
          ) : (
            <>
              <Stack gap={0} component="ul" className={classes.list}>
                {items.map((delivery) => (
                  <li key={delivery.id}>
                    <Line delivery={delivery} onOpen={() => setOpened(delivery.id)} />
                  </li>
                ))}
              </Stack>
              {total > pageSize && (
                <Pagination
                  total={Math.ceil(total / pageSize)}
                  value={page}
                  onChange={setPage}
                  getControlProps={(control) => ({ 'aria-label': t(`shell:table.${control}`) })}
                  getItemProps={(item) => ({ 'aria-label': t('shell:table.page', { page: item }) })}
                />
              )}
            </>
          )
        }
      </QueryBoundary>
      <Modal
        opened={opened !== undefined}
        onClose={() => setOpened(undefined)}
        size="xl"
        title={t('deliveries.one')}
      >
        {opened !== undefined && <DeliveryDetails id={opened} mayReplay={enabled} />}
      </Modal>
    </>
  );
}

function Line({ delivery, onOpen }: { delivery: WebhookDelivery; onOpen: () => void }) {
  const { t } = useTranslation('webhooks');
  const { type, state, attempts, createdAt, nextAttemptAt } = delivery;
  const waits = state === 'queued' && attempts > 0 && nextAttemptAt !== null;
  return (
    <UnstyledButton className={classes.line} onClick={onOpen}>
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600} size="sm" miw={0}>
          {eventName(type) ?? t('events.test')}
        </Text>
        <StatusBadge tone={tones[state]}>{t(`states.${state}`)}</StatusBadge>
      </Group>
      <Text size="xs" c="dimmed">
        <FormattedDate at={createdAt} style="dateTime" /> · {t('deliveries.attempts', { count: attempts })}
        {waits && (
          <>
            {' · '}
            {t('deliveries.next')} <FormattedDate at={nextAttemptAt} style="dateTime" />
          </>
        )}
      </Text>
    </UnstyledButton>
  );

  function eventName(name: string): string | undefined {
    const key = eventKeys[name as WebhookEventType] as (typeof eventKeys)[WebhookEventType] | undefined;
    return key && t(`events.${key}.name`);
  }
}

const periods = { day: 1, week: 7, month: 30 } as const;

function ReplayFailed({ id }: { id: string }) {
  const { t } = useTranslation('webhooks');
  const [period, setPeriod] = useState<keyof typeof periods>('day');
  const replay = useApiMutation(replayFailedWebhookDeliveries, {
    invalidates: [listWebhookDeliveries],
    onSuccess: ({ replayed }) => notify('success', t('replay.done', { count: replayed })),
  });
  return (
    <Group gap={8} align="flex-end">
      <Select
        label={t('replay.failed')}
        w={170}
        allowDeselect={false}
        value={period}
        data={(Object.keys(periods) as (keyof typeof periods)[]).map((value) => ({
          value,
          label: t(`replay.periods.${value}`),
        }))}
        onChange={(value) => setPeriod(value as typeof period)}
      />
      <Button
        variant="default"
        loading={replay.isPending}
        onClick={() =>
          replay.mutate({
            params: { webhookEndpointId: id },
            body: { since: new Date(Date.now() - periods[period] * 86_400_000).toISOString() },
          })
        }
      >
        {t('replay.again')}
      </Button>
    </Group>
  );
}
