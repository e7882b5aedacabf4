import type { GraphStage } from '@lectern/contract';
import { eq } from 'drizzle-orm';
import { type LeasedRun, openLeasedRun } from '../../platform/jobs/leased-run.ts';
import type { Platform } from '../../platform/platform.ts';
import { findActiveKnowledgeBase } from '../knowledge-bases/knowledge-base.service.ts';
import type { KnowledgeBaseRow } from '../knowledge-bases/knowledge-base.table.ts';
import { lockGraph } from './graph-schedule.service.ts';
import { type KnowledgeGraphRow, knowledgeGraphs } from './knowledge-graph.table.ts';

export type BuildId = { companyId: string; knowledgeBaseId: string; wanted: number };

/** One run of a build: what it works on, and how it writes. */
export type GraphRun = LeasedRun<KnowledgeGraphRow, GraphStage, KnowledgeBaseRow> & {
  base: KnowledgeBaseRow;
  graph: KnowledgeGraphRow;
  build: number;
  wanted: number;
};

/** Takes a build up; undefined where there is nothing (more) to do. */
export async function openGraphRun(
  platform: Platform,
  { companyId, knowledgeBaseId, wanted }: BuildId,
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
      isDue: (graph) => graph.wanted === wanted && ['queued', 'building'].includes(graph.state),
      begin: ({ lastBuild }) => ({
        state: 'building',
        stage: 'reading',
        percent: 0,
        // What it waited for is told until it has got on.
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
  return run && { ...run, base: run.subject, graph: run.row, build: run.row.lastBuild, wanted };
}
