import type { ProgressMessage } from '@lectern/contract';
import { useTranslation } from 'react-i18next';

/** The sentence for a line of progress; a key that this page does not know yet is shown as it is. */
export function useProgressText(): (message: ProgressMessage) => string {
  const { t, i18n } = useTranslation('knowledge');
  return ({ key, details }) => {
    const path = `knowledge:progress.${key}`;
    if (!i18n.exists(path, details)) return key;
    const named = Object.entries(details).map(([name, value]) => [name, nameMethod(name, value)]);
    return t(`progress.${key}` as 'progress.parse.done', Object.fromEntries(named));
  };

  /** Chunk methods go by their ids. */
  function nameMethod(name: string, value: string | number): string | number {
    const path = `methods.${value}.name`;
    const isMethod = (name === 'method' || name === 'instead') && i18n.exists(`knowledge:${path}`);
    return isMethod ? t(path as 'methods.naive.name') : value;
  }
}

/** Why a queued document has not begun. */
export function useWaitingText(): (reason: string | null) => string {
  const { t, i18n } = useTranslation('knowledge');
  return (reason) =>
    reason !== null && i18n.exists(`knowledge:waiting.${reason}`)
      ? t(`waiting.${reason}` as 'waiting.queue')
      : t('waiting.queue');
}
