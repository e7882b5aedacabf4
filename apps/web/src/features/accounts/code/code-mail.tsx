import { type Challenge, codeLimits, getPublicSettings, resendCode } from '@lectern/contract';
import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation, useApiQuery } from '../../../api/queries.ts';
import { FormError } from '../../../ui/form/form-error.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';
import { useSecondsLeft } from '../../../ui/format/use-seconds-left.ts';

/** Mails take a moment: only then is another one of use. */
const resendAfterSeconds = 30;

function sentAt({ expiresAt }: Challenge): number {
  return Date.parse(expiresAt) - codeLimits.minutes * 60_000;
}

/** Below the boxes of a code: where to look for it, and how to get another. */
export function CodeMail({
  challenge,
  onChallenge,
}: {
  challenge: Challenge;
  /** The challenge that takes its place once a new code was mailed. */
  onChallenge: (challenge: Challenge) => void;
}) {
  const { t } = useTranslation('login');
  const mailConfigured = useApiQuery(getPublicSettings, {}, { staleTime: 60_000 }).data?.mailConfigured;
  const resend = useApiMutation(resendCode, { handlesError: true, onSuccess: onChallenge });
  return (
    <Stack gap="xs">
      {mailConfigured === false && (
        <Alert role="note" color="yellow" icon={<IconInbox aria-hidden />}>
          {t('code.outbox')}
        </Alert>
      )}
      <FormError error={resend.error} />
      <Text size="sm" c="dimmed" role="status">
        {resend.isSuccess ? t('code.resent') : mailConfigured === false ? '' : t('code.notArrived')}
      </Text>
      <ResendButton
        key={challenge.id}
        challenge={challenge}
        isPending={resend.isPending}
        onClick={() => resend.mutate({ params: { challengeId: challenge.id } })}
      />
    </Stack>
  );
}

function ResendButton({
  challenge,
  isPending,
  onClick,
}: {
  challenge: Challenge;
  isPending: boolean;
  onClick: () => void;
}) {
  const { t } = useTranslation('login');
  const format = useFormat();
  // A clock that is wrong must not make anyone wait longer.
  const [latest] = useState(() => Date.now() + resendAfterSeconds * 1_000);
  const left = useSecondsLeft(Math.min(sentAt(challenge) + resendAfterSeconds * 1_000, latest));
  if (left > 0)
    return (
      <Text size="sm" c="dimmed" className="numeric">
        {t('code.resendIn', { time: format.duration(left * 1_000) })}
      </Text>
    );
  return (
    <Anchor component="button" type="button" size="sm" ta="left" disabled={isPending} onClick={onClick}>
      {t('code.resend')}
    </Anchor>
  );
}
