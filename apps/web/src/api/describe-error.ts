import { ApiError } from '@lectern/client';
import i18next from 'i18next';

/** One sentence for a person: the server's own where it gave one. */
export function describeError(error: unknown): string {
  if (!(error instanceof ApiError)) return i18next.t('errors.unexpected');
  if (error.code === 'network') return i18next.t('errors.network');
  if (error.code === 'aborted') return i18next.t('errors.aborted');
  if (error.message) return error.message;
  return error.status >= 502 ? i18next.t('errors.unavailable') : i18next.t('errors.unexpected');
}
