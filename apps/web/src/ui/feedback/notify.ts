import { notifications } from '@mantine/notifications';
import { readFromTab, storeForTab } from '../../api/session.ts';

type Kind = 'success' | 'error';

/** A short word in the corner. Errors stay longer: they say what to do. */
export function notify(kind: Kind, message: string): void {
  notifications.show({
    message,
    color: kind === 'error' ? 'red' : 'teal',
    autoClose: kind === 'error' ? 8_000 : 3_000,
  });
}

/** The same, after the next reload of the page. */
export function notifyAfterReload(kind: Kind, message: string): void {
  storeForTab('notice', JSON.stringify({ kind, message }));
}

export function showPendingNotice(): void {
  const kept = readFromTab('notice');
  if (kept === null) return;
  storeForTab('notice', null);
  const { kind, message } = JSON.parse(kept) as { kind: Kind; message: string };
  notify(kind, message);
}
