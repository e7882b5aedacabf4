import { type Challenge, codeLimits, resetPassword } from '@lectern/contract';
import { Button, Checkbox, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormError } from '../../../ui/form/form-error.tsx';
import { CodeInput } from '../code/code-input.tsx';
import { CodeMail } from '../code/code-mail.tsx';
import { useCodeForm } from '../code/use-code-form.ts';
import { emptyPasswords, NewPasswordFields, useNewPasswordRules } from '../profile/new-password-fields.tsx';
import { StepFrame } from './step-frame.tsx';

/** The mailed code and the new password together. */
export function NewPasswordStep({
  challenge,
  onChallenge,
  onDone,
  onBack,
}: {
  challenge: Challenge;
  onChallenge: (challenge: Challenge) => void;
  onDone: () => void;
  onBack: () => void;
}) {
  const { t } = useTranslation('login');
  const form = useCodeForm(resetPassword, {
    initialValues: { code: '', ...emptyPasswords, endApiTokens: false },
    params: { challengeId: challenge.id },
    toBody: ({ code, newPassword, endApiTokens }) => ({ code, newPassword, endApiTokens }),
    validate: useNewPasswordRules(),
    errorFields: { 'account.password_too_short': 'newPassword' },
    onSuccess: onDone,
  });
  return (
    <StepFrame
      title={t('code.titles.reset_password')}
      text={t('code.sentIfKnown', { address: challenge.sentTo, minutes: codeLimits.minutes })}
      onBack={onBack}
    >
      <form noValidate onSubmit={form.submit}>
        <Stack gap="md">
          <FormError error={form.error} />
          <CodeInput {...form.input} disabled={form.isSending} />
          <NewPasswordFields size="md" form={form} />
          <Checkbox
            label={t('password.endTokens')}
            description={t('password.endTokensHint')}
            {...form.field('endApiTokens', { type: 'checkbox' })}
          />
          <Text size="sm" c="dimmed">
            {t('forgottenPassword.ends')}
          </Text>
          <Button type="submit" size="md" loading={form.isSending}>
            {t('forgottenPassword.save')}
          </Button>
          <CodeMail
            challenge={challenge}
            onChallenge={(next) => {
              form.renew();
              onChallenge(next);
            }}
          />
        </Stack>
      </form>
    </StepFrame>
  );
}
