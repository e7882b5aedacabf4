import {
  deleteWebhookEndpoint,
  listCompanyAudit,
  listWebhookDeliveries,
  listWebhookEndpoints,
  rotateWebhookSecret,
  testWebhookEndpoint,
  updateWebhookEndpoint,
  type WebhookEndpoint,
  webhookLimits,
} from '@lectern/contract';
import { Alert, Badge, Button, Card, Group, Menu, Stack, Switch, Text } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { LongText } from '../../ui/display/long-text.tsx';
import { openConfirmModal } from '../../ui/feedback/confirm-modal.tsx';
import { FormattedDate } from '../../ui/format/formatted.tsx';
import { AttemptBadge } from './attempt-badge.tsx';
import { eventKeys } from './event-texts.ts';

type Props = {
  endpoint: WebhookEndpoint;
  onEdit: () => void;
  onWatch: () => void;
  onSecret: (secret: string) => void;
};

const invalidates = [listWebhookEndpoints, listCompanyAudit];

/** One endpoint: where it is, what it wants to know, how the last delivery went. */
export function WebhookCard({ endpoint, onEdit, onWatch, onSecret }: Props) {
  const { t } = useTranslation('webhooks');
  const { impersonation } = useMe();
  const { id, url, description, events, includeText, enabled, lastAttempt, previousSecretUntil } = endpoint;
  const params = { webhookEndpointId: id };
  const change = useApiMutation(updateWebhookEndpoint, { invalidates });
  const test = useApiMutation(testWebhookEndpoint, {
    invalidates: [listWebhookDeliveries],
    successMessage: 'webhooks:testSent',
    onSuccess: onWatch,
  });
  return (
    <Card component="article" padding="md">
      <Stack gap={10}>
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Text fw={600} miw={0} component="h2" fz="md" my={0}>
            <LongText>{url}</LongText>
          </Text>
          <Switch
            aria-label={t('enabled', { url })}
            checked={enabled}
            disabled={impersonation !== null}
            onChange={(event) => change.mutate({ params, body: { enabled: event.currentTarget.checked } })}
          />
        </Group>
        {description !== '' && <Text size="sm">{description}</Text>}
        <Group gap={4}>
          {events.map((type) => (
            <Badge key={type} color="gray">
              {t(`events.${eventKeys[type]}.name`)}
            </Badge>
          ))}
          {includeText && <Badge color="yellow">{t('withText')}</Badge>}
        </Group>
        <Problem endpoint={endpoint} />
        <Text size="sm" c="dimmed" component="div">
          {lastAttempt === null ? (
            t('neverSent')
          ) : (
            <Group gap={8}>
              <AttemptBadge attempt={lastAttempt} />
              <FormattedDate at={lastAttempt.at} style="relative" />
            </Group>
          )}
          {previousSecretUntil !== null && (
            <div>
              {t('rotatedUntil')} <FormattedDate at={previousSecretUntil} style="dateTime" />
            </div>
          )}
        </Text>
        <Group gap={8}>
          <Button variant="default" size="xs" onClick={onWatch}>
            {t('deliveries.open')}
          </Button>
          <Button
            variant="default"
            size="xs"
            disabled={!enabled}
            loading={test.isPending}
            onClick={() => test.mutate({ params })}
          >
            {t('test')}
          </Button>
          {impersonation === null && (
            <Button variant="default" size="xs" onClick={onEdit}>
              {t('edit')}
            </Button>
          )}
          <More endpoint={endpoint} onSecret={onSecret} />
        </Group>
      </Stack>
    </Card>
  );
}

function Problem({ endpoint: { disabledReason, failingSince } }: { endpoint: WebhookEndpoint }) {
  const { t } = useTranslation('webhooks');
  if (disabledReason !== null)
    return (
      <Alert color="red" p="xs">
        {t(`disabled.${disabledReason}`, { count: webhookLimits.disabledAfterDays })}
      </Alert>
    );
  if (failingSince === null) return null;
  return (
    <Alert color="orange" p="xs">
      {t('failingSince')} <FormattedDate at={failingSince} style="dateTime" />
    </Alert>
  );
}

function More({ endpoint: { id, url }, onSecret }: Pick<Props, 'endpoint' | 'onSecret'>) {
  const { t } = useTranslation('webhooks');
  const { impersonation } = useMe();
  const params = { webhookEndpointId: id };
  const rotate = useApiMutation(rotateWebhookSecret, {
    invalidates,
    handlesError: true,
    onSuccess: ({ secret }) => onSecret(secret),
  });
  const remove = useApiMutation(deleteWebhookEndpoint, {
    invalidates,
    successMessage: 'webhooks:deleted',
    handlesError: true,
  });
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="default" size="xs" px={8} aria-label={t('more', { url })}>
          <IconDots size={16} aria-hidden />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {impersonation === null && (
          <Menu.Item
            onClick={() =>
              openConfirmModal({
                title: t('rotate.title'),
                text: t('rotate.text', { count: webhookLimits.defaultOverlapHours }),
                confirmLabel: t('rotate.confirm'),
                destructive: false,
                onConfirm: () => rotate.mutateAsync({ params, body: {} }),
              })
            }
          >
            {t('rotate.confirm')}
          </Menu.Item>
        )}
        <Menu.Item
          color="red"
          onClick={() =>
            openConfirmModal({
              title: t('delete.title'),
              text: t('delete.text', { url }),
              confirmLabel: t('delete.confirm'),
              onConfirm: () => remove.mutateAsync({ params }),
            })
          }
        >
          {t('delete.confirm')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
