import { changePassword, passwordLimits } from '@lectern/contract';
import { Alert, Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../api/describe-error.ts';
import type { ApiErrorCode } from '../../api/error.ts';
import { useUpdateMe } from './use-update-me.ts';

const fieldOfError: Partial<Record<ApiErrorCode, 'currentPassword' | 'newPassword'>> = {
  'account.current_password_wrong': 'currentPassword',
  'account.password_too_short': 'newPassword',
  'account.password_unchanged': 'newPassword',
};

export function PasswordForm({ onChanged }: { onChanged?: () => void }) {
  const { t } = useTranslation('shell');
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '', confirmation: '' },
    validate: {
      currentPassword: (value) => (value === '' ? t('password.currentRequired') : null),
      newPassword: (value) => (value.length < passwordLimits.min ? t('password.tooShort') : null),
      confirmation: (value, values) => (value === values.newPassword ? null : t('password.differ')),
    },
  });
  const change = useUpdateMe(changePassword, {
    successMessage: 'shell:password.saved',
    handlesError: true,
    onSuccess: () => {
      form.reset();
      onChanged?.();
    },
    onError: (error) => {
      const field = fieldOfError[error.code];
      if (field) form.setFieldError(field, describeError(error));
    },
  });
  const shownAtField = change.isError && fieldOfError[change.error.code] !== undefined;
  const visibility = { 'aria-label': t('login.showPassword') };
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ currentPassword, newPassword }) =>
        change.mutate({ body: { currentPassword, newPassword } }),
      )}
    >
      <Stack gap="lg" maw={480}>
        {change.isError && !shownAtField && (
          <Alert color="red" icon={<IconAlertCircle aria-hidden />} role="alert">
            {describeError(change.error)}
          </Alert>
        )}
        <PasswordInput
          label={t('password.current')}
          autoComplete="current-password"
          visibilityToggleButtonProps={visibility}
          {...form.getInputProps('currentPassword')}
        />
        <PasswordInput
          label={t('password.new')}
          description={t('password.rule')}
          autoComplete="new-password"
          visibilityToggleButtonProps={visibility}
          {...form.getInputProps('newPassword')}
        />
        <PasswordInput
          label={t('password.confirm')}
          autoComplete="new-password"
          visibilityToggleButtonProps={visibility}
          {...form.getInputProps('confirmation')}
        />
        <Group>
          <Button type="submit" loading={change.isPending}>
            {t('password.change')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
