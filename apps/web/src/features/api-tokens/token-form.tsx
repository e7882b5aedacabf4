import {
  type ApiScope,
  createApiToken,
  getCompanyLimits,
  listApiTokens,
  listCompanyAudit,
  type ResponseOf,
} from '@lectern/contract';
import { Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ApiForm } from '../../ui/form/api-form.tsx';
import { useApiForm } from '../../ui/form/use-api-form.ts';
import { useFormat } from '../../ui/format/use-format.ts';
import { ScopesInput } from './scopes-input.tsx';

const terms = [7, 30, 90, 365] as const;
const never = 'never';

export type NewToken = ResponseOf<typeof createApiToken>;

type TokenFormProps = { onCreated: (created: NewToken) => void; onCancel: () => void };

export function TokenForm({ onCreated, onCancel }: TokenFormProps) {
  const { t } = useTranslation('company');
  const format = useFormat();
  const form = useApiForm(createApiToken, {
    initialValues: { name: '', scopes: [] as ApiScope[], term: '90' },
    toBody: ({ name, scopes, term }) => ({
      name,
      scopes,
      expiresInDays: term === never ? null : Number(term),
    }),
    messages: { scopes: t('newToken.scopesNone') },
    invalidates: [listApiTokens, getCompanyLimits, listCompanyAudit],
    successMessage: 'company:newToken.created',
    onSuccess: onCreated,
  });
  const { term } = form.values;
  const expiry =
    term === never
      ? t('newToken.neverText')
      : t('newToken.expiresOn', {
          date: format.date(new Date(Date.now() + Number(term) * 86_400_000).toISOString()),
        });
  return (
    <ApiForm form={form} submitLabel={t('newToken.create')} onCancel={onCancel} gap="lg">
      <TextInput
        label={t('newToken.name')}
        description={t('newToken.nameText')}
        placeholder={t('newToken.namePlaceholder')}
        autoComplete="off"
        withAsterisk
        data-autofocus
        {...form.field('name')}
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
        {...form.field('term')}
      />
    </ApiForm>
  );
}
