import { DownloadError, LocalModelError, ModelFileError } from '@lectern/adapters';
import type { Failure } from '../../platform/jobs/failure.ts';

/** What went wrong with the files of a model, on their way, or when it was tried; undefined for other errors. */
export function explainInstall(error: unknown): Failure | undefined {
  if (error instanceof ModelFileError)
    return { code: `local_model.${error.reason}`, details: { file: '', ...error.details } };
  if (error instanceof DownloadError) return { code: `local_model.${error.reason}`, detail: error.detail };
  if (error instanceof LocalModelError)
    return {
      code: `model.${error.kind}`,
      ...(error.detail === undefined ? {} : { detail: error.detail.slice(0, 300) }),
    };
  if ((error as { code?: string }).code === 'ENOSPC') return { code: 'local_model.disk_full' };
  return undefined;
}
