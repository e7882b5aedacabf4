import { answerChallenge, type Challenge, codeLimits, type SignInOutcome } from '@lectern/contract';
import { Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormError } from '../../../ui/form/form-error.tsx';
import { CodeInput } from '../code/code-input.tsx';
import { CodeMail } from '../code/code-mail.tsx';
import { useCodeForm } from '../code/use-code-form.ts';
import { StepFrame } from './step-frame.tsx';

/** The mailed code that finishes signing in, or registering. It is sent with its last digit. */
export function CodeStep({
  challenge,
  onChallenge,
  onOutcome,
  onBack,
}: {
  challenge: Challenge;
  onChallenge: (challenge: Challenge) => void;
  onOutcome: (outcome: SignInOutcome) => unknown;
  onBack: () => void;
}) {
  const { t } = useTranslation('login');
  const form = useCodeForm(answerChallenge, {
    initialValues: { code: '' },
    params: { challengeId: challenge.id },
    onSuccess: onOutcome,
  });
  const busy = form.isSending || form.isSent;
  return (
    <StepFrame
      title={t(`code.titles.${challenge.kind}`)}
      text={t('code.sentTo', { address: challenge.sentTo, minutes: codeLimits.minutes })}
      onBack={onBack}
    >
      <form noValidate onSubmit={form.submit}>
        <Stack gap="md">
          <FormError error={form.error} />
          <CodeInput {...form.input} onComplete={form.complete} disabled={busy} />
          <Button type="submit" size="md" loading={busy}>
            {t('code.confirm')}
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
