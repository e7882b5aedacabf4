import type { SystemTx } from '../database/database.ts';
import { defineHook } from '../hooks.ts';

export type ImportEnd = {
  companyId: string;
  source: 'website' | 's3' | 'archive';
  importId: string;
  state: 'finished' | 'failed';
  errorCode: string | null;
};

/** An import ended by itself, in the transaction that says so; one that a person cancelled does not. */
export const onImportEnded = defineHook<[tx: SystemTx, end: ImportEnd]>('import ended');

/** Calls the hook where these changes of a run end it. */
export async function noteImportEnd(
  tx: SystemTx,
  run: Pick<ImportEnd, 'companyId' | 'source' | 'importId'>,
  { state, errorCode = null }: { state?: string | undefined; errorCode?: string | null | undefined },
): Promise<void> {
  if (state === 'finished' || state === 'failed') await onImportEnded.run(tx, { ...run, state, errorCode });
}
