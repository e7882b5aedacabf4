import {
  createWebhookEndpoint,
  listCompanyAudit,
  listWebhookEndpoints,
  updateWebhookEndpoint,
  type WebhookEndpoint,
  type WebhookEventType,
  webhookEventTypes,
} from '@lectern/contract';
import { Checkbox, Stack, Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ApiForm } from '../../ui/form/api-form.tsx';
import { useApiForm } from '../../ui/form/use-api-form.ts';
import { eventKeys } from './event-texts.ts';

type Props = {
  /** Undefined: a new one. */
  endpoint: WebhookEndpoint | undefined;
  /** With the secret of a new one. */
  onDone: (secret: string | undefined) => void;
  onCancel: () => void;
};

export function WebhookForm({ endpoint, onDone, onCancel }: Props) {
  return endpoint ? (
    <EditForm endpoint={endpoint} onDone={() => onDone(undefined)} onCancel={onCancel} />
  ) : (
    <NewForm onDone={onDone} onCancel={onCancel} />
  );
}

const errorFields = { 'webhook.address_refused': 'url' } as const;
const invalidates = [listWebhookEndpoints, listCompanyAudit];

function NewForm({ onDone, onCancel }: Omit<Props, 'endpoint'>) {
  const { t } = useTranslation('webhooks');
  const form = useApiForm(createWebhookEndpoint, {
    initialValues: { url: '', description: '', events: [] as WebhookEventType[], includeText: false },
    messages: { url: t('form.urlWrong'), events: t('form.eventsNone') },
    errorFields,
    invalidates,
    successMessage: 'webhooks:added',
    onSuccess: ({ secret }) => onDone(secret),
  });
  return (
    <ApiForm form={form} submitLabel={t('add')} onCancel={onCancel} gap="lg">
      <Fields form={form} />
    </ApiForm>
  );
}

function EditForm({
  endpoint: { id, url, description, events, includeText },
  onDone,
  onCancel,
}: {
  endpoint: WebhookEndpoint;
  onDone: () => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation('webhooks');
  const form = useApiForm(updateWebhookEndpoint, {
    initialValues: { url, description, events, includeText },
    params: { webhookEndpointId: id },
    messages: { url: t('form.urlWrong'), events: t('form.eventsNone') },
    errorFields,
    invalidates,
    successMessage: 'webhooks:changed',
    onSuccess: onDone,
  });
  return (
    <ApiForm form={form} submitLabel={t('save')} onCancel={onCancel} gap="lg">
      <Fields form={form} />
    </ApiForm>
  );
}

type Form = ReturnType<
  typeof useApiForm<
    typeof createWebhookEndpoint,
    { url: string; description: string; events: WebhookEventType[]; includeText: boolean }
  >
>;

function Fields({ form }: { form: Pick<Form, 'field' | 'setFieldValue' | 'values' | 'errors'> }) {
  const { t } = useTranslation('webhooks');
  const { events, includeText } = form.values;
  return (
    <>
      <TextInput
        type="url"
        label={t('form.url')}
        description={t('form.urlText')}
        placeholder={t('form.urlExample')}
        autoComplete="off"
        withAsterisk
        data-autofocus
        {...form.field('url')}
      />
      <TextInput label={t('form.description')} autoComplete="off" {...form.field('description')} />
      <Checkbox.Group
        label={t('form.events')}
        withAsterisk
        value={[...events]}
        error={form.errors.events}
        onChange={(chosen) =>
          form.setFieldValue(
            'events',
            webhookEventTypes.filter((type) => chosen.includes(type)),
          )
        }
      >
        <Stack gap={12} p={12} bd="1px solid var(--hairline)" bdrs="md">
          {webhookEventTypes.map((type) => (
            <Checkbox
              key={type}
              value={type}
              label={t(`events.${eventKeys[type]}.name`)}
              description={t(`events.${eventKeys[type]}.text`)}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <Switch
        label={t('form.includeText')}
        description={t('form.includeTextText')}
        checked={includeText}
        onChange={(event) => form.setFieldValue('includeText', event.currentTarget.checked)}
      />
    </>
  );
}
