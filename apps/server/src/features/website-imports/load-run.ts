import type { Tx } from '../../platform/database/database.ts';
import { assertCompanyActive, JobObsoleteError } from '../../platform/jobs/watch-work.ts';
import { findActiveKnowledgeBase } from '../knowledge-bases/knowledge-base.service.ts';
import type { RunId } from './run-end.ts';
import { findImport } from './website-import.queries.ts';
import type { WebsiteImportRow } from './website-import.table.ts';

/** The import while this run is wanted. Throws JobObsoleteError or RetryLater when it is not, or not now. */
export async function loadRun(tx: Tx, { companyId, importId, run }: RunId): Promise<WebsiteImportRow> {
  await assertCompanyActive(tx, companyId);
  const row = await findImport(tx, importId);
  if (!row || row.run !== run || row.status !== 'in_progress') throw new JobObsoleteError();
  if (!(await findActiveKnowledgeBase(tx, row.knowledgeBaseId))) throw new JobObsoleteError();
  return row;
}
