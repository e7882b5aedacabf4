import { estimateExtraction, estimateReports } from '@lectern/knowledge-graph';
import { eq, sql } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { loadKnowledgeBase } from '../knowledge-bases/knowledge-base.service.ts';
import type { KnowledgeBaseRow } from '../knowledge-bases/knowledge-base.table.ts';
import { models } from '../models/model.table.ts';
import { isRowId } from '../usage/usage.service.ts';
import { openGraphModel } from './build/graph-model.ts';
import { chunksOfGraph, fingerprintOf, graphOptions } from './build/graph-scope.ts';
import { graphExtractions } from './knowledge-graph.table.ts';

/** What a build would ask of a model: for the passages not read yet, and for all of them. */
export async function estimateGraphWork(platform: Platform, tx: Tx, base: KnowledgeBaseRow) {
  const model = await openGraphModel(platform, tx, base);
  const { entityTypes } = graphOptions(base);
  const scope = { all: true, fingerprint: fingerprintOf(model?.id, entityTypes) };
  const { rows } = await tx.execute<Record<'chunks' | 'unread' | 'tokens' | 'unread_tokens', number>>(sql`
    select count(*)::int as chunks, coalesce(sum(wanted.tokens), 0)::int as tokens,
           count(*) filter (where ${graphExtractions.key} is null)::int as unread,
           coalesce(sum(wanted.tokens) filter (where ${graphExtractions.key} is null), 0)::int as unread_tokens
    from (${chunksOfGraph(base, scope)}) as wanted
    left join ${graphExtractions}
      on ${graphExtractions.knowledgeBaseId} = ${base.id} and ${graphExtractions.key} = wanted.key`);
  const counted = rows[0] ?? { chunks: 0, unread: 0, tokens: 0, unread_tokens: 0 };
  const price = model && isRowId(model.id) ? await findPrice(tx, model.id) : undefined;
  const estimate = (passages: number, tokens: number) => {
    const reading = estimateExtraction({ passages, tokens }, entityTypes);
    // Where nothing new is read, the communities and their reports stay as they are.
    const reports = estimateReports(passages === 0 ? 0 : counted.chunks);
    const calls = reading.calls + reports.calls;
    const promptTokens = reading.promptTokens + reports.promptTokens;
    const completionTokens = reading.completionTokens + reports.completionTokens;
    if (!model)
      return {
        work: 'graph' as const,
        modelName: null,
        builtIn: true,
        calls: 0,
        promptTokens: 0,
        completionTokens: 0,
        cost: null,
      };
    return {
      work: 'graph' as const,
      modelName: model.name,
      builtIn: false,
      calls,
      promptTokens,
      completionTokens,
      cost:
        price === undefined
          ? null
          : (promptTokens * price.input + completionTokens * price.output) / 1_000_000,
    };
  };
  return {
    chunks: counted.chunks,
    newChunks: counted.unread,
    work: estimate(counted.unread, counted.unread_tokens),
    afresh: estimate(counted.chunks, counted.tokens),
    currency: platform.config.currency,
  };
}

async function findPrice(tx: Tx, modelId: string): Promise<{ input: number; output: number } | undefined> {
  const [row] = await tx
    .select({ input: models.inputPrice, output: models.outputPrice })
    .from(models)
    .where(eq(models.id, modelId));
  if (!row || (row.input === null && row.output === null)) return undefined;
  return { input: row.input ?? 0, output: row.output ?? 0 };
}

export function estimateGraph(platform: Platform, actor: Actor, baseId: string) {
  return platform.database.withActor(actor, async (tx) =>
    estimateGraphWork(platform, tx, await loadKnowledgeBase(tx, actor, 'read', baseId)),
  );
}
