import { type Challenge, requestPasswordReset } from '@lectern/contract';
import { Button, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormError } from '../../../ui/form/form-error.tsx';
import { useApiForm } from '../../../ui/form/use-api-form.ts';
import { StepFrame } from './step-frame.tsx';

export function ForgottenStep({
  onChallenge,
  onBack,
}: {
  onChallenge: (challenge: Challenge) => void;
  onBack: () => void;
}) {
  const { t } = useTranslation('login');
  const form = useApiForm(requestPasswordReset, { initialValues: { email: '' }, onSuccess: onChallenge });
  return (
    <StepFrame title={t('forgottenPassword.title')} text={t('forgottenPassword.text')} onBack={onBack}>
      <form noValidate onSubmit={form.submit}>
        <Stack gap="md">
          <FormError error={form.error} />
          <TextInput
            size="md"
            type="email"
            label={t('email')}
            autoComplete="email"
            {...form.field('email')}
          />
          <Button type="submit" size="md" mt="xs" loading={form.isSending}>
            {t('forgottenPassword.send')}
          </Button>
        </Stack>
      </form>
    </StepFrame>
  );
}
