import { ApiError } from '@lectern/client';
import { Alert, type AlertProps } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../api/describe-error.ts';
import { useFormat } from '../format/use-format.ts';
import { useSecondsLeft } from '../format/use-seconds-left.ts';

/** What went wrong with a call or a form; how long to wait is counted down. Nothing without an error. */
export function FormError({ error, children, ...props }: { error?: unknown } & Omit<AlertProps, 'color'>) {
  if (!error && !children) return null;
  return (
    <Alert color="red" icon={<IconAlertCircle aria-hidden />} role="alert" {...props}>
      {children ??
        (error instanceof ApiError &&
        error.code === 'auth.too_many_attempts' &&
        error.retryAfterSeconds !== undefined ? (
          // Another refusal starts another countdown.
          <Wait key={`${error.requestId}`} seconds={error.retryAfterSeconds} />
        ) : (
          describeError(error)
        ))}
    </Alert>
  );
}

function Wait({ seconds }: { seconds: number }) {
  const { t } = useTranslation('shell');
  const format = useFormat();
  const [until] = useState(() => Date.now() + seconds * 1_000);
  const left = useSecondsLeft(until);
  if (left === 0) return t('errors.waitOver');
  return (
    <>
      {t('errors.wait')} {/* Read out once with the sentence, not again each second. */}
      <span role="timer" aria-live="off" className="numeric">
        {format.duration(left * 1_000)}
      </span>
    </>
  );
}
