import type { GraphStage } from '@lectern/contract';
import { and, eq, sql } from 'drizzle-orm';
import { newId, type Tx } from '../../platform/database/database.ts';
import { RetryLater } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { readCompanyState } from '../companies/company-state.service.ts';
import { findLivingBase } from '../knowledge-bases/knowledge-base.service.ts';
import type { KnowledgeBaseRow } from '../knowledge-bases/knowledge-base.table.ts';
import { lockGraph } from './graph-schedule.service.ts';
import { type KnowledgeGraphRow, knowledgeGraphs } from './knowledge-graph.table.ts';

export type BuildId = { companyId: string; knowledgeBaseId: string; wanted: number };

/** The build was cancelled, deleted with its base, or taken over: the job ends without a word. */
export class GraphVoid extends Error {}

/** A run that said nothing for so long is dead, and another takes over. */
const deadAfterMs = 15_000;
const lookEveryMs = 1_000;
const writeEveryMs = 400;
export const disabledCompanySeconds = 60;

/** One run of a build: what it works on, and how it writes. */
export type GraphRun = {
  platform: Platform;
  companyId: string;
  base: KnowledgeBaseRow;
  graph: KnowledgeGraphRow;
  build: number;
  wanted: number;
  signal: AbortSignal;
  /** Runs `work` only while this run is the one that may write, under the graph's lock. */
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** Cheap enough to be called for every batch. */
  report: (stage: GraphStage, done: number, total: number) => Promise<void>;
  stop: () => void;
};

/** Share of the whole that is done when a stage begins and ends, in percent. */
const shares: Record<GraphStage, [number, number]> = {
  reading: [0, 3],
  extracting: [3, 75],
  assembling: [75, 82],
  reporting: [82, 94],
  storing: [94, 100],
};

/** Takes a build up; undefined where there is nothing (more) to do. */
export async function openGraphRun(
  platform: Platform,
  { companyId, knowledgeBaseId, wanted }: BuildId,
  outer: AbortSignal,
): Promise<GraphRun | undefined> {
  const { database, log } = platform;
  const runId = newId();
  const taken = await database.withCompany(companyId, async (tx) => {
    const company = await readCompanyState(tx, companyId);
    const base = await findLivingBase(tx, knowledgeBaseId);
    const graph = await lockGraph(tx, knowledgeBaseId);
    const isWanted = graph && graph.wanted === wanted && ['queued', 'building'].includes(graph.state);
    if (company === 'gone' || !base || !isWanted) return undefined;
    if (company === 'disabled') throw new RetryLater(disabledCompanySeconds);
    if (graph.runId && Date.now() - (graph.aliveAt?.getTime() ?? 0) < deadAfterMs) throw new RetryLater(3);
    const build = graph.lastBuild + 1;
    await tx
      .update(knowledgeGraphs)
      .set({
        state: 'building',
        stage: 'reading',
        percent: 0,
        runId,
        aliveAt: new Date(),
        lastBuild: build,
        errorCode: null,
        errorDetail: null,
      })
      .where(eq(knowledgeGraphs.knowledgeBaseId, knowledgeBaseId));
    return { base, graph, build };
  });
  if (!taken) return undefined;

  const controller = new AbortController();
  const signal = AbortSignal.any([controller.signal, outer]);
  const ours = and(eq(knowledgeGraphs.knowledgeBaseId, knowledgeBaseId), eq(knowledgeGraphs.runId, runId));
  const look = setInterval(() => {
    database
      .withCompany(companyId, async (tx) => {
        const alive = await tx
          .update(knowledgeGraphs)
          .set({ aliveAt: new Date() })
          .where(ours)
          .returning({ id: knowledgeGraphs.knowledgeBaseId });
        const company = await readCompanyState(tx, companyId);
        if (alive.length === 0 || company === 'gone' || !(await findLivingBase(tx, knowledgeBaseId)))
          controller.abort(new GraphVoid());
        else if (company === 'disabled') controller.abort(new RetryLater(disabledCompanySeconds));
      })
      .catch((error) => log.warn({ event: 'graph.look_failed', reason: String(error) }));
  }, lookEveryMs);

  const write: GraphRun['write'] = async (work) => {
    signal.throwIfAborted();
    return database.withCompany(companyId, async (tx) => {
      if ((await lockGraph(tx, knowledgeBaseId))?.runId !== runId) throw new GraphVoid();
      return work(tx);
    });
  };
  let lastReport = 0;
  let lastStage: GraphStage | undefined;
  return {
    platform,
    companyId,
    ...taken,
    wanted,
    signal,
    write,
    report: async (stage, done, total) => {
      signal.throwIfAborted();
      if (stage === lastStage && Date.now() - lastReport < writeEveryMs) return;
      lastStage = stage;
      lastReport = Date.now();
      const [from, to] = shares[stage];
      const percent = from + (total > 0 ? ((to - from) * Math.min(done, total)) / total : 0);
      await database.withCompany(companyId, (tx) =>
        tx.update(knowledgeGraphs).set({ stage, percent }).where(ours),
      );
    },
    stop: () => clearInterval(look),
  };
}

/** Lets go of a build that is to be gone on with later, by whomever. */
export async function releaseGraphRun({ platform, companyId, base, build }: GraphRun): Promise<void> {
  await platform.database.withCompany(companyId, (tx) =>
    tx
      .update(knowledgeGraphs)
      .set({
        runId: null,
        state: sql`case when ${knowledgeGraphs.state} = 'building' then 'queued' else ${knowledgeGraphs.state} end`,
      })
      .where(and(eq(knowledgeGraphs.knowledgeBaseId, base.id), eq(knowledgeGraphs.lastBuild, build))),
  );
}
