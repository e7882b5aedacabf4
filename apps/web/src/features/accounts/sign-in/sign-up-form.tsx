import { passwordLimits, type SignInOutcome, signUp } from '@lectern/contract';
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../../api/describe-error.ts';
import type { ApiErrorCode } from '../../../api/error.ts';
import { useApiMutation } from '../../../api/queries.ts';
import { getLanguage } from '../../../locales/i18n.ts';
import { CallError } from '../code/call-error.tsx';

const fieldOfError: Partial<Record<ApiErrorCode, 'email' | 'username' | 'password'>> = {
  'account.email_taken': 'email',
  'account.username_taken': 'username',
  'account.password_too_short': 'password',
};

export function SignUpForm({
  invited,
  onOutcome,
}: {
  /** By an invitation's mail: its address is the account's. */
  invited?: { email: string; token: string };
  onOutcome: (outcome: SignInOutcome) => unknown;
}) {
  const { t } = useTranslation(['login', 'shell']);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: invited?.email ?? '', username: '', password: '' },
    validate: {
      email: (value) => (/^\S+@\S+\.\S+$/.test(value.trim()) ? null : t('emailInvalid')),
      username: (value) => (value.trim() === '' ? t('shell:validation.required') : null),
      password: (value) => (value.length < passwordLimits.min ? t('password.tooShort') : null),
    },
  });
  const mutation = useApiMutation(signUp, {
    handlesError: true,
    onSuccess: (outcome) => onOutcome(outcome),
    onError: (error) => {
      const field = fieldOfError[error.code];
      if (field) form.setFieldError(field, describeError(error));
    },
  });
  const shownAtField = mutation.isError && fieldOfError[mutation.error.code] !== undefined;
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) =>
        mutation.mutate({
          body: { ...values, language: getLanguage(), invitationToken: invited?.token },
        }),
      )}
    >
      <Stack gap="md">
        {!shownAtField && <CallError error={mutation.error} />}
        <TextInput
          size="md"
          type="email"
          label={t('email')}
          readOnly={invited !== undefined}
          variant={invited ? 'filled' : undefined}
          autoComplete="email"
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <TextInput
          size="md"
          label={t('username')}
          autoComplete="username"
          maxLength={64}
          key={form.key('username')}
          {...form.getInputProps('username')}
        />
        <PasswordInput
          size="md"
          label={t('passwordLabel')}
          description={t('password.rule')}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Button type="submit" size="md" mt="xs" loading={mutation.isPending}>
          {t('signUp')}
        </Button>
      </Stack>
    </form>
  );
}
