import type { GraphStage } from '@lectern/contract';
import { eq } from 'drizzle-orm';
import type { Platform } from '../../../platform/platform.ts';
import { isActive } from '../../../platform/runs/columns.ts';
import { type LeasedRun, openLeasedRun } from '../../../platform/runs/leased-run.ts';
import { findActiveKnowledgeBase } from '../../knowledge-bases/knowledge-base.service.ts';
import type { KnowledgeBaseRow } from '../../knowledge-bases/knowledge-base.table.ts';
import { type KnowledgeGraphRow, knowledgeGraphs } from '../knowledge-graph.table.ts';
import { lockGraph } from './graph-build.queries.ts';

export type BuildId = { companyId: string; knowledgeBaseId: string; version: number };

/** An attempt at a build: what it works on, and how it writes. */
export type GraphRun = LeasedRun<KnowledgeGraphRow, GraphStage, KnowledgeBaseRow> & {
  base: KnowledgeBaseRow;
  graph: KnowledgeGraphRow;
  build: number;
  version: number;
};

/** Starts an attempt; undefined where there is nothing (more) to do. */
export async function openGraphRun(
  platform: Platform,
  { companyId, knowledgeBaseId, version }: BuildId,
  outer: AbortSignal,
): Promise<GraphRun | undefined> {
  const run = await openLeasedRun<KnowledgeGraphRow, GraphStage, KnowledgeBaseRow>(
    platform,
    {
      companyId,
      noun: 'graph',
      table: knowledgeGraphs,
      which: eq(knowledgeGraphs.knowledgeBaseId, knowledgeBaseId),
      lock: (tx) => lockGraph(tx, knowledgeBaseId),
      findSubject: (tx) => findActiveKnowledgeBase(tx, knowledgeBaseId),
      isDue: (graph) => graph.requestedVersion === version && isActive(graph),
      begin: ({ lastBuild }) => ({
        stage: 'reading',
        percent: 0,
        lastBuild: lastBuild + 1,
      }),
      shares: {
        reading: [0, 3],
        extracting: [3, 75],
        assembling: [75, 82],
        reporting: [82, 94],
        storing: [94, 100],
      },
    },
    outer,
  );
  return run && { ...run, base: run.subject, graph: run.row, build: run.row.lastBuild, version };
}
