import type { ProgressMessage } from '@lectern/contract';
import { useTranslation } from 'react-i18next';
import { useMethodTexts } from '../../../api/chunk-methods.ts';

/** Details that hold the id of a chunk method. */
const namesMethod = (detail: string) => detail === 'method' || detail === 'instead';

/** The sentence for a line of progress; a key that this page does not know yet is shown as it is. */
export function useProgressText(): (message: ProgressMessage) => string {
  const { t, i18n } = useTranslation('knowledge');
  const methodTexts = useMethodTexts();
  return ({ key, details }) => {
    const path = `knowledge:progress.${key}`;
    if (!i18n.exists(path, details)) return key;
    const named = Object.entries(details).map(([name, value]) => [
      name,
      namesMethod(name) ? methodTexts(String(value)).name : value,
    ]);
    return t(`progress.${key}` as 'progress.parse.done', Object.fromEntries(named));
  };
}

/** Why a queued document has not begun. */
export function useWaitingText(): (reason: string | null) => string {
  const { t, i18n } = useTranslation('knowledge');
  return (reason) =>
    reason !== null && i18n.exists(`knowledge:waiting.${reason}`)
      ? t(`waiting.${reason}` as 'waiting.queue')
      : t('waiting.queue');
}
