import { levels } from '@lectern/contract';
import { and, count, desc, eq, gt, ilike, inArray, isNull, or, type SQL, sql, sum } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import type { Authorized } from '../../platform/authorized.ts';
import type { Tx } from '../../platform/database/database.ts';
import { likePattern } from '../../platform/database/like-pattern.ts';
import type { QuotaToken } from '../../platform/quota.ts';
import { readOwnerNames } from '../accounts/owner-names.service.ts';
import { documents } from '../documents/document.table.ts';
import { type KnowledgeBaseRow, knowledgeBases } from './knowledge-base.table.ts';

const alive = isNull(knowledgeBases.deletedAt);

/** The policy's `read` as a condition, so that lists are paged by the database. A test holds the two together. */
function visibleTo(actor: Actor): SQL | undefined {
  if (actor.level >= levels.COMPANY) return undefined;
  return or(
    eq(knowledgeBases.ownerId, actor.accountId),
    actor.level >= levels.ELEVATED_USER ? eq(knowledgeBases.permission, 'team') : undefined,
  );
}

export async function listKnowledgeBaseRows(
  tx: Tx,
  actor: Actor,
  filter: { search?: string | undefined; page: number; pageSize: number },
) {
  const where = and(
    alive,
    visibleTo(actor),
    filter.search ? ilike(knowledgeBases.name, likePattern(filter.search)) : undefined,
  );
  const [total] = await tx.select({ count: count() }).from(knowledgeBases).where(where);
  const rows = await tx
    .select()
    .from(knowledgeBases)
    .where(where)
    .orderBy(desc(knowledgeBases.createdAt), desc(knowledgeBases.id))
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize);
  return { rows, total: total?.count ?? 0 };
}

export async function findKnowledgeBase(tx: Tx, id: string): Promise<KnowledgeBaseRow | undefined> {
  const [row] = await tx
    .select()
    .from(knowledgeBases)
    .where(and(alive, eq(knowledgeBases.id, id)));
  return row;
}

export async function isNameTaken(tx: Tx, name: string, except?: string): Promise<boolean> {
  const rows = await tx
    .select({ id: knowledgeBases.id })
    .from(knowledgeBases)
    .where(and(alive, sql`lower(${knowledgeBases.name}) = lower(${name})`));
  return rows.some((row) => row.id !== except);
}

export async function insertKnowledgeBase(
  tx: Tx,
  values: typeof knowledgeBases.$inferInsert,
  _place: QuotaToken<'knowledgeBases'>,
): Promise<KnowledgeBaseRow> {
  const [row] = await tx.insert(knowledgeBases).values(values).returning();
  return row as KnowledgeBaseRow;
}

export async function updateKnowledgeBaseRow(
  tx: Tx,
  base: Authorized<KnowledgeBaseRow, 'update'>,
  changes: Partial<KnowledgeBaseRow>,
): Promise<KnowledgeBaseRow> {
  const [row] = await tx
    .update(knowledgeBases)
    .set({ ...changes, updatedAt: new Date() })
    .where(eq(knowledgeBases.id, base.id))
    .returning();
  return row as KnowledgeBaseRow;
}

/** Whether chunks of the base have vectors, or are being given some at this moment. */
export async function holdsVectors(tx: Tx, base: KnowledgeBaseRow): Promise<boolean> {
  const rows = await tx
    .select({ id: documents.id })
    .from(documents)
    .where(
      and(
        eq(documents.knowledgeBaseId, base.id),
        isNull(documents.deletedAt),
        or(gt(documents.chunkCount, 0), eq(documents.status, 'parsing')),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** The tombstone. What belongs to the base is removed by a job; nothing of it is answered from now on. */
export async function softDeleteKnowledgeBase(
  tx: Tx,
  base: Authorized<KnowledgeBaseRow, 'delete'>,
): Promise<void> {
  const now = new Date();
  await tx.update(knowledgeBases).set({ deletedAt: now }).where(eq(knowledgeBases.id, base.id));
  await tx
    .update(documents)
    .set({ deletedAt: now })
    .where(and(eq(documents.knowledgeBaseId, base.id), isNull(documents.deletedAt)));
}

/** Counts of documents and chunks, and the owner's name, by base. */
export async function readFacts(tx: Tx, rows: KnowledgeBaseRow[]) {
  if (rows.length === 0) return { counts: new Map(), owners: new Map<string, string>() };
  const counted = await tx
    .select({
      id: documents.knowledgeBaseId,
      documentCount: count(),
      chunkCount: sum(documents.chunkCount).mapWith(Number),
    })
    .from(documents)
    .where(
      and(
        inArray(
          documents.knowledgeBaseId,
          rows.map((row) => row.id),
        ),
        isNull(documents.deletedAt),
      ),
    )
    .groupBy(documents.knowledgeBaseId);
  const owners = await readOwnerNames(tx, rows);
  return {
    counts: new Map(counted.map((row) => [row.id, row])),
    owners,
  };
}

export function countKnowledgeBases(tx: Tx, companyId: string): Promise<number> {
  return tx.$count(knowledgeBases, and(eq(knowledgeBases.companyId, companyId), alive));
}
