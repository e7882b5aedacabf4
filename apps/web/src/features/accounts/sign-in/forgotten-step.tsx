import { type Challenge, requestPasswordReset } from '@lectern/contract';
import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../../api/queries.ts';
import { CallError } from '../code/call-error.tsx';
import { StepFrame } from './step-frame.tsx';

export function ForgottenStep({
  onChallenge,
  onBack,
}: {
  onChallenge: (challenge: Challenge) => void;
  onBack: () => void;
}) {
  const { t } = useTranslation('login');
  const request = useApiMutation(requestPasswordReset, { handlesError: true, onSuccess: onChallenge });
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '' },
    validate: { email: (value) => (/^\S+@\S+\.\S+$/.test(value.trim()) ? null : t('emailInvalid')) },
  });
  return (
    <StepFrame title={t('forgottenPassword.title')} text={t('forgottenPassword.text')} onBack={onBack}>
      <form noValidate onSubmit={form.onSubmit((body) => request.mutate({ body }))}>
        <Stack gap="md">
          <CallError error={request.error} />
          <TextInput
            size="md"
            type="email"
            label={t('email')}
            autoComplete="email"
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <Button type="submit" size="md" mt="xs" loading={request.isPending}>
            {t('forgottenPassword.send')}
          </Button>
        </Stack>
      </form>
    </StepFrame>
  );
}
