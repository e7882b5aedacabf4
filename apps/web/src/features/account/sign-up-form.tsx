import { passwordLimits, signUp } from '@lectern/contract';
import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../api/describe-error.ts';
import type { ApiErrorCode } from '../../api/error.ts';
import { useApiMutation } from '../../api/queries.ts';
import { getLanguage } from '../../locales/i18n.ts';
import { useStartSession } from './use-start-session.ts';

const fieldOfError: Partial<Record<ApiErrorCode, 'email' | 'username' | 'password'>> = {
  'account.email_taken': 'email',
  'account.username_taken': 'username',
  'account.password_too_short': 'password',
};

export function SignUpForm() {
  const { t } = useTranslation('shell');
  const begin = useStartSession(undefined);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', username: '', password: '' },
    validate: {
      email: (value) => (/^\S+@\S+\.\S+$/.test(value.trim()) ? null : t('login.emailInvalid')),
      username: (value) => (value.trim() === '' ? t('validation.required') : null),
      password: (value) => (value.length < passwordLimits.min ? t('password.tooShort') : null),
    },
  });
  const mutation = useApiMutation(signUp, {
    handlesError: true,
    successMessage: 'shell:login.registered',
    onSuccess: begin,
    onError: (error) => {
      const field = fieldOfError[error.code];
      if (field) form.setFieldError(field, describeError(error));
    },
  });
  const shownAtField = mutation.isError && fieldOfError[mutation.error.code] !== undefined;
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) => mutation.mutate({ body: { ...values, language: getLanguage() } }))}
    >
      <Stack gap="md">
        {mutation.isError && !shownAtField && (
          <Alert color="red" icon={<IconAlertCircle aria-hidden />} role="alert">
            {describeError(mutation.error)}
          </Alert>
        )}
        <TextInput
          size="md"
          type="email"
          label={t('login.email')}
          autoComplete="email"
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <TextInput
          size="md"
          label={t('login.username')}
          autoComplete="username"
          maxLength={64}
          key={form.key('username')}
          {...form.getInputProps('username')}
        />
        <PasswordInput
          size="md"
          label={t('login.password')}
          description={t('password.rule')}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword') }}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Button type="submit" size="md" mt="xs" loading={mutation.isPending}>
          {t('login.signUp')}
        </Button>
      </Stack>
    </form>
  );
}
