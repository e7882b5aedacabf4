import { recordingLimits } from '@lectern/contract';
import { ActionIcon, Button, Loader, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconMicrophone, IconPlayerStopFilled, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Dictation } from './use-dictation.ts';
import classes from './voice.module.css';

/** 75 → “1:15”, as recorders show it in every language. */
function formatClock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
}

/** Begins to record, and ends it. */
export function DictateButton({ dictation }: { dictation: Dictation }) {
  const { t } = useTranslation('chat');
  const { state } = dictation;
  const recording = state === 'recording';
  const label = t(recording ? 'voice.finish' : 'voice.dictate');
  return (
    // It would lie over the bar above, whose buttons are what matters then.
    <Tooltip label={label} disabled={state !== 'idle'}>
      <ActionIcon
        size={36}
        aria-label={label}
        aria-pressed={recording}
        {...(recording ? { color: 'red' } : {})}
        disabled={state === 'asking' || state === 'transcribing'}
        onClick={dictation.toggle}
      >
        {recording ? <IconPlayerStopFilled size={16} /> : <IconMicrophone size={18} stroke={1.6} />}
      </ActionIcon>
    </Tooltip>
  );
}

/** How the recording goes, or why there is none; nothing where nobody speaks. */
export function DictationBar({ dictation }: { dictation: Dictation }) {
  const { t } = useTranslation('chat');
  const { state, error, seconds, level } = dictation;
  return (
    <>
      {/* Stays, so that screen readers notice what changes in it. */}
      <VisuallyHidden role="status">{state === 'idle' ? '' : t(`voice.states.${state}`)}</VisuallyHidden>
      {state !== 'idle' && (
        <div className={classes.bar}>
          {state === 'recording' ? (
            <>
              <span className={classes.dot} aria-hidden />
              <span className={classes.meter} aria-hidden>
                <span style={{ width: `${Math.round(level * 100)}%` }} />
              </span>
              <span className="numeric" role="timer" aria-label={t('voice.length')}>
                {formatClock(seconds)} / {formatClock(recordingLimits.seconds)}
              </span>
            </>
          ) : (
            <>
              <Loader size={14} />
              <span className={classes.words} aria-hidden>
                {t(`voice.states.${state}`)}
              </span>
            </>
          )}
          <Button size="compact-sm" variant="subtle" color="gray" onClick={dictation.cancel}>
            {t('common.cancel')}
          </Button>
        </div>
      )}
      {error !== null && (
        <div className={classes.error} role="alert">
          <IconAlertTriangle size={16} stroke={1.7} aria-hidden />
          <span className={classes.words}>{error}</span>
          <ActionIcon size="sm" aria-label={t('voice.dismiss')} onClick={dictation.dismiss}>
            <IconX size={14} stroke={1.8} />
          </ActionIcon>
        </div>
      )}
    </>
  );
}
