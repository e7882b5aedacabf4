import { getWebhookDelivery, listWebhookDeliveries, replayWebhookDelivery } from '@lectern/contract';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonText } from '../../ui/feedback/skeletons.tsx';
import { CopyField } from '../../ui/form/copy-field.tsx';
import { FormattedDate } from '../../ui/format/formatted.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { CodeBlock } from '../../ui/markdown/code-block.tsx';
import { AttemptBadge } from './attempt-badge.tsx';

/** The body of a delivery, and what came back at each attempt. */
export function DeliveryDetails({ id, mayReplay }: { id: string; mayReplay: boolean }) {
  const { t } = useTranslation('webhooks');
  const format = useFormat();
  const params = { webhookDeliveryId: id };
  const query = useApiQuery(getWebhookDelivery, { params }, { refetchInterval: 3_000 });
  const replay = useApiMutation(replayWebhookDelivery, {
    invalidates: [getWebhookDelivery, listWebhookDeliveries],
    successMessage: 'webhooks:replay.queued',
  });
  return (
    <QueryBoundary query={query} skeleton={<SkeletonText />}>
      {({ eventId, body, history }) => (
        <Stack gap="md">
          <CopyField label={t('deliveries.id')} value={eventId} />
          <Group>
            {mayReplay && (
              <Button
                variant="default"
                size="xs"
                loading={replay.isPending}
                onClick={() => replay.mutate({ params })}
              >
                {t('replay.again')}
              </Button>
            )}
          </Group>
          <div>
            <Text fw={600} mb={4}>
              {t('deliveries.body')}
            </Text>
            <CodeBlock>{JSON.stringify(JSON.parse(body), null, 2)}</CodeBlock>
          </div>
          {history.toReversed().map((attempt) => (
            <div key={attempt.at}>
              <Group gap={8} mb={4}>
                <AttemptBadge attempt={attempt} />
                <Text size="sm" c="dimmed">
                  <FormattedDate at={attempt.at} style="dateTime" /> ·{' '}
                  {t('deliveries.took', { number: format.number(attempt.durationMs) })}
                </Text>
              </Group>
              {attempt.responseHead !== '' && <CodeBlock>{attempt.responseHead}</CodeBlock>}
            </div>
          ))}
        </Stack>
      )}
    </QueryBoundary>
  );
}
