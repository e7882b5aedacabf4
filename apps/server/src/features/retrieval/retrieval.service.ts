import { AppError, type RetrievalHit, retrievalLimits } from '@lectern/contract';
import type { BaseToSearch, OtherHits, RetrievalModelCall } from '@lectern/retrieval';
import { and, inArray, isNull, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Actor } from '../../platform/actor.ts';
import { newId, type Tx } from '../../platform/database/database.ts';
import { together } from '../../platform/database/together.ts';
import type { Platform } from '../../platform/platform.ts';
import { chunks } from '../documents/chunks/chunk.table.ts';
import { documents } from '../documents/document.table.ts';
import { waitForIndex } from '../indexing/wait-for-index.service.ts';
import { indexTable } from '../knowledge-bases/index-table.service.ts';
import { type KnowledgeBaseRow, knowledgeBases } from '../knowledge-bases/knowledge-base.table.ts';
import {
  findInGraphs,
  type GraphFindings,
  type GraphOverview,
  noGraphFindings,
} from '../knowledge-graphs/graph-hits.service.ts';
import { bookedTo, type Opened, openEmbedding, openRerank } from '../models/model.service.ts';
import { recordModelCall } from '../usage/usage.service.ts';
import { findMatching } from './matching-documents.ts';
import { readHits } from './read-hits.ts';
import { type RetrievalQuestion, scopeOf, setsOf } from './retrieval-question.ts';
import { answerFromTables, type FoundTableAnswer } from './table-answers.service.ts';
import { findTables } from './table-query-rules.ts';

export type RetrievalAnswer = {
  hits: RetrievalHit[];
  /** Of the graph: what the hits belong to as a whole. */
  overviews: GraphOverview[];
  /** What the question comes to over the columns of tables. */
  tables: FoundTableAnswer[];
  /** Found as well and not returned, for explanations. */
  dropped: { hit: RetrievalHit; outcome: 'below_threshold' | 'beyond_top_n' }[];
  /** The ledger's operation ids of the model calls. */
  operations: string[];
  /** How many documents were searched, where not all were. */
  matchedDocuments: number | null;
  took: { total: number; embedding: number; search: number; rerank: number };
};

const spareHits = 1.5;

/** The one way to search: the test page, chat, and the API all come through here. */
export async function searchBases(
  platform: Platform,
  actor: Actor,
  question: RetrievalQuestion,
): Promise<RetrievalAnswer> {
  const { operation = newId() } = question;
  const { isOutdated, ...answer } = await searchOnce(platform, actor, { ...question, operation });
  if (!isOutdated) return answer;
  const again = await searchOnce(platform, actor, { ...question, operation: `${operation}:again` });
  return { ...again, operations: [...answer.operations, ...again.operations] };
}

