import { type SignInOutcome, signIn } from '@lectern/contract';
import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { readDeviceToken } from '../../../api/session.ts';
import { FormError } from '../../../ui/form/form-error.tsx';
import { useApiForm } from '../../../ui/form/use-api-form.ts';

export function SignInForm({
  login = '',
  onOutcome,
  onForgotten,
}: {
  /** The address that the invitation was sent to. */
  login?: string;
  onOutcome: (outcome: SignInOutcome) => unknown;
  onForgotten: () => void;
}) {
  const { t } = useTranslation('login');
  const form = useApiForm(signIn, {
    initialValues: { login, password: '' },
    toBody: (values) => ({ ...values, deviceToken: readDeviceToken() }),
    onSuccess: onOutcome,
  });
  return (
    <form noValidate onSubmit={form.submit}>
      <Stack gap="md">
        <FormError error={form.error} />
        <TextInput
          size="md"
          label={t('loginLabel')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('login')}
        />
        <PasswordInput
          size="md"
          label={t('passwordLabel')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
          {...form.field('password')}
        />
        <Anchor component="button" type="button" size="sm" ta="left" onClick={onForgotten}>
          {t('forgotten')}
        </Anchor>
        <Button type="submit" size="md" loading={form.isSending}>
          {t('signIn')}
        </Button>
      </Stack>
    </form>
  );
}
