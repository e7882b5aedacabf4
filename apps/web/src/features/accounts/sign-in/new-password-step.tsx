import { type Challenge, codeLimits, resetPassword } from '@lectern/contract';
import { Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../../api/describe-error.ts';
import { useApiMutation } from '../../../api/queries.ts';
import { CallError } from '../code/call-error.tsx';
import { CodeInput } from '../code/code-input.tsx';
import { CodeMail } from '../code/code-mail.tsx';
import { useCodeForm } from '../code/use-code-form.ts';
import { NewPasswordFields, useNewPasswordRules } from '../profile/new-password-fields.tsx';
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
  const code = useCodeForm();
  const form = useForm({
    initialValues: { newPassword: '', confirmation: '' },
    validate: useNewPasswordRules(),
  });
  const reset = useApiMutation(resetPassword, {
    handlesError: true,
    onSuccess: onDone,
    onError: (error) => {
      if (error.code === 'account.password_too_short')
        form.setFieldError('newPassword', describeError(error));
      else code.refuse(error);
    },
  });
  const shownAtField = code.input.error !== undefined || reset.error?.code === 'account.password_too_short';
  return (
    <StepFrame
      title={t('code.titles.reset_password')}
      text={t('code.sentIfKnown', { address: challenge.sentTo, minutes: codeLimits.minutes })}
      onBack={onBack}
    >
      <form
        noValidate
        onSubmit={(event) => {
          // Both are looked at, so that all that is missing is said at once.
          const hasCode = code.check();
          form.onSubmit(({ newPassword }) => {
            if (hasCode)
              reset.mutate({ params: { challengeId: challenge.id }, body: { code: code.code, newPassword } });
          })(event);
        }}
      >
        <Stack gap="md">
          {!shownAtField && <CallError error={reset.error} />}
          <CodeInput {...code.input} disabled={reset.isPending} />
          <NewPasswordFields
            size="md"
            newPassword={form.getInputProps('newPassword')}
            confirmation={form.getInputProps('confirmation')}
          />
          <Text size="sm" c="dimmed">
            {t('forgottenPassword.ends')}
          </Text>
          <Button type="submit" size="md" loading={reset.isPending}>
            {t('forgottenPassword.save')}
          </Button>
          <CodeMail
            challenge={challenge}
            onChallenge={(next) => {
              reset.reset();
              code.renew();
              onChallenge(next);
            }}
          />
        </Stack>
      </form>
    </StepFrame>
  );
}
