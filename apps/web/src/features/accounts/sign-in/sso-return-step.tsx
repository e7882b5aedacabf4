import { finishSso, type SignInOutcome } from '@lectern/contract';
import { Button, Group, Loader, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../../api/queries.ts';
import { FormError } from '../../../ui/form/form-error.tsx';
import type { SsoReturn } from './sso-return.ts';
import { StepFrame } from './step-frame.tsx';

/** The way back from a company's own sign-in: the ticket becomes a session, or the page says why not. */
export function SsoReturnStep({
  back,
  onOutcome,
  onBack,
}: {
  back: SsoReturn;
  onOutcome: (outcome: SignInOutcome) => unknown;
  onBack: () => void;
}) {
  const { t } = useTranslation('login');
  const finish = useApiMutation(finishSso, {
    handlesError: true,
    onSuccess: (outcome) => onOutcome(outcome),
  });
  const { mutate } = finish;
  useEffect(() => {
    if (back.kind !== 'ticket') return;
    // A ticket works once, and an effect may run twice: the first of two is taken back before it is sent.
    const timer = window.setTimeout(() => mutate({ body: { ticket: back.ticket, verifier: back.verifier } }));
    return () => window.clearTimeout(timer);
  }, [back, mutate]);
  const failed = back.kind === 'failed' || finish.isError;
  return (
    <StepFrame title={t(failed ? 'company.failed' : 'company.title')}>
      {failed ? (
        <Stack gap="lg">
          {back.kind === 'failed' ? <ReturnedError code={back.code} /> : <FormError error={finish.error} />}
          <Button size="md" onClick={onBack}>
            {t('company.again')}
          </Button>
        </Stack>
      ) : (
        <Group gap="sm" role="status">
          <Loader size="sm" />
          {t('company.finishing')}
        </Group>
      )}
    </StepFrame>
  );
}

function ReturnedError({ code }: { code: string }) {
  const { t, i18n } = useTranslation('login');
  const text = useQuery({
    queryKey: ['ssoErrorText', code, i18n.language],
    queryFn: async () => (await import('./sso-error-text.ts')).ssoErrorText(code, t('company.failedDetail')),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return <FormError>{text.data ?? (text.isError ? t('company.failedDetail') : '…')}</FormError>;
}
