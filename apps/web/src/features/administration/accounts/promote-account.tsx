import { type ManagedAccount, promoteAccount } from '@lectern/contract';
import { Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ApiForm } from '../../../ui/form/api-form.tsx';
import { useApiForm } from '../../../ui/form/use-api-form.ts';
import { PackageSelect } from '../package-select.tsx';
import { AccountSelect } from './account-select.tsx';
import { accountQueries } from './use-accounts.ts';

type PromoteAccountProps = { account: ManagedAccount | undefined; onDone: () => void };

/** Turns an account's personal company into a real one. */
export function PromoteAccount({ account, onDone }: PromoteAccountProps) {
  const { t } = useTranslation('administration');
  const form = useApiForm(promoteAccount, {
    initialValues: { email: account?.email ?? '', companyName: '', packageId: '' },
    messages: { email: t('promote.accountRequired'), packageId: t('form.packageRequired') },
    errorFields: {
      'account.not_found': 'email',
      'account.no_personal_company': 'email',
      'company.name_taken': 'companyName',
      'package.must_be_enabled': 'packageId',
      'package.not_found': 'packageId',
    },
    invalidates: accountQueries,
    successMessage: 'administration:accounts.promotedToast',
    onSuccess: onDone,
  });
  return (
    <ApiForm form={form} submitLabel={t('promote.confirm')} onCancel={onDone}>
      <Text c="dimmed">{t('promote.text')}</Text>
      <AccountSelect
        email={form.values.email || null}
        error={form.errors.email as string | undefined}
        onChange={(email) => form.setFieldValue('email', email)}
      />
      <TextInput
        label={t('promote.companyName')}
        withAsterisk
        data-autofocus={account !== undefined || undefined}
        {...form.field('companyName')}
      />
      <PackageSelect {...form.field('packageId')} />
    </ApiForm>
  );
}
