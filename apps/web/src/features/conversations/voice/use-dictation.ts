import { recordingLimits, transcribeQuestion } from '@lectern/contract';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uploadFile } from '../../../api/client.ts';
import { describeError } from '../../../api/describe-error.ts';
import { faultOf, type Recorder, startRecorder } from './recorder.ts';

const lookMs = 100;

export type DictationState = 'idle' | 'asking' | 'recording' | 'transcribing';

/** A question that is spoken: recorded, transcribed by the server, and handed over as text. It is never sent by itself. */
export function useDictation(assistantId: string, onText: (text: string) => void) {
  const { t } = useTranslation('chat');
  const [state, setState] = useState<DictationState>('idle');
  const [error, setError] = useState<string | null>(null);
  const [progress, setProgress] = useState({ seconds: 0, level: 0 });
  const recorder = useRef<Recorder | null>(null);
  /** Belongs to one dictation: what comes after it was cancelled is dropped. */
  const attempt = useRef(new AbortController());
  const handOver = useRef(onText);
  handOver.current = onText;

  function cancel(): void {
    attempt.current.abort();
    recorder.current?.discard();
    recorder.current = null;
    setState('idle');
  }

  async function start(): Promise<void> {
    cancel();
    attempt.current = new AbortController();
    const { signal } = attempt.current;
    setError(null);
    setProgress({ seconds: 0, level: 0 });
    setState('asking');
    try {
      const opened = await startRecorder();
      if (signal.aborted) return opened.discard();
      recorder.current = opened;
      setState('recording');
    } catch (cause) {
      if (signal.aborted) return;
      setError(t(`voice.faults.${faultOf(cause)}`));
      setState('idle');
    }
  }

  async function finish(): Promise<void> {
    const recording = recorder.current;
    if (!recording) return;
    recorder.current = null;
    const { signal } = attempt.current;
    setState('transcribing');
    try {
      const file = await recording.finish();
      const { text } = await uploadFile(transcribeQuestion, { params: { assistantId }, file, signal });
      if (!signal.aborted) handOver.current(text);
    } catch (cause) {
      if (!signal.aborted) setError(describeError(cause));
    }
    if (!signal.aborted) setState('idle');
  }
  const finishNow = useRef(finish);
  finishNow.current = finish;
  const cancelNow = useRef(cancel);
  cancelNow.current = cancel;

  useEffect(() => {
    if (state !== 'recording') return;
    const begin = performance.now();
    const timer = setInterval(() => {
      const seconds = (performance.now() - begin) / 1_000;
      setProgress({ seconds, level: recorder.current?.level() ?? 0 });
      if (seconds >= recordingLimits.seconds) void finishNow.current();
    }, lookMs);
    return () => clearInterval(timer);
  }, [state]);

  useEffect(() => {
    if (state === 'idle') return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      cancelNow.current();
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [state]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was spoken to one assistant is not for another.
  useEffect(() => () => cancelNow.current(), [assistantId]);

  return {
    state,
    error,
    ...progress,
    toggle: () => void (state === 'recording' ? finish() : start()),
    finish: () => void finish(),
    cancel,
    dismiss: () => setError(null),
  };
}

export type Dictation = ReturnType<typeof useDictation>;
