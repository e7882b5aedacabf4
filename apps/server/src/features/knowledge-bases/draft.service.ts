import { and, eq, ilike, isNull } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { likePattern } from '../../platform/database/like-pattern.ts';
import type { Platform } from '../../platform/platform.ts';
import { takeQuota } from '../../platform/quota.ts';
import { insertKnowledgeBase } from './knowledge-base.queries.ts';
import { type KnowledgeBaseRow, knowledgeBases } from './knowledge-base.table.ts';

/**
 * `deletedAt` of a draft, a knowledge base that an import still fills. Like a deleted one it appears in no list and no
 * answer; unlike one it is never removed, because the date lies in the future.
 */
const draftDeletedAt = new Date('9999-01-01T00:00:00Z');

const isDraft = (id: string) => and(eq(knowledgeBases.id, id), eq(knowledgeBases.deletedAt, draftDeletedAt));

export async function createDraft(
  tx: Tx,
  values: Omit<typeof knowledgeBases.$inferInsert, 'deletedAt'>,
): Promise<KnowledgeBaseRow> {
  const place = await takeQuota(tx, values.companyId, 'knowledgeBases', 1);
  return insertKnowledgeBase(tx, { ...values, deletedAt: draftDeletedAt }, place);
}

export async function findDraft(tx: Tx, id: string): Promise<KnowledgeBaseRow | undefined> {
  const [row] = await tx.select().from(knowledgeBases).where(isDraft(id));
  return row;
}

/** Makes the draft a knowledge base under a free name. The quota counts it only from here on. */
export async function publishDraft(tx: Tx, base: KnowledgeBaseRow): Promise<KnowledgeBaseRow> {
  await takeQuota(tx, base.companyId, 'knowledgeBases', 1);
  const name = await findFreeKnowledgeBaseName(tx, base.name);
  const [row] = await tx
    .update(knowledgeBases)
    .set({ deletedAt: null, name, updatedAt: new Date() })
    .where(isDraft(base.id))
    .returning();
  if (!row) throw new Error('The base is no longer a draft');
  return row;
}

/** Deletes the draft; a job removes its contents. */
export async function discardDraft({ jobs }: Platform, tx: Tx, id: string): Promise<void> {
  const [row] = await tx
    .update(knowledgeBases)
    .set({ deletedAt: new Date() })
    .where(isDraft(id))
    .returning({ companyId: knowledgeBases.companyId });
  if (row) await jobs.enqueue(tx, 'knowledge-base.clear', { ...row, knowledgeBaseId: id });
}

/** Under the company's lock, which the quota took. */
async function findFreeKnowledgeBaseName(tx: Tx, name: string): Promise<string> {
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
