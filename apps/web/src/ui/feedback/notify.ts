import { notifications } from '@mantine/notifications';
import { keepForTab, readOfTab } from '../../api/session.ts';

type Kind = 'success' | 'error';

/** A short word in the corner. Errors stay longer: they say what to do. */
export function notify(kind: Kind, message: string): void {
  notifications.show({
    message,
    color: kind === 'error' ? 'red' : 'teal',
    autoClose: kind === 'error' ? 8_000 : 3_000,
  });
}

/** The same, for once the page has been loaded anew. */
export function notifyAfterReload(kind: Kind, message: string): void {
  keepForTab('notice', JSON.stringify({ kind, message }));
}

export function showKeptNotice(): void {
  const kept = readOfTab('notice');
  if (kept === null) return;
  keepForTab('notice', null);
  const { kind, message } = JSON.parse(kept) as { kind: Kind; message: string };
  notify(kind, message);
}
