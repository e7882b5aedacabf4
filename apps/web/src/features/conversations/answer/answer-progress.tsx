import { useTranslation } from 'react-i18next';
import classes from '../pane/messages.module.css';
import type { AnswerView } from '../turn/answer-view.ts';

/** What is happening now, in words; gone as soon as the text itself shows it. */
export function AnswerProgress({ view }: { view: AnswerView }) {
  const { t } = useTranslation('chat');
  const found =
    view.hitCount === null
      ? null
      : view.hitCount === 0
        ? t('messages.foundNone')
        : t('messages.found', { count: view.hitCount });
  const now =
    view.phase === 'reconnecting'
      ? t('messages.reconnecting')
      : view.phase === 'sending'
        ? t('messages.sending')
        : view.step === 'check' || (view.text === '' && view.step !== null)
          ? t(`messages.steps.${view.step}`)
          : view.text === '' && view.node !== null
            ? t('messages.node', { name: view.node })
            : t('messages.writing');
  // The card says what is waited for.
  if (view.toolCalls.some(({ state }) => state === 'waiting')) return null;
  if (view.text !== '' && view.phase !== 'reconnecting' && view.step !== 'check')
    return <span className={classes.caret} aria-hidden />;
  return (
    <p className={classes.progress}>
      <span className={classes.pulse} aria-hidden />
      {found !== null && view.text === '' && <span>{found}</span>}
      <span>{now}</span>
    </p>
  );
}
