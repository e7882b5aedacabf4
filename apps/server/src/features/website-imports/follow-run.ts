import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { readCompanyState } from '../companies/company-state.service.ts';
import { knowledgeBases } from '../knowledge-bases/knowledge-base.table.ts';
import { CompanyDisabled, type RunId, RunVoid } from './run-end.ts';
import { findImport } from './website-import.queries.ts';
import type { WebsiteImportRow } from './website-import.table.ts';

const lookEveryMs = 1_000;

/** The import while this run is wanted; throws RunVoid or CompanyDisabled when it is not, or not now. */
export async function loadRun(tx: Tx, run: RunId): Promise<WebsiteImportRow> {
  const company = await readCompanyState(tx, run.companyId);
  if (company === 'disabled') throw new CompanyDisabled();
  const row = await findImport(tx, run.importId);
  if (company === 'gone' || !row || row.run !== run.run || row.status !== 'in_progress') throw new RunVoid();
  const bases = await tx
    .select({ id: knowledgeBases.id })
    .from(knowledgeBases)
    .where(and(eq(knowledgeBases.id, row.knowledgeBaseId), isNull(knowledgeBases.deletedAt)));
  if (bases.length === 0) throw new RunVoid();
  return row;
}

/** Looks every second whether the run is still wanted; the signal fires with the reason when it is not. */
export function followRun({ database, log }: Platform, run: RunId, outer: AbortSignal) {
  const controller = new AbortController();
  const look = setInterval(() => {
    database
      .withCompany(run.companyId, (tx) => loadRun(tx, run))
      .catch((error) => {
        if (error instanceof RunVoid || error instanceof CompanyDisabled) controller.abort(error);
        else log.warn({ event: 'website_import.look_failed', reason: String(error) });
      });
  }, lookEveryMs);
  return { signal: AbortSignal.any([controller.signal, outer]), stop: () => clearInterval(look) };
}
