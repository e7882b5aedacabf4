import {
  and,
  asc,
  count,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  not,
  notInArray,
  or,
  sql,
} from 'drizzle-orm';
import type { Authorized } from '../../../platform/authorized.ts';
import type { SystemTx, Tx } from '../../../platform/database/database.ts';
import { documents } from '../../documents/document.table.ts';
import type { KnowledgeBaseRow } from '../../knowledge-bases/knowledge-base.table.ts';
import { type WebsitePageRow, websitePages } from '../website-import.table.ts';

const ofImport = (importId: string) => eq(websitePages.importId, importId);

/**
 * Known pages wait to be visited again. From scratch, only those with documents are known, and they are fetched in full;
 * what their text was stays known, as the same text makes no new version.
 */
export async function requeuePages(
  tx: Tx,
  _base: Authorized<KnowledgeBaseRow, 'update'>,
  importId: string,
  { scratch }: { scratch: boolean },
): Promise<void> {
  const gone = sql`(${websitePages.documentId} is null or exists (
    select from ${documents} where ${documents.id} = ${websitePages.documentId} and ${documents.deletedAt} is not null))`;
  const deletedByHand = and(ofImport(importId), eq(websitePages.kept, true), gone);
  if (scratch) {
    await tx.delete(websitePages).where(deletedByHand);
    await tx.delete(websitePages).where(and(ofImport(importId), eq(websitePages.kept, false)));
  } else await tx.update(websitePages).set({ state: 'removed', documentId: null }).where(deletedByHand);
  await tx
    .update(websitePages)
    .set({
      state: 'waiting',
      reason: null,
      httpStatus: null,
      sameAs: null,
      ...(scratch ? { etag: null, lastModified: null } : {}),
    })
    .where(and(ofImport(importId), ne(websitePages.state, 'removed')));
}

/** The next page to visit: the first, then those nearest to it. Beyond the limit only those that are documents already. */
export async function findWaitingPage(
  tx: Tx,
  importId: string,
  options: { taken: string[]; maxDepth: number; knownOnly: boolean },
): Promise<WebsitePageRow | undefined> {
  const [row] = await tx
    .select()
    .from(websitePages)
    .where(
      and(
        ofImport(importId),
        eq(websitePages.state, 'waiting'),
        lte(websitePages.depth, options.maxDepth),
        options.taken.length > 0 ? notInArray(websitePages.id, options.taken) : undefined,
        options.knownOnly ? eq(websitePages.kept, true) : undefined,
      ),
    )
    .orderBy(desc(websitePages.first), asc(websitePages.depth), asc(websitePages.id))
    .limit(1);
  return row;
}

/** Pages that are documents, and all that are known. */
export async function countKnown(tx: Tx, importId: string): Promise<{ kept: number; all: number }> {
  const [row] = await tx
    .select({ kept: sql<number>`count(*) filter (where ${websitePages.kept})`.mapWith(Number), all: count() })
    .from(websitePages)
    .where(ofImport(importId));
  return { kept: row?.kept ?? 0, all: row?.all ?? 0 };
}

/** Pages visited in this run, and those that wait. What was deleted by hand is not visited. */
export async function countVisits(tx: Tx, importId: string): Promise<{ visited: number; waiting: number }> {
  const [row] = await tx
    .select({
      visited:
        sql<number>`count(*) filter (where ${websitePages.state} not in ('waiting', 'removed'))`.mapWith(
          Number,
        ),
      waiting: sql<number>`count(*) filter (where ${websitePages.state} = 'waiting')`.mapWith(Number),
    })
    .from(websitePages)
    .where(ofImport(importId));
  return row ?? { visited: 0, waiting: 0 };
}

/** Those that are known already stay as they are. Returns how many were new. */
export async function insertPages(tx: Tx, rows: (typeof websitePages.$inferInsert)[]): Promise<number> {
  let added = 0;
  for (let from = 0; from < rows.length; from += 500) {
    const { rowCount } = await tx
      .insert(websitePages)
      .values(rows.slice(from, from + 500))
      .onConflictDoNothing();
    added += rowCount ?? 0;
  }
  return added;
}

/** A page that the site's first page is, or leads to, whether or not it was known before. */
export async function upsertFirstPage(tx: Tx, row: typeof websitePages.$inferInsert): Promise<void> {
  await tx
    .insert(websitePages)
    .values({ ...row, first: true })
    .onConflictDoUpdate({
      target: [websitePages.importId, websitePages.urlKey],
      set: { first: true, depth: 0 },
    });
}

export async function countFirstPages(tx: Tx, importId: string): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(websitePages)
    .where(and(ofImport(importId), eq(websitePages.first, true)));
  return row?.count ?? 0;
}

/** The page under lock, unless its visit was settled already. */
export async function lockWaitingPage(tx: Tx, id: string): Promise<WebsitePageRow | undefined> {
  const [row] = await tx
    .select()
    .from(websitePages)
    .where(and(eq(websitePages.id, id), eq(websitePages.state, 'waiting')))
    .for('update');
  return row;
}

export async function updatePage(tx: SystemTx, id: string, changes: Partial<WebsitePageRow>): Promise<void> {
  await tx.update(websitePages).set(changes).where(eq(websitePages.id, id));
}

/** Another page of the import that is a document and says the same. */
export async function findSameText(
  tx: Tx,
  { importId, id }: Pick<WebsitePageRow, 'importId' | 'id'>,
  textHash: string,
): Promise<string | undefined> {
  const [row] = await tx
    .select({ url: websitePages.url })
    .from(websitePages)
    .where(
      and(
        ofImport(importId),
        eq(websitePages.textHash, textHash),
        eq(websitePages.kept, true),
        isNotNull(websitePages.documentId),
        ne(websitePages.id, id),
      ),
    )
    .limit(1);
  return row?.url;
}

/** What a run that ended never came to: unknown pages are forgotten, documents beyond its depth no longer meant. */
export async function settleUnvisited(tx: SystemTx, importId: string): Promise<{ forgotten: number }> {
  const waiting = and(ofImport(importId), eq(websitePages.state, 'waiting'));
  const { rowCount } = await tx.delete(websitePages).where(and(waiting, eq(websitePages.kept, false)));
  await tx.update(websitePages).set({ state: 'skipped', reason: 'not_included' }).where(waiting);
  return { forgotten: rowCount ?? 0 };
}

/** Selects the ids of the documents that an import made. */
export function documentsOfImport(tx: Tx, importId: string) {
  return tx.select({ id: websitePages.documentId }).from(websitePages).where(ofImport(importId));
}

/** Some of the import's documents that are marked as deleted and still there. */
export async function listBuriedDocuments(tx: Tx, importId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: documents.id })
    .from(websitePages)
    .innerJoin(documents, eq(documents.id, websitePages.documentId))
    .where(and(ofImport(importId), isNotNull(documents.deletedAt)))
    .limit(50);
  return rows.map(({ id }) => id);
}

/** Whether any page of the newest run became or stayed a document. */
export async function hasDocuments(tx: Tx, importId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: websitePages.id })
    .from(websitePages)
    .where(
      and(
        ofImport(importId),
        or(
          inArray(websitePages.state, ['imported', 'updated', 'unchanged', 'removed']),
          not(isNull(websitePages.documentId)),
        ),
      ),
    )
    .limit(1);
  return rows.length > 0;
}
