import { type ErrorCode, type ErrorDetails, errorText, type Language } from '@lectern/contract';
import type { RunState } from './columns.ts';

/** The error of a run as the API shows it. */
export function presentRunError(
  row: { errorCode: ErrorCode | null; errorDetails: ErrorDetails | null } | undefined,
  language: Language,
): { code: ErrorCode; message: string } | null {
  if (!row?.errorCode) return null;
  const details = { detail: '', ...row.errorDetails };
  return { code: row.errorCode, message: errorText(row.errorCode, language, details) };
}

/** The status of an import as the API shows it: it does not tell waiting from running. */
export function presentImportStatus(
  state: RunState,
): Exclude<RunState, 'queued' | 'running'> | 'in_progress' {
  return state === 'queued' || state === 'running' ? 'in_progress' : state;
}
