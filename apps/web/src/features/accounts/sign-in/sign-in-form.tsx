import { type SignInOutcome, signIn } from '@lectern/contract';
import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../../api/queries.ts';
import { CallError } from '../code/call-error.tsx';

export function SignInForm({
  login = '',
  onOutcome,
  onForgotten,
}: {
  /** Whom an invitation was sent to. */
  login?: string;
  onOutcome: (outcome: SignInOutcome) => unknown;
  onForgotten: () => void;
}) {
  const { t } = useTranslation(['login', 'shell']);
  const mutation = useApiMutation(signIn, { handlesError: true, onSuccess: (outcome) => onOutcome(outcome) });
  const required = (value: string) => (value.trim() === '' ? t('shell:validation.required') : null);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { login, password: '' },
    validate: { login: required, password: required },
  });
  return (
    <form noValidate onSubmit={form.onSubmit((body) => mutation.mutate({ body }))}>
      <Stack gap="md">
        <CallError error={mutation.error} />
        <TextInput
          size="md"
          label={t('loginLabel')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          key={form.key('login')}
          {...form.getInputProps('login')}
        />
        <PasswordInput
          size="md"
          label={t('passwordLabel')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Anchor component="button" type="button" size="sm" ta="left" onClick={onForgotten}>
          {t('forgotten')}
        </Anchor>
        <Button type="submit" size="md" loading={mutation.isPending}>
          {t('signIn')}
        </Button>
      </Stack>
    </form>
  );
}
