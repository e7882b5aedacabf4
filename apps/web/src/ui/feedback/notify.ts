import { ApiError } from '@lectern/client';
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { describeError } from '../../api/describe-error.ts';
import { readFromTab, storeForTab } from '../../api/session.ts';

type Kind = 'success' | 'error';

/** A short word in the corner. Errors stay longer: they say what to do. */
export function notify(kind: Kind, message: string, title?: string): void {
  notifications.show({
    title,
    message,
    color: kind === 'error' ? 'red' : 'teal',
    autoClose: kind === 'error' ? 8_000 : 3_000,
  });
}

/** A call that failed, where nothing on the page is the place to say so. */
export function notifyFailure(error: unknown): void {
  const unreachable = error instanceof ApiError && error.code === 'network';
  notify(
    'error',
    describeError(error),
    i18next.t(unreachable ? 'errors.networkTitle' : 'errors.requestTitle'),
  );
}

/** A notice after the next reload of the page. */
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
