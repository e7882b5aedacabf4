import { sql } from 'drizzle-orm';
import { asFailure, type Failure } from '../../../platform/jobs/failure.ts';
import type { Job } from '../../../platform/jobs/queue.ts';
import type { Platform } from '../../../platform/platform.ts';
import { failedRun, failureColumns } from '../../../platform/runs/columns.ts';
import { graphEntities } from '../graph-parts.table.ts';
import { findGraph } from '../knowledge-graph.queries.ts';
import { graphExtractions, type KnowledgeGraphRow, knowledgeGraphs } from '../knowledge-graph.table.ts';
import { assembleRun } from './assemble-graph.ts';
import { extractMissing, type KeyedChunk } from './extract-graph.ts';
import { updateRequestedBuild } from './graph-build.queries.ts';
import { openGraphModel } from './graph-model.ts';
import { type BuildId, type GraphRun, openGraphRun } from './graph-run.ts';
import { chunksOfGraph, countLeftOut, fingerprintOf, graphOptions, modelIdOf } from './graph-scope.ts';
import { reportsOf, writeReports } from './report-graph.ts';
import { endBuild, publishGraph, removeEntities, storeGraph, tidyGraph } from './store-graph.ts';

/**
 * Draws the graph of a base: reads what was not read yet, makes one graph of it all, and lets that answer in place of
 * the one before. What is read is kept at once: killed at any line and run again, it ends the same and pays once.
 */
export function buildGraphJob(platform: Platform): Job<BuildId> {
  const { database } = platform;

  async function run(build: BuildId, outer: AbortSignal): Promise<void> {
    const graphRun = await openGraphRun(platform, build, outer);
    await graphRun?.carryOut(() => takeSteps(graphRun), {
      // What was read, and reports, stay for the next build; what this one stored for nothing goes.
      onObsolete: () =>
        removeEntities(
          graphRun,
          sql`${graphEntities.build} = ${graphRun.build} and ${graphEntities.build} not in (
            select ${knowledgeGraphs.activeBuild} from ${knowledgeGraphs}
            where ${knowledgeGraphs.knowledgeBaseId} = ${graphRun.base.id})`,
        ),
      onFailure: (error) => settleFailure(build, error),
    });
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
          on ${graphExtractions.knowledgeBaseId} = ${base.id} and ${graphExtractions.key} = wanted.key
        order by wanted.place`);
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

  /** The previous graph stays in use. */
  async function settleFailure(build: BuildId, error: unknown): Promise<void> {
    const failure = await asFailure(platform, error, {
      findLastProgress: () =>
        database.withCompany(
          build.companyId,
          async (tx) => (await findGraph(tx, build.knowledgeBaseId))?.updatedAt,
        ),
      onWait: (why) => writeReason(build, why, {}),
    });
    if (!failure) throw error;
    await fail(build, failure);
  }

  function fail(build: BuildId, failure: Failure) {
    return writeReason(build, failure, failedRun(failure));
  }

  /** Records why it waits or, with `changes`, why it failed. */
  async function writeReason(build: BuildId, failure: Failure, changes: Partial<KnowledgeGraphRow>) {
    await database.withCompany(build.companyId, (tx) =>
      updateRequestedBuild(tx, build, { ...changes, ...failureColumns(failure) }),
    );
  }

  return {
    concurrency: () => 1,
    run,
    onFailed: (build) => fail(build, { code: 'server.error' }),
  };
}
