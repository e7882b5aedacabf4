import { type Challenge, codeLimits } from '@lectern/contract';
import { Button, Group, Stack, Text } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../api/error.ts';
import { CallError } from './call-error.tsx';
import { CodeInput } from './code-input.tsx';
import { CodeMail } from './code-mail.tsx';
import { useCodeForm } from './use-code-form.ts';

/** Asks in a dialog for the code that was mailed for a change of the account. */
export function CodeForm<T>({
  challenge,
  onChallenge,
  call,
  onCancel,
}: {
  challenge: Challenge;
  onChallenge: (challenge: Challenge) => void;
  call: UseMutationResult<T, ApiError, { body: { challengeId: string; code: string } }>;
  onCancel: () => void;
}) {
  const { t } = useTranslation(['login', 'shell']);
  const form = useCodeForm();
  const send = (code: string) =>
    call.mutate({ body: { challengeId: challenge.id, code } }, { onError: form.refuse });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (form.check()) send(form.code);
      }}
    >
      <Stack gap="md">
        <Text c="dimmed">{t('code.sentTo', { address: challenge.sentTo, minutes: codeLimits.minutes })}</Text>
        {form.input.error === undefined && <CallError error={call.error} />}
        <CodeInput {...form.input} onComplete={send} disabled={call.isPending} autoFocus />
        <CodeMail
          challenge={challenge}
          onChallenge={(next) => {
            call.reset();
            form.renew();
            onChallenge(next);
          }}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t('shell:actions.cancel')}
          </Button>
          <Button type="submit" loading={call.isPending}>
            {t('code.confirm')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
