import { and, eq, ilike, isNull } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { likePattern } from '../../platform/database/like-pattern.ts';
import type { Platform } from '../../platform/platform.ts';
import { takeQuota } from '../../platform/quota.ts';
import { insertKnowledgeBase } from './knowledge-base.queries.ts';
import { type KnowledgeBaseRow, knowledgeBases } from './knowledge-base.table.ts';

/**
 * The tombstone of a base that is being made piece by piece: like a deleted one it is in no list and no answer, and
 * nothing clears it away, since its day never comes.
 */
const unborn = new Date('9999-01-01T00:00:00Z');

const isUnborn = (id: string) => and(eq(knowledgeBases.id, id), eq(knowledgeBases.deletedAt, unborn));

export async function insertUnbornBase(
  tx: Tx,
  values: Omit<typeof knowledgeBases.$inferInsert, 'deletedAt'>,
): Promise<KnowledgeBaseRow> {
  const place = await takeQuota(tx, values.companyId, 'knowledgeBases', 1);
  return insertKnowledgeBase(tx, { ...values, deletedAt: unborn }, place);
}

export async function findUnbornBase(tx: Tx, id: string): Promise<KnowledgeBaseRow | undefined> {
  const [row] = await tx.select().from(knowledgeBases).where(isUnborn(id));
  return row;
}

/** From this commit on it is there, under a name that is free. Its place is counted anew: it had none so far. */
export async function bringForthBase(tx: Tx, base: KnowledgeBaseRow): Promise<KnowledgeBaseRow> {
  await takeQuota(tx, base.companyId, 'knowledgeBases', 1);
  const name = await findFreeBaseName(tx, base.name);
  const [row] = await tx
    .update(knowledgeBases)
    .set({ deletedAt: null, name, updatedAt: new Date() })
    .where(isUnborn(base.id))
    .returning();
  if (!row) throw new Error('The base is no longer unborn');
  return row;
}

/** What was made of it so far goes. */
export async function giveUpUnbornBase({ jobs }: Platform, tx: Tx, id: string): Promise<void> {
  const [row] = await tx
    .update(knowledgeBases)
    .set({ deletedAt: new Date() })
    .where(isUnborn(id))
    .returning({ companyId: knowledgeBases.companyId });
  if (row) await jobs.enqueue(tx, 'knowledge-base.clear', { ...row, knowledgeBaseId: id });
}

/** Under the company's lock, which the quota took. */
async function findFreeBaseName(tx: Tx, name: string): Promise<string> {
  const rows = await tx
    .select({ name: knowledgeBases.name })
    .from(knowledgeBases)
    .where(and(isNull(knowledgeBases.deletedAt), ilike(knowledgeBases.name, likePattern(name).slice(1))));
  const taken = new Set(rows.map((row) => row.name.toLowerCase()));
  let candidate = name;
  for (let number = 2; taken.has(candidate.toLowerCase()); number++)
    candidate = `${name.slice(0, 245)} (${number})`;
  return candidate;
}
