import { AppError, type ErrorCode, errors } from '@lectern/contract';
import { ModelError } from '@lectern/models';
import { UnreadableFileError } from '@lectern/parsing';
import { and, eq, sql } from 'drizzle-orm';
import { cleanText } from '../../platform/database/clean-text.ts';
import { type JobDefinition, RetryLater } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { assembleRun } from './assemble-graph.ts';
import { extractMissing, type KeyedChunk } from './extract-graph.ts';
import { openGraphModel } from './graph-model.ts';
import { graphEntities } from './graph-parts.table.ts';
import { type BuildId, type GraphRun, GraphVoid, openGraphRun, releaseGraphRun } from './graph-run.ts';
import { chunksOfGraph, countLeftOut, fingerprintOf, graphOptions, modelIdOf } from './graph-scope.ts';
import { graphExtractions, knowledgeGraphs } from './knowledge-graph.table.ts';
import { reportsOf, writeReports } from './report-graph.ts';
import { endBuild, publishGraph, removeEntities, storeGraph, tidyGraph } from './store-graph.ts';

/** A provider that is down is asked again for so long after the last answer before the build fails. */
const patienceMs = 30 * 60_000;
const passingFaults = new Set(['rate_limited', 'circuit_open', 'unreachable', 'timeout', 'server_error']);

/**
 * Draws the graph of a base: reads what was not read yet, makes one graph of it all, and lets that answer in place of
 * the one before. What is read is kept at once: killed at any line and run again, it ends the same and pays once.
 */
export function buildGraphJob(platform: Platform): JobDefinition<BuildId> {
  const { database, metrics } = platform;

  async function run(build: BuildId, outer: AbortSignal): Promise<void> {
    const graphRun = await openGraphRun(platform, build, outer);
    if (!graphRun) return;
    try {
      await takeSteps(graphRun);
    } catch (error) {
      const reason = graphRun.signal.aborted ? graphRun.signal.reason : error;
      if (reason instanceof GraphVoid || error instanceof GraphVoid) {
        // What was read, and reports, stay for the next build; what this one stored for nothing goes.
        await removeEntities(
          graphRun,
          sql`${graphEntities.build} = ${graphRun.build} and ${graphEntities.build} not in (
            select ${knowledgeGraphs.activeBuild} from ${knowledgeGraphs}
            where ${knowledgeGraphs.knowledgeBaseId} = ${graphRun.base.id})`,
        );
        return;
      }
      await releaseGraphRun(graphRun);
      // Another process takes over what this one must leave.
      if (outer.aborted) throw error;
      if (reason instanceof RetryLater) throw reason;
      await settleFailure(build, graphRun, error);
    } finally {
      graphRun.stop();
    }
  }

  async function takeSteps(graphRun: GraphRun): Promise<void> {
    const { graph } = graphRun;
    const builtAt = new Date();
    const { model, fingerprint, keyed, missing, chunksLeftOut } = await plan(graphRun);
    const modelId = modelIdOf(fingerprint);
    if (graph.wantsNew) await extractMissing(graphRun, missing, model);
    const assembled = await assembleRun(graphRun, keyed, modelId === undefined ? 'built_in' : 'model');
    const reports =
      modelId === undefined
        ? reportsOf(assembled.reports)
        : await writeReports(graphRun, assembled, { modelId, model });
    await storeGraph(graphRun, assembled, reports);
    const modelName = model?.name ?? (modelId === undefined ? null : graph.modelName);
    await publishGraph(graphRun, assembled, { modelName, fingerprint, chunksLeftOut, builtAt });
    await tidyGraph(graphRun, keyed);
    await endBuild(graphRun);
  }

  /** What reads, the chunks of the graph, and those of them that nothing was read from yet. */
  function plan({ companyId, base, graph }: GraphRun) {
    return database.withCompany(companyId, async (tx) => {
      // Where nothing new is read, what was read before is looked up as it was read then.
      const asBefore = graph.wantsNew ? null : graph.fingerprint;
      const model = asBefore === null ? await openGraphModel(platform, tx, base) : undefined;
      const fingerprint = asBefore ?? fingerprintOf(model?.id, graphOptions(base).entityTypes);
      const scope = { all: graph.wantsAll, fingerprint };
      const { rows } = await tx.execute<{ chunk_id: string; key: string; read: boolean }>(sql`
        select wanted.chunk_id, wanted.key, ${graphExtractions.key} is not null as read
        from (${chunksOfGraph(base, scope)}) as wanted
        left join ${graphExtractions}
          on ${graphExtractions.knowledgeBaseId} = ${base.id} and ${graphExtractions.key} = wanted.key`);
      const keyed = rows.map((row): KeyedChunk => ({ chunkId: row.chunk_id, key: row.key }));
      const unread = new Map(rows.filter(({ read }) => !read).map((row) => [row.key, row.chunk_id]));
      return {
        model,
        fingerprint,
        keyed,
        missing: [...unread].map(([key, chunkId]): KeyedChunk => ({ chunkId, key })),
        chunksLeftOut: await countLeftOut(tx, base, scope),
      };
    });
  }

  /** A fault that will pass has the build wait; every other ends it with its reason. The graph of before stays. */
  async function settleFailure(build: BuildId, { base }: GraphRun, error: unknown): Promise<void> {
    if (error instanceof ModelError) {
      metrics.modelErrors.inc({ kind: error.kind });
      const [row] = await database.withCompany(build.companyId, (tx) =>
        tx
          .select({ updatedAt: knowledgeGraphs.updatedAt })
          .from(knowledgeGraphs)
          .where(eq(knowledgeGraphs.knowledgeBaseId, base.id)),
      );
      const since = row?.updatedAt.getTime() ?? 0;
      if (passingFaults.has(error.kind) && Date.now() - since < patienceMs)
        throw new RetryLater((error.retryAfterMs ?? 15_000) / 1000);
      await fail(build, `model.${error.kind}` as ErrorCode, error.detail);
    } else if (error instanceof AppError) await fail(build, error.code);
    else if (error instanceof UnreadableFileError) await fail(build, `parsing.${error.reason}`, error.detail);
    else throw error;
  }

  async function fail({ companyId, knowledgeBaseId, wanted }: BuildId, code: ErrorCode, detail?: string) {
    if (!(code in errors)) throw new Error(`No error ${code}`);
    await database.withCompany(companyId, (tx) =>
      tx
        .update(knowledgeGraphs)
        .set({
          state: 'failed',
          stage: null,
          runId: null,
          errorCode: code,
          errorDetail: detail === undefined ? null : cleanText(detail).slice(0, 500),
        })
        .where(and(eq(knowledgeGraphs.knowledgeBaseId, knowledgeBaseId), eq(knowledgeGraphs.wanted, wanted))),
    );
  }

  return {
    name: 'graph.build',
    concurrency: () => 1,
    run,
    onFailed: (build) => fail(build, 'server.error'),
  };
}