/** `isOutdated`: documents were replaced after they were found, so that nothing of them is left in the hits. */
async function searchOnce(
  platform: Platform,
  actor: Actor,
  question: RetrievalQuestion & { operation: string },
): Promise<RetrievalAnswer & { isOutdated: boolean }> {
  const begin = performance.now();
  const { settings, signal, depth } = question;
  const wanted = Math.max(settings.topN, depth ?? 0);
  const plan = await platform.database.withActor(actor, async (tx) => {
    const [planned, reranker, graph, tables] = await together([
      planBases(platform, tx, question),
      settings.rerankModelId ? openRerank(platform, tx, settings.rerankModelId) : undefined,
      settings.useGraph ? findInGraphs(tx, question.question, graphScope(question)) : noGraphFindings,
      depth === undefined ? findTables(tx, question) : [],
    ]);
    return { ...planned, reranker, graph, tables };
  });
  await waitForIndex(
    platform,
    plan.bases.map(({ base }) => base),
  );
  const asking = answerFromTables(platform, actor, question, plan.tables);
  asking.catch(() => undefined);
  const texts = new Map<string, string>();
  const calls: RetrievalModelCall[] = [];
  const retrieving = platform.retriever.retrieve({
    query: question.question,
    // Where no document may be found, no model is question either.
    bases: plan.bases.flatMap(({ toSearch }) =>
      toSearch.filter?.documentIds?.length === 0 ? [] : [toSearch],
    ),
    settings: {
      similarityThreshold: settings.similarityThreshold,
      keywordWeight: settings.keywordWeight,
      topK: settings.topK,
      // Some to spare, since passages that say the same are shown once.
      topN: Math.min(retrievalLimits.maxTopN, Math.ceil(wanted * spareHits)),
      folderWeight: weightOf(question.bases),
    },
    ...(plan.graph.hits.length > 0 ? { others: asOtherHits(plan.graph, settings) } : {}),
    ...(plan.reranker
      ? {
          rerank: {
            model: plan.reranker.model,
            loadTexts: (ids: string[]) => readTexts(platform, actor, ids, texts),
          },
        }
      : {}),
    onModelCall: (call) => calls.push(call),
    ...(signal ? { signal } : {}),
  });
  const retrieval = await retrieving.catch(async (error) => {
    // What was used before the fault is paid for all the same.
    await platform.database.withActor(actor, (tx) => recordCalls(tx, actor, question, plan, calls));
    throw error;
  });
  const { hits, dropped, operations, isOutdated } = await platform.database.withActor(actor, async (tx) => {
    const reached = new Map(plan.graph.hits.map(({ chunkId, entities }) => [chunkId, entities]));
    const below = question.explain ? retrieval.belowThreshold : [];
    const [operations, found] = await together([
      recordCalls(tx, actor, question, plan, calls),
      readHits(tx, [...retrieval.hits, ...below], reached, scopeOf(question)),
    ]);
    const isBelow = new Set(below.map(({ chunkId }) => chunkId));
    const hits = dropRepeats(found.filter(({ chunkId }) => !isBelow.has(chunkId)));
    const dropped = [
      ...hits.slice(wanted).map((hit) => ({ hit, outcome: 'beyond_top_n' as const })),
      ...found
        .filter(({ chunkId }) => isBelow.has(chunkId))
        .map((hit) => ({ hit, outcome: 'below_threshold' as const })),
    ];
    const documentsLeft = new Set(found.map(({ documentId }) => documentId));
    const isOutdated = retrieval.hits.some(({ documentId }) => !documentsLeft.has(documentId));
    return { hits: hits.slice(0, wanted), dropped, operations, isOutdated };
  });
  const tables = await asking;
  const { overviews } = plan.graph;
  return {
    hits,
    dropped,
    isOutdated,
    overviews,
    tables,
    operations,
    matchedDocuments: plan.matchedDocuments,
    took: { total: performance.now() - begin, ...retrieval.took },
  };
}

function graphScope(question: RetrievalQuestion) {
  return { baseIds: question.bases.map(({ id }) => id), within: scopeOf(question) };
}

/** The best of hits whose texts are the same: a document that is there twice must not crowd out the others. */
function dropRepeats(hits: RetrievalHit[]): RetrievalHit[] {
  const seen = new Set<string>();
  return hits.filter(({ text }) => {
    const folded = text.replace(/\s+/g, ' ').trim();
    if (seen.has(folded)) return false;
    seen.add(folded);
    return true;
  });
}

function weightOf(bases: KnowledgeBaseRow[]): number {
  return bases.reduce((sum, base) => sum + base.folderWeight, 0) / Math.max(1, bases.length);
}

/** What to search in each base: its model, and what a person switched off. */
async function planBases(platform: Platform, tx: Tx, question: RetrievalQuestion) {
  // Reloaded, since a knowledge base may have been re-embedded in between.
  const baseIds = question.bases.map(({ id }) => id);
  const findingOff = findSwitchedOff(tx, baseIds);
  const [bases, off, matching] = await together([
    reloadKnowledgeBases(tx, question.bases),
    findingOff,
    scopeOf(question) && findMatching(tx, setsOf(question), findingOff),
  ]);
  const opened = new Map<string, Opened<BaseToSearch['embeddingModel']>>();
  for (const base of bases)
    if (!opened.has(base.embeddingModelId))
      opened.set(base.embeddingModelId, await openEmbedding(platform, tx, base.embeddingModelId));
  const planned = bases.map((base) => {
    const model = opened.get(base.embeddingModelId) as Opened<BaseToSearch['embeddingModel']>;
    const toSearch: BaseToSearch = {
      id: base.id,
      table: indexTable(base),
      // Its entry's id: two entries may bear the provider's same name and yet be different models.
      embeddingModel: { ...model.model, id: model.id },
      filter: {
        documentIds: matching?.get(base.id)?.only,
        excludedDocumentIds: [
          ...(off.get(base.id)?.documents ?? []),
          ...(matching?.get(base.id)?.allBut ?? []),
        ],
        excludedChunkIds: off.get(base.id)?.chunks ?? [],
      },
    };
    return { base, toSearch, model };
  });
  const matchedDocuments = matching
    ? [...matching.values()].reduce((sum, { count }) => sum + count, 0)
    : null;
  return { bases: planned, matchedDocuments };
}

