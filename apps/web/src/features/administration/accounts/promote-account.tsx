import type { ManagedAccount } from '@lectern/contract';
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../../api/describe-error.ts';
import type { ApiErrorCode } from '../../../api/error.ts';
import { PackageSelect } from '../package-select.tsx';
import { AccountSelect } from './account-select.tsx';
import { useAccountActions } from './use-accounts.ts';

const fieldOfError: Partial<Record<ApiErrorCode, 'email' | 'companyName' | 'packageId'>> = {
  'account.not_found': 'email',
  'account.no_personal_company': 'email',
  'company.name_taken': 'companyName',
  'package.must_be_enabled': 'packageId',
  'package.not_found': 'packageId',
};

/** Makes a real company of an account's personal one. */
export function PromoteAccount({
  account,
  onDone,
}: {
  account: ManagedAccount | undefined;
  onDone: () => void;
}) {
  const { t } = useTranslation(['administration', 'shell']);
  const { promote } = useAccountActions();
  const form = useForm({
    initialValues: { email: account?.email ?? '', companyName: '', packageId: '' },
    validate: {
      email: (email) => (email === '' ? t('promote.accountRequired') : null),
      companyName: (name) => (name.trim() === '' ? t('form.nameRequired') : null),
      packageId: (id) => (id === '' ? t('form.packageRequired') : null),
    },
  });
  const submit = form.onSubmit(({ email, companyName, packageId }) =>
    promote.mutate(
      { body: { email, companyName: companyName.trim(), packageId } },
      {
        onSuccess: onDone,
        onError: (error) => {
          const field = fieldOfError[error.code];
          if (field) form.setFieldError(field, describeError(error));
        },
      },
    ),
  );
  const shownAtField = promote.isError && fieldOfError[promote.error.code] !== undefined;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text c="dimmed">{t('promote.text')}</Text>
        {promote.isError && !shownAtField && (
          <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
            {describeError(promote.error)}
          </Alert>
        )}
        <AccountSelect
          email={form.values.email || null}
          error={form.errors.email as string | undefined}
          onChange={(email) => form.setFieldValue('email', email)}
        />
        <TextInput
          label={t('promote.companyName')}
          maxLength={255}
          withAsterisk
          data-autofocus={account !== undefined || undefined}
          {...form.getInputProps('companyName')}
        />
        <PackageSelect
          value={form.values.packageId || null}
          error={form.errors.packageId as string | undefined}
          onChange={(packageId) => form.setFieldValue('packageId', packageId)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            {t('shell:actions.cancel')}
          </Button>
          <Button type="submit" loading={promote.isPending}>
            {t('promote.confirm')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
