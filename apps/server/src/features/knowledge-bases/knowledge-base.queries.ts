import { levels } from '@lectern/contract';
import {
  and,
  count,
  desc,
  eq,
  ilike,
  inArray,
  isNotNull,
  isNull,
  lt,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import type { Authorized } from '../../platform/authorized.ts';
import type { SystemTx, Tx } from '../../platform/database/database.ts';
import { likePattern } from '../../platform/database/like-pattern.ts';
import { isSameName } from '../../platform/database/same-name.ts';
import type { QuotaToken } from '../../platform/quota.ts';
import { rememberDeleted } from '../deletions/deletion.queries.ts';
import {
  isActiveKnowledgeBase,
  isIndexedKnowledgeBase,
  type KnowledgeBaseRow,
  knowledgeBases,
} from './knowledge-base.table.ts';

const active = isActiveKnowledgeBase();

/** The policy's `read` as a condition, so that lists are paged by the database. A test holds the two together. */
export function visibleTo(actor: Actor): SQL | undefined {
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
    active,
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

/** Files of a conversation are there for its person, and for jobs, which act for nobody. */
const isReachable = sql`(${knowledgeBases.conversationId} is null
  or coalesce(current_setting('lectern.account_id', true), '') in ('', ${knowledgeBases.ownerId}::text))`;

export async function findKnowledgeBase(tx: Tx, id: string): Promise<KnowledgeBaseRow | undefined> {
  const [row] = await tx
    .select()
    .from(knowledgeBases)
    .where(and(isIndexedKnowledgeBase(), isReachable, eq(knowledgeBases.id, id)));
  return row;
}

/** Those of these knowledge bases that are not deleted, of every company. */
export async function listActiveKnowledgeBases(tx: SystemTx, ids: string[]): Promise<KnowledgeBaseRow[]> {
  return ids.length === 0
    ? []
    : tx
        .select()
        .from(knowledgeBases)
        .where(and(active, inArray(knowledgeBases.id, ids)));
}

export async function isNameTaken(tx: Tx, name: string, except?: string): Promise<boolean> {
  const rows = await tx
    .select({ id: knowledgeBases.id })
    .from(knowledgeBases)
    .where(and(active, isSameName(knowledgeBases.name, name)));
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

export async function setIndexForm(tx: SystemTx, id: string, indexForm: string): Promise<void> {
  await tx.update(knowledgeBases).set({ indexForm }).where(eq(knowledgeBases.id, id));
}

/** A job removes what belongs to the knowledge base; no answer uses it from here on. */
export async function softDeleteKnowledgeBase(
  tx: Tx,
  base: Authorized<KnowledgeBaseRow, 'delete'>,
): Promise<void> {
  await tx.update(knowledgeBases).set({ deletedAt: new Date() }).where(eq(knowledgeBases.id, base.id));
  await rememberDeleted(tx, 'knowledge_base', [base]);
}

export function countKnowledgeBases(companyId: SQLWrapper): SQL<number> {
  const mine = and(sql`${knowledgeBases.companyId} = ${companyId}`, active);
  return sql`(select count(*) from ${knowledgeBases} where ${mine})`;
}

/** Names of a few knowledge bases that use the model. */
export async function listKnowledgeBasesUsingModel(tx: Tx, modelId: string): Promise<string[]> {
  const rows = await tx
    .select({ name: knowledgeBases.name })
    .from(knowledgeBases)
    .where(
      and(
        or(eq(knowledgeBases.embeddingModelId, modelId), eq(knowledgeBases.rerankModelId, modelId)),
        active,
      ),
    )
    .limit(3);
  return rows.map(({ name }) => name);
}

export async function findDeletedKnowledgeBase(tx: Tx, id: string): Promise<KnowledgeBaseRow | undefined> {
  const [row] = await tx
    .select()
    .from(knowledgeBases)
    .where(and(eq(knowledgeBases.id, id), isNotNull(knowledgeBases.deletedAt)));
  return row;
}

export async function deleteKnowledgeBaseRow(tx: SystemTx, id: string): Promise<void> {
  await tx.delete(knowledgeBases).where(eq(knowledgeBases.id, id));
}

/** Soft-deleted knowledge bases that should have been removed by now. */
export function listLeftoverKnowledgeBases(tx: Tx, before: Date) {
  return tx
    .select({ companyId: knowledgeBases.companyId, knowledgeBaseId: knowledgeBases.id })
    .from(knowledgeBases)
    .where(lt(knowledgeBases.deletedAt, before));
}

const draft = (id: string) =>
  and(eq(knowledgeBases.id, id), eq(knowledgeBases.isDraft, true), isNull(knowledgeBases.deletedAt));

export async function findDraft(tx: Tx, id: string): Promise<KnowledgeBaseRow | undefined> {
  const [row] = await tx.select().from(knowledgeBases).where(draft(id));
  return row;
}

/** Undefined if it is no longer a draft. */
export async function publishDraftRow(
  tx: SystemTx,
  id: string,
  name: string,
  _place: QuotaToken<'knowledgeBases'>,
): Promise<KnowledgeBaseRow | undefined> {
  const [row] = await tx
    .update(knowledgeBases)
    .set({ isDraft: false, name, updatedAt: new Date() })
    .where(draft(id))
    .returning();
  return row;
}

/** False if it is no longer a draft. */
export async function softDeleteDraft(tx: SystemTx, id: string): Promise<boolean> {
  const { rowCount } = await tx.update(knowledgeBases).set({ deletedAt: new Date() }).where(draft(id));
  return (rowCount ?? 0) > 0;
}

/** All of the transaction's company, drafts included. */
export async function softDeleteAllKnowledgeBases(tx: SystemTx): Promise<void> {
  await tx.update(knowledgeBases).set({ deletedAt: new Date() }).where(isNull(knowledgeBases.deletedAt));
}

export async function lockActiveKnowledgeBase(tx: Tx, id: string): Promise<KnowledgeBaseRow | undefined> {
  const [row] = await tx
    .select()
    .from(knowledgeBases)
    .where(and(active, eq(knowledgeBases.id, id)))
    .for('update');
  return row;
}

/** From the commit on the vectors of this generation answer. */
export async function switchGeneration(
  tx: SystemTx,
  id: string,
  changes: Pick<KnowledgeBaseRow, 'embeddingModelId' | 'folderWeight' | 'generation'>,
): Promise<void> {
  await tx
    .update(knowledgeBases)
    .set({ ...changes, updatedAt: new Date() })
    .where(eq(knowledgeBases.id, id));
}
