import {
  type ApiScope,
  createApiToken,
  getCompanyLimits,
  listApiTokens,
  listCompanyAudit,
  type ResponseOf,
} from '@lectern/contract';
import { Alert, Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../api/describe-error.ts';
import { useApiMutation } from '../../api/queries.ts';
import { useFormat } from '../../ui/format/use-format.ts';
import { ScopesInput } from './scopes-input.tsx';

const terms = [7, 30, 90, 365] as const;
const never = 'never';

export type NewToken = ResponseOf<typeof createApiToken>;

export function TokenForm({
  onCreated,
  onCancel,
}: {
  onCreated: (created: NewToken) => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation(['company', 'shell']);
  const format = useFormat();
  const form = useForm({
    initialValues: { name: '', scopes: [] as ApiScope[], term: '90' },
    validate: {
      name: (value) => (value.trim() === '' ? t('shell:validation.required') : null),
      scopes: (value) => (value.length === 0 ? t('newToken.scopesNone') : null),
    },
  });
  const create = useApiMutation(createApiToken, {
    invalidates: [listApiTokens, getCompanyLimits, listCompanyAudit],
    successMessage: 'company:newToken.created',
    handlesError: true,
    onSuccess: onCreated,
    onError: (error) => {
      if (error.code === 'api_token.name_taken') form.setFieldError('name', describeError(error));
    },
  });
  const { term } = form.values;
  const expiry =
    term === never
      ? t('newToken.neverText')
      : t('newToken.expiresOn', {
          date: format.date(new Date(Date.now() + Number(term) * 86_400_000).toISOString()),
        });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        ({ name, scopes }) =>
          create.mutate({
            body: { name: name.trim(), scopes, expiresInDays: term === never ? null : Number(term) },
          }),
        (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
      )}
    >
      <Stack gap="lg">
        <TextInput
          label={t('newToken.name')}
          description={t('newToken.nameText')}
          placeholder={t('newToken.namePlaceholder')}
          maxLength={64}
          autoComplete="off"
          withAsterisk
          data-autofocus
          {...form.getInputProps('name')}
        />
        <ScopesInput
          value={form.values.scopes}
          error={form.errors.scopes}
          onChange={(scopes) => form.setFieldValue('scopes', scopes)}
        />
        <Select
          label={t('newToken.expires')}
          description={expiry}
          maw={280}
          allowDeselect={false}
          data={[
            ...terms.map((days) => ({
              value: String(days),
              label: days === 365 ? t('newToken.year') : t('newToken.days', { count: days }),
            })),
            { value: never, label: t('newToken.never') },
          ]}
          {...form.getInputProps('term')}
        />
        {create.isError && create.error.code !== 'api_token.name_taken' && (
          <Alert color="red" icon={<IconAlertCircle aria-hidden />} role="alert">
            {describeError(create.error)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t('shell:actions.cancel')}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {t('newToken.create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
