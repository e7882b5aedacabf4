import { notifications } from '@mantine/notifications';

/** A short word in the corner. Errors stay longer: they say what to do. */
export function notify(kind: 'success' | 'error', message: string): void {
  notifications.show({
    message,
    color: kind === 'error' ? 'red' : 'teal',
    autoClose: kind === 'error' ? 8_000 : 3_000,
  });
}