type SwitchedOff = { documents: string[]; chunks: string[] };

/** Documents and chunks that are not to be found, by base; in one statement, as every question asks for both. */
async function findSwitchedOff(tx: Tx, baseIds: string[]): Promise<Map<string, SwitchedOff>> {
  const isChunk = (value: boolean) => sql<boolean>`${value}::boolean`;
  const rows = await unionAll(
    tx
      .select({ id: documents.id, baseId: documents.knowledgeBaseId, isChunk: isChunk(false) })
      .from(documents)
      .where(
        and(
          inArray(documents.knowledgeBaseId, baseIds),
          sql`(not ${documents.enabled} or ${documents.deletedAt} is not null)`,
        ),
      ),
    tx
      .select({ id: chunks.id, baseId: chunks.knowledgeBaseId, isChunk: isChunk(true) })
      .from(chunks)
      // Written out: the partial index of these chunks is not used for a parameter.
      .where(and(inArray(chunks.knowledgeBaseId, baseIds), sql`not ${chunks.enabled}`)),
  );
  const byBase = new Map<string, SwitchedOff>(baseIds.map((id) => [id, { documents: [], chunks: [] }]));
  for (const { id, baseId, isChunk } of rows) byBase.get(baseId)?.[isChunk ? 'chunks' : 'documents'].push(id);
  return byBase;
}

async function reloadKnowledgeBases(tx: Tx, bases: KnowledgeBaseRow[]): Promise<KnowledgeBaseRow[]> {
  const ids = bases.map(({ id }) => id);
  const rows = await tx.select().from(knowledgeBases).where(inArray(knowledgeBases.id, ids));
  return bases.map((base) => rows.find(({ id }) => id === base.id) ?? base);
}

async function readTexts(
  platform: Platform,
  actor: Actor,
  ids: string[],
  known: Map<string, string>,
): Promise<Map<string, string>> {
  await platform.database.withActor(actor, async (tx) => {
    for (const row of await tx
      .select({ id: chunks.id, text: chunks.text })
      .from(chunks)
      .where(inArray(chunks.id, ids)))
      known.set(row.id, row.text);
  });
  return known;
}

/** Each call under the model that was called: bases may have different ones. Returns their operation ids. */
async function recordCalls(
  tx: Tx,
  { companyId, accountId }: Actor,
  { source, assistantId, flowId, operation }: RetrievalQuestion & { operation: string },
  plan: { bases: { model: Opened<unknown> }[]; reranker: Opened<unknown> | undefined },
  calls: RetrievalModelCall[],
): Promise<string[]> {
  const operations: string[] = [];
  for (const { kind, modelId, usage, took } of calls) {
    const model =
      kind === 'rerank' ? plan.reranker : plan.bases.find((base) => base.model.id === modelId)?.model;
    if (!model) continue;
    const operationId = `${kind}:${operation}:${model.id}`;
    operations.push(operationId);
    await recordModelCall(tx, kind, {
      operationId,
      ...{ companyId, accountId },
      assistantId: assistantId ?? null,
      flowId: flowId ?? null,
      source,
      ...bookedTo(model, usage),
      ...(kind === 'rerank' ? { promptTokens: usage.promptTokens } : { embeddingTokens: usage.promptTokens }),
      estimated: usage.estimated ?? false,
      durationMs: Math.round(took),
    });
  }
  return operations;
}

/** Documents to search within must be of the bases to search. */
export async function checkDocuments(
  tx: Tx,
  bases: KnowledgeBaseRow[],
  documentIds: string[],
): Promise<void> {
  const rows = await tx
    .select({ id: documents.id })
    .from(documents)
    .where(
      and(
        inArray(documents.id, documentIds),
        inArray(
          documents.knowledgeBaseId,
          bases.map((base) => base.id),
        ),
        isNull(documents.deletedAt),
      ),
    );
  if (rows.length !== new Set(documentIds).size) throw new AppError('document.not_found');
}

/** The share of the requested hits that may come from the graph alone. */
const graphShare = 1 / 3;
/** The weight of the graph's best hit relative to the best of the other lists; it grows with the share of the question that it covers. */
const worth = { least: 0.45, most: 0.9 };

/** The graph's findings as a list to be fused with the others. */
function asOtherHits({ hits, coverage }: GraphFindings, { topN }: { topN: number }): OtherHits {
  return {
    hits,
    weight: worth.least + (worth.most - worth.least) * coverage,
    most: Math.ceil(topN * graphShare),
  };
}
