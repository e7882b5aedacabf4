import type { WebsitePageState } from '@lectern/contract';
import { and, count, desc, eq, ilike, inArray, isNotNull, isNull, lte, not, or, sql } from 'drizzle-orm';
import type { Authorized } from '../../platform/authorized.ts';
import type { SystemTx, Tx } from '../../platform/database/database.ts';
import { likePattern } from '../../platform/database/like-pattern.ts';
import { activeRuns } from '../../platform/runs/columns.ts';
import { noteImportEnd } from '../../platform/runs/import-ended.ts';
import { isOrphaned } from '../../platform/runs/orphans.ts';
import { companies } from '../companies/company.table.ts';
import { documents } from '../documents/document.table.ts';
import { findActiveKnowledgeBase } from '../knowledge-bases/knowledge-base.service.ts';
import {
  isActiveKnowledgeBase,
  type KnowledgeBaseRow,
  knowledgeBases,
} from '../knowledge-bases/knowledge-base.table.ts';
import {
  type WebsiteImportRow,
  type WebsitePageRow,
  websiteImports,
  websitePages,
} from './website-import.table.ts';

const alive = isNull(websiteImports.deletedAt);

export async function insertImport(
  tx: Tx,
  _base: Authorized<KnowledgeBaseRow, 'update'>,
  values: typeof websiteImports.$inferInsert,
): Promise<WebsiteImportRow> {
  const [row] = await tx.insert(websiteImports).values(values).returning();
  return row as WebsiteImportRow;
}

export async function findImport(tx: Tx, id: string): Promise<WebsiteImportRow | undefined> {
  const [row] = await tx
    .select()
    .from(websiteImports)
    .where(and(alive, eq(websiteImports.id, id)));
  return row;
}

/** Under its lock nobody else begins, ends or settles anything of the import. */
export async function lockImport(tx: Tx, id: string): Promise<WebsiteImportRow | undefined> {
  const [row] = await tx
    .select()
    .from(websiteImports)
    .where(and(alive, eq(websiteImports.id, id)))
    .for('update');
  return row;
}

