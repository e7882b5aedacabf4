import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Reconciliation } from '../../platform/reconcile.ts';
import { indexTable, parseIndexTable } from '../knowledge-bases/index-table.service.ts';
import { knowledgeBases } from '../knowledge-bases/knowledge-base.table.ts';
import {
  deleteFingerprintsExcept,
  deleteVectorsExcept,
  findUnfinishedGeneration,
} from './re-embedding.queries.ts';
import { reEmbeddings } from './re-embedding.table.ts';

export type ClearReEmbedding = { companyId: string; knowledgeBaseId: string; generation: number };

/** Whether a table of the index belongs to a base that is there, and answers, may still be asked, or is being made. */
export async function isTableInUse(
  tx: Tx,
  { id, generation }: { id: string; generation: number },
  askedSince: Date,
): Promise<boolean> {
  const [base] = await tx
    .select({ generation: knowledgeBases.generation })
    .from(knowledgeBases)
    .where(eq(knowledgeBases.id, id));
  if (!base) return false;
  if (generation === base.generation || generation === (await findUnfinishedGeneration(tx, id))) return true;
  const [swapped] = await tx
    .select({ at: reEmbeddings.finishedAt })
    .from(reEmbeddings)
    .where(and(eq(reEmbeddings.knowledgeBaseId, id), eq(reEmbeddings.state, 'finished')));
  return swapped?.at != null && swapped.at > askedSince && generation < base.generation;
}

/**
 * Removes a generation that answers no more, or never came to answer: its table, and the new vectors that were kept
 * apart. Safe to repeat; does nothing to one that answers or is being made.
 */
export async function clearGeneration(
  { database, index }: Platform,
  { companyId, knowledgeBaseId, generation }: ClearReEmbedding,
): Promise<void> {
  const { answering, making } = await database.withCompany(companyId, async (tx) => {
    const [base] = await tx
      .select({ generation: knowledgeBases.generation })
      .from(knowledgeBases)
      .where(eq(knowledgeBases.id, knowledgeBaseId));
    return { answering: base?.generation, making: await findUnfinishedGeneration(tx, knowledgeBaseId) };
  });
  if (generation !== answering && generation !== making)
    await index.drop(indexTable({ id: knowledgeBaseId, generation }));
  await database.withCompany(companyId, (tx) => deleteFingerprintsExcept(tx, knowledgeBaseId, making));
  let deleted: number;
  do
    deleted = await database.withCompany(companyId, (tx) => deleteVectorsExcept(tx, knowledgeBaseId, making));
  while (deleted > 0);
}

/** Drops index tables of deleted knowledge bases, and of generations that are neither in use nor being built. */
export async function dropUnusedTables(
  { database, index }: Platform,
  { before }: { before: Date },
): Promise<Partial<Reconciliation>> {
  let indexes = 0;
  // First the tables: a generation is in its row before it has one.
  for (const table of await index.listTables()) {
    const place = parseIndexTable(table);
    if (!place) continue;
    const isInUse = await database.acrossCompanies('the index of every company', (tx) =>
      isTableInUse(tx, place, before),
    );
    if (isInUse) continue;
    await index.drop(table);
    indexes++;
  }
  return { indexes };
}
