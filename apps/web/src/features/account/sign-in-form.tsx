import { signIn } from '@lectern/contract';
import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../api/describe-error.ts';
import { useApiMutation } from '../../api/queries.ts';
import { useStartSession } from './use-start-session.ts';

export function SignInForm({ next }: { next: string | undefined }) {
  const { t } = useTranslation('shell');
  const begin = useStartSession(next);
  const mutation = useApiMutation(signIn, { handlesError: true, onSuccess: begin });
  const required = (value: string) => (value.trim() === '' ? t('validation.required') : null);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { login: '', password: '' },
    validate: { login: required, password: required },
  });
  return (
    <form noValidate onSubmit={form.onSubmit((body) => mutation.mutate({ body }))}>
      <Stack gap="md">
        {mutation.isError && (
          <Alert color="red" icon={<IconAlertCircle aria-hidden />} role="alert">
            {describeError(mutation.error)}
          </Alert>
        )}
        <TextInput
          size="md"
          label={t('login.login')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
          key={form.key('login')}
          {...form.getInputProps('login')}
        />
        <PasswordInput
          size="md"
          label={t('login.password')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword') }}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Button type="submit" size="md" mt="xs" loading={mutation.isPending}>
          {t('login.signIn')}
        </Button>
      </Stack>
    </form>
  );
}