export async function listImportRows(
  tx: Tx,
  knowledgeBaseId: string,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ rows: WebsiteImportRow[]; total: number }> {
  const where = and(alive, eq(websiteImports.knowledgeBaseId, knowledgeBaseId));
  const [total] = await tx.select({ count: count() }).from(websiteImports).where(where);
  const rows = await tx
    .select()
    .from(websiteImports)
    .where(where)
    .orderBy(desc(websiteImports.createdAt), desc(websiteImports.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  return { rows, total: total?.count ?? 0 };
}

export async function updateImport(
  tx: Tx,
  _base: Authorized<KnowledgeBaseRow, 'update'>,
  id: string,
  changes: Partial<WebsiteImportRow>,
): Promise<WebsiteImportRow> {
  const [row] = await tx.update(websiteImports).set(changes).where(eq(websiteImports.id, id)).returning();
  return row as WebsiteImportRow;
}

/** What a job writes: only while its run is the current one. */
export async function updateRun(
  tx: SystemTx,
  { importId, run }: { importId: string; run: number },
  changes: Partial<WebsiteImportRow>,
): Promise<boolean> {
  const [row] = await tx
    .update(websiteImports)
    .set(changes)
    .where(
      and(alive, eq(websiteImports.id, importId), eq(websiteImports.run, run), activeRuns(websiteImports)),
    )
    .returning({ companyId: websiteImports.companyId });
  if (row) await noteImportEnd(tx, { ...row, source: 'website', importId }, changes);
  return row !== undefined;
}

/** What maintenance writes about an import that nobody works on. */
export async function updateIdleImport(
  tx: SystemTx,
  id: string,
  changes: Partial<WebsiteImportRow>,
): Promise<void> {
  await tx
    .update(websiteImports)
    .set(changes)
    .where(and(alive, eq(websiteImports.id, id), not(activeRuns(websiteImports))));
}

/** Deletes an import at once; its documents stay. */
export async function deleteImportRow(
  tx: Tx,
  _base: Authorized<KnowledgeBaseRow, 'update'>,
  id: string,
): Promise<void> {
  await tx.delete(websiteImports).where(eq(websiteImports.id, id));
}

/** Deletes an import whose documents were cleared after its soft deletion. */
export async function deleteClearedImport(tx: SystemTx, id: string): Promise<void> {
  await tx.delete(websiteImports).where(and(eq(websiteImports.id, id), isNotNull(websiteImports.deletedAt)));
}

/** Queued and running imports of the company: a new one waits behind them. */
export async function countRunning(tx: Tx, companyId: string): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(websiteImports)
    .where(and(eq(websiteImports.companyId, companyId), activeRuns(websiteImports)));
  return row?.count ?? 0;
}

export type PageCounts = { states: Partial<Record<WebsitePageState, number>>; documents: number };

export async function countPages(tx: Tx, importIds: string[]): Promise<Map<string, PageCounts>> {
  const counts = new Map<string, PageCounts>();
  if (importIds.length === 0) return counts;
  const rows = await tx
    .select({
      importId: websitePages.importId,
      state: websitePages.state,
      pages: count(),
      documents: count(documents.id),
    })
    .from(websitePages)
    .leftJoin(documents, and(eq(documents.id, websitePages.documentId), isNull(documents.deletedAt)))
    .where(inArray(websitePages.importId, importIds))
    .groupBy(websitePages.importId, websitePages.state);
  for (const row of rows) {
    const found = counts.get(row.importId) ?? { states: {}, documents: 0 };
    found.states[row.state] = row.pages;
    found.documents += row.documents;
    counts.set(row.importId, found);
  }
  return counts;
}

export async function listPageRows(
  tx: Tx,
  importId: string,
  filter: {
    state?: WebsitePageState | undefined;
    search?: string | undefined;
    page: number;
    pageSize: number;
  },
): Promise<{ rows: WebsitePageRow[]; total: number }> {
  const pattern = filter.search ? likePattern(filter.search) : undefined;
  const where = and(
    eq(websitePages.importId, importId),
    filter.state ? eq(websitePages.state, filter.state) : undefined,
    pattern ? or(ilike(websitePages.url, pattern), ilike(websitePages.title, pattern)) : undefined,
  );
  const [total] = await tx.select({ count: count() }).from(websitePages).where(where);
  const rows = await tx
    .select()
    .from(websitePages)
    .where(where)
    .orderBy(sql`${websitePages.visitedAt} desc nulls last`, websitePages.depth, websitePages.id)
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize);
  return { rows, total: total?.count ?? 0 };
}

/** Imports that are due by their schedule, of active knowledge bases and enabled companies. */
export async function listDueImports(tx: Tx, now: Date): Promise<{ id: string; companyId: string }[]> {
  return tx
    .select({ id: websiteImports.id, companyId: websiteImports.companyId })
    .from(websiteImports)
    .innerJoin(
      knowledgeBases,
      and(eq(knowledgeBases.id, websiteImports.knowledgeBaseId), isActiveKnowledgeBase()),
    )
    .innerJoin(
      companies,
      and(
        eq(companies.id, websiteImports.companyId),
        eq(companies.enabled, true),
        isNull(companies.deletedAt),
      ),
    )
    .where(and(alive, lte(websiteImports.nextRunAt, now), not(activeRuns(websiteImports))))
    .orderBy(websiteImports.nextRunAt)
    .limit(100);
}

/** Imports that were deleted with their documents and are still there though no job of theirs is left. */
export async function listUnclearedImports(tx: Tx): Promise<{ companyId: string; importId: string }[]> {
  return tx
    .select({ companyId: websiteImports.companyId, importId: websiteImports.id })
    .from(websiteImports)
    .where(
      and(
        isNotNull(websiteImports.deletedAt),
        isOrphaned(['website-import.clear'], { importId: websiteImports.id }),
      ),
    );
}

export async function findKnowledgeBaseOfImport(tx: Tx, id: string): Promise<KnowledgeBaseRow | undefined> {
  const row = await findImport(tx, id);
  return row && findActiveKnowledgeBase(tx, row.knowledgeBaseId);
}
