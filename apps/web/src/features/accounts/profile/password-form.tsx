import { changePassword } from '@lectern/contract';
import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../../api/describe-error.ts';
import type { ApiErrorCode } from '../../../api/error.ts';
import { CallError } from '../code/call-error.tsx';
import { useUpdateMe } from '../use-update-me.ts';
import { NewPasswordFields, useNewPasswordRules } from './new-password-fields.tsx';

const fieldOfError: Partial<Record<ApiErrorCode, 'currentPassword' | 'newPassword'>> = {
  'account.current_password_wrong': 'currentPassword',
  'account.password_too_short': 'newPassword',
  'account.password_unchanged': 'newPassword',
};

export function PasswordForm({ onChanged }: { onChanged?: () => void }) {
  const { t } = useTranslation('login');
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '', confirmation: '' },
    validate: {
      currentPassword: (value) => (value === '' ? t('password.currentRequired') : null),
      ...useNewPasswordRules(),
    },
  });
  const change = useUpdateMe(changePassword, {
    successMessage: 'login:password.saved',
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
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ currentPassword, newPassword }) =>
        change.mutate({ body: { currentPassword, newPassword } }),
      )}
    >
      <Stack gap="lg" maw={480}>
        {!shownAtField && <CallError error={change.error} />}
        <PasswordInput
          label={t('password.current')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
          {...form.getInputProps('currentPassword')}
        />
        <NewPasswordFields
          newPassword={form.getInputProps('newPassword')}
          confirmation={form.getInputProps('confirmation')}
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
