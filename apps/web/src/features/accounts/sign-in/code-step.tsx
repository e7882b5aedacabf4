import { answerChallenge, type Challenge, codeLimits, type SignInOutcome } from '@lectern/contract';
import { Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../../api/queries.ts';
import { CallError } from '../code/call-error.tsx';
import { CodeInput } from '../code/code-input.tsx';
import { CodeMail } from '../code/code-mail.tsx';
import { useCodeForm } from '../code/use-code-form.ts';
import { StepFrame } from './step-frame.tsx';

/** The mailed code that finishes signing in, or registering. It is sent off with its last digit. */
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
  const form = useCodeForm();
  const answer = useApiMutation(answerChallenge, {
    handlesError: true,
    onSuccess: (outcome) => onOutcome(outcome),
    onError: form.refuse,
  });
  const send = (code: string) => answer.mutate({ params: { challengeId: challenge.id }, body: { code } });
  const busy = answer.isPending || answer.isSuccess;
  return (
    <StepFrame
      title={t(`code.titles.${challenge.kind}`)}
      text={t('code.sentTo', { address: challenge.sentTo, minutes: codeLimits.minutes })}
      onBack={onBack}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (form.check()) send(form.code);
        }}
      >
        <Stack gap="md">
          {form.input.error === undefined && <CallError error={answer.error} />}
          <CodeInput {...form.input} onComplete={send} disabled={busy} />
          <Button type="submit" size="md" loading={busy}>
            {t('code.confirm')}
          </Button>
          <CodeMail
            challenge={challenge}
            onChallenge={(next) => {
              answer.reset();
              form.renew();
              onChallenge(next);
            }}
          />
        </Stack>
      </form>
    </StepFrame>
  );
}
