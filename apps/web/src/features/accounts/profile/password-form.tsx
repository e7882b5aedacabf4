import { changePassword } from '@lectern/contract';
import { Checkbox, PasswordInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ApiForm } from '../../../ui/form/api-form.tsx';
import { useApiForm } from '../../../ui/form/use-api-form.ts';
import { useRememberMe } from '../use-update-me.ts';
import { emptyPasswords, NewPasswordFields, useNewPasswordRules } from './new-password-fields.tsx';

export function PasswordForm({ onChanged }: { onChanged?: () => void }) {
  const { t } = useTranslation('login');
  const remember = useRememberMe();
  const form = useApiForm(changePassword, {
    initialValues: { currentPassword: '', ...emptyPasswords, endApiTokens: false },
    toBody: ({ currentPassword, newPassword, endApiTokens }) => ({
      currentPassword,
      newPassword,
      endApiTokens,
    }),
    messages: { currentPassword: t('password.currentRequired') },
    validate: useNewPasswordRules(),
    errorFields: {
      'account.current_password_wrong': 'currentPassword',
      'account.password_too_short': 'newPassword',
      'account.password_unchanged': 'newPassword',
    },
    successMessage: 'login:password.saved',
    onSuccess: (me) => {
      remember(me);
      form.reset();
      onChanged?.();
    },
  });
  return (
    <ApiForm form={form} submitLabel={t('password.change')} gap="lg" maw={480}>
      <PasswordInput
        label={t('password.current')}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
        {...form.field('currentPassword')}
      />
      <NewPasswordFields form={form} />
      <Checkbox
        label={t('password.endTokens')}
        description={t('password.endTokensHint')}
        {...form.field('endApiTokens', { type: 'checkbox' })}
      />
    </ApiForm>
  );
}
