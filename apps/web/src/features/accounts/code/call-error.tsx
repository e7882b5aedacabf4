import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../../api/describe-error.ts';
import type { ApiError } from '../../../api/error.ts';
import { useFormat } from '../../../ui/format/use-format.ts';
import classes from './code.module.css';
import { useSecondsLeft } from './use-seconds-left.ts';

/** What went wrong, above a form; how long to wait is counted down. */
export function CallError({ error }: { error: ApiError | null }) {
  if (!error) return null;
  return (
    <Alert color="red" icon={<IconAlertCircle aria-hidden />} role="alert">
      {error.code === 'auth.too_many_attempts' && error.retryAfterSeconds !== undefined ? (
        // Another refusal begins another count.
        <Wait key={`${error.requestId}`} seconds={error.retryAfterSeconds} />
      ) : (
        describeError(error)
      )}
    </Alert>
  );
}

function Wait({ seconds }: { seconds: number }) {
  const { t } = useTranslation('login');
  const format = useFormat();
  const [until] = useState(() => Date.now() + seconds * 1_000);
  const left = useSecondsLeft(until);
  if (left === 0) return t('code.waitOver');
  return (
    <>
      {t('code.wait')} {/* Read out once with the sentence, not anew each second. */}
      <span role="timer" aria-live="off" className={classes.time}>
        {format.duration(left * 1_000)}
      </span>
    </>
  );
}
