import { and, ilike } from 'drizzle-orm';
import type { SystemTx, Tx } from '../../platform/database/database.ts';
import { likePattern } from '../../platform/database/like-pattern.ts';
import type { Platform } from '../../platform/platform.ts';
import { takeQuota } from '../../platform/quota.ts';
import { insertKnowledgeBase, publishDraftRow, softDeleteDraft } from './knowledge-base.queries.ts';
import { isActiveKnowledgeBase, type KnowledgeBaseRow, knowledgeBases } from './knowledge-base.table.ts';

export async function createDraft(
  tx: Tx,
  values: Omit<typeof knowledgeBases.$inferInsert, 'isDraft'>,
): Promise<KnowledgeBaseRow> {
  const place = await takeQuota(tx, values.companyId, 'knowledgeBases', 1);
  return insertKnowledgeBase(tx, { ...values, isDraft: true }, place);
}

/** Makes the draft a knowledge base under a free name. The quota counts it only from here on. */
export async function publishDraft(tx: SystemTx, base: KnowledgeBaseRow): Promise<KnowledgeBaseRow> {
  const place = await takeQuota(tx, base.companyId, 'knowledgeBases', 1);
  const name = await findFreeKnowledgeBaseName(tx, base.name);
  const row = await publishDraftRow(tx, base.id, name, place);
  if (!row) throw new Error('The knowledge base is no longer a draft');
  return row;
}

/** Deletes the draft; a job removes its contents. */
export async function discardDraft(
  { jobs }: Platform,
  tx: SystemTx,
  { companyId, id }: { companyId: string; id: string },
): Promise<void> {
  if (await softDeleteDraft(tx, id))
    await jobs.enqueue(tx, 'knowledge-base.clear', { companyId, knowledgeBaseId: id });
}

/** Under the company's lock, which the quota took. */
async function findFreeKnowledgeBaseName(tx: Tx, name: string): Promise<string> {
  const rows = await tx
    .select({ name: knowledgeBases.name })
    .from(knowledgeBases)
    .where(and(isActiveKnowledgeBase(), ilike(knowledgeBases.name, likePattern(name).slice(1))));
  const taken = new Set(rows.map((row) => row.name.toLowerCase()));
  let candidate = name;
  for (let number = 2; taken.has(candidate.toLowerCase()); number++)
    candidate = `${name.slice(0, 245)} (${number})`;
  return candidate;
}
