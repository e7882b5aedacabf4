import { passwordLimits, type SignInOutcome, signUp } from '@lectern/contract';
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { getLanguage } from '../../../locales/i18n.ts';
import { FormError } from '../../../ui/form/form-error.tsx';
import { useApiForm } from '../../../ui/form/use-api-form.ts';

export function SignUpForm({
  invited,
  onOutcome,
}: {
  /** By an invitation's mail: its address is the account's. */
  invited?: { email: string; token: string };
  onOutcome: (outcome: SignInOutcome) => unknown;
}) {
  const { t } = useTranslation('login');
  const form = useApiForm(signUp, {
    initialValues: { email: invited?.email ?? '', username: '', password: '' },
    toBody: (values) => ({ ...values, language: getLanguage(), invitationToken: invited?.token }),
    validate: ({ password }) => ({
      password: password.length < passwordLimits.min ? t('password.tooShort') : null,
    }),
    errorFields: { 'account.password_too_short': 'password' },
    onSuccess: onOutcome,
  });
  return (
    <form noValidate onSubmit={form.submit}>
      <Stack gap="md">
        <FormError error={form.error} />
        <TextInput
          size="md"
          type="email"
          label={t('email')}
          readOnly={invited !== undefined}
          variant={invited ? 'filled' : undefined}
          autoComplete="email"
          {...form.field('email')}
        />
        <TextInput size="md" label={t('username')} autoComplete="username" {...form.field('username')} />
        <PasswordInput
          size="md"
          label={t('passwordLabel')}
          description={t('password.rule')}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
          {...form.field('password')}
        />
        <Button type="submit" size="md" mt="xs" loading={form.isSending}>
          {t('signUp')}
        </Button>
      </Stack>
    </form>
  );
}
