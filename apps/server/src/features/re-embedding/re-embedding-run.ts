import type { ReEmbeddingStage } from '@lectern/contract';
import { eq } from 'drizzle-orm';
import type { Platform } from '../../platform/platform.ts';
import { isActive } from '../../platform/runs/columns.ts';
import { type LeasedRun, openLeasedRun } from '../../platform/runs/leased-run.ts';
import { indexTable } from '../knowledge-bases/index-table.service.ts';
import { findActiveKnowledgeBase } from '../knowledge-bases/knowledge-base.service.ts';
import type { KnowledgeBaseRow } from '../knowledge-bases/knowledge-base.table.ts';
import { lockReEmbedding } from './re-embedding.queries.ts';
import { type ReEmbeddingRow, reEmbeddings } from './re-embedding.table.ts';

export type ReEmbeddingId = { companyId: string; knowledgeBaseId: string; version: number };

/** An attempt at a re-embedding: what it works on, and how it writes. */
export type ReEmbeddingRun = LeasedRun<ReEmbeddingRow, ReEmbeddingStage, KnowledgeBaseRow> & {
  base: KnowledgeBaseRow;
  target: Pick<ReEmbeddingRow, 'embeddingModelId' | 'folderWeight' | 'generation'>;
  /** Of the index: the one that is made. */
  table: string;
};

/** Starts an attempt; undefined where there is nothing (more) to do. */
export async function openReEmbeddingRun(
  platform: Platform,
  { companyId, knowledgeBaseId, version }: ReEmbeddingId,
  outer: AbortSignal,
): Promise<ReEmbeddingRun | undefined> {
  const run = await openLeasedRun<ReEmbeddingRow, ReEmbeddingStage, KnowledgeBaseRow>(
    platform,
    {
      companyId,
      noun: 're_embedding',
      table: reEmbeddings,
      which: eq(reEmbeddings.knowledgeBaseId, knowledgeBaseId),
      lock: (tx) => lockReEmbedding(tx, knowledgeBaseId),
      findSubject: (tx) => findActiveKnowledgeBase(tx, knowledgeBaseId),
      isDue: (row) => row.requestedVersion === version && isActive(row),
      shares: { embedding: [0, 80], indexing: [80, 94], catching_up: [94, 97], swapping: [97, 100] },
      counts: (stage, done, total) =>
        stage === 'embedding' ? { embeddedChunks: done, totalChunks: total } : {},
    },
    outer,
  );
  if (!run) return undefined;
  const { subject: base, row: target } = run;
  return { ...run, base, target, table: indexTable({ id: base.id, generation: target.generation }) };
}
