import { createHash } from 'node:crypto';
import {
  askForEntities,
  batchPassagesForModel,
  type ChunkText,
  type Extraction,
  readEntities,
} from '@lectern/knowledge-graph';
import { type ChatModel, ModelError, type TokenUsage } from '@lectern/models';
import { and, eq, inArray } from 'drizzle-orm';
import { cleanText } from '../../../platform/database/clean-text.ts';
import type { SystemTx } from '../../../platform/database/database.ts';
import { noError } from '../../../platform/runs/columns.ts';
import { chunks } from '../../documents/chunks/chunk.table.ts';
import { bookedTo, type Opened } from '../../models/model.service.ts';
import { recordModelCall } from '../../usage/usage.service.ts';
import { usageRecords } from '../../usage/usage.table.ts';
import { addCost, insertExtractions, updateGraph } from './graph-build.queries.ts';
import { complete } from './graph-model.ts';
import type { GraphRun } from './graph-run.ts';
import { graphOptions } from './graph-scope.ts';
import type { ExtractGraphTask } from './graph-work.ts';

/** A chunk of the base with the key of what is read from it. */
export type KeyedChunk = { chunkId: string; key: string };

/** Chunks whose texts are in memory at once. */
const pageSize = 240;
const callsAtOnce = 3;

/** Errors caused by the passages themselves: those are skipped, and the rest continues. */
const faultsOfPassages = new Set(['content_filtered', 'context_too_long', 'bad_response']);

/** Reads every chunk that nothing was read from yet, and keeps what was read batch by batch. */
export async function extractMissing(
  run: GraphRun,
  missing: KeyedChunk[],
  model: Opened<ChatModel> | undefined,
): Promise<void> {
  const { entityTypes } = graphOptions(run.base);
  await run.report('extracting', 0, missing.length);
  for (let from = 0; from < missing.length; from += pageSize) {
    const page = missing.slice(from, from + pageSize);
    const keys = new Map(page.map(({ chunkId, key }) => [chunkId, key]));
    const texts = await readTexts(run, [...keys.keys()]);
    if (model) await extractWithModel(run, texts, keys, entityTypes, model);
    else await extractBuiltIn(run, texts, keys, entityTypes);
    await run.report('extracting', from + page.length, missing.length);
  }
}

async function readTexts({ platform, companyId }: GraphRun, ids: string[]): Promise<ChunkText[]> {
  const rows = await platform.database.withCompany(companyId, (tx) =>
    tx
      .select({ id: chunks.id, text: chunks.text, headingPath: chunks.headingPath })
      .from(chunks)
      .where(inArray(chunks.id, ids)),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  // In reading order, so that a model gets what belongs together together.
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
}

async function extractBuiltIn(
  run: GraphRun,
  texts: ChunkText[],
  keys: Map<string, string>,
  entityTypes: string[],
): Promise<void> {
  const task: ExtractGraphTask = { chunks: texts, entityTypes };
  const extractions = await run.platform.parsers.run<Extraction[]>('extractGraph', task, {
    signal: run.signal,
  });
  await run.write((tx) => keep(tx, run, texts, keys, extractions));
}

async function extractWithModel(
  run: GraphRun,
  texts: ChunkText[],
  keys: Map<string, string>,
  entityTypes: string[],
  model: Opened<ChatModel>,
): Promise<void> {
  const batches = batchPassagesForModel(texts);
  for (let from = 0; from < batches.length; from += callsAtOnce) {
    run.signal.throwIfAborted();
    const results = await Promise.allSettled(
      batches.slice(from, from + callsAtOnce).map((batch) => askBatch(run, batch, keys, entityTypes, model)),
    );
    // Each answer that came is kept before a fault ends the run: it is paid for.
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }
}

async function askBatch(
  run: GraphRun,
  batch: ChunkText[],
  keys: Map<string, string>,
  entityTypes: string[],
  model: Opened<ChatModel>,
): Promise<void> {
  const begin = performance.now();
  const request = askForEntities(batch, entityTypes);
  const answer = await complete(model.model, request, run.signal).catch((error) => {
    if (error instanceof ModelError && faultsOfPassages.has(error.kind)) return undefined;
    throw error;
  });
  const extractions = answer
    ? readEntities(cleanText(answer.text), batch, entityTypes)
    : batch.map((): Extraction => ({ entities: [], relations: [], skipped: 1 }));
  const names = batch.map(({ id }) => keys.get(id)).join(' ');
  await run.write(async (tx) => {
    await keep(tx, run, batch, keys, extractions);
    if (answer) await recordGraphCall(tx, run, model, `read:${hashOf(names)}`, answer.usage, begin);
  });
}

async function keep(
  tx: SystemTx,
  { companyId, base }: GraphRun,
  texts: ChunkText[],
  keys: Map<string, string>,
  extractions: Extraction[],
): Promise<void> {
  const rows = new Map(
    texts.map(({ id }, n) => {
      const key = keys.get(id) as string;
      return [key, { companyId, knowledgeBaseId: base.id, key, extraction: extractions[n] as Extraction }];
    }),
  );
  if (rows.size === 0) return;
  await insertExtractions(tx, [...rows.values()]);
  await updateGraph(tx, base.id, { updatedAt: new Date(), ...noError });
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** Books a call in the ledger and adds it to what the graph has cost, in the transaction that keeps the answer. */
export async function recordGraphCall(
  tx: SystemTx,
  { companyId, base, build }: GraphRun,
  model: Opened<ChatModel>,
  step: string,
  usage: TokenUsage,
  begin: number,
): Promise<void> {
  const operationId = `graph:${base.id}:${build}:${step}`;
  await recordModelCall(tx, 'chat', {
    operationId,
    companyId,
    source: 'ingest',
    ...bookedTo(model, usage),
    promptTokens: usage.promptTokens,
    completionTokens: usage.completionTokens,
    estimated: usage.estimated ?? false,
    durationMs: Math.round(performance.now() - begin),
  });
  const [booked] = await tx
    .select({
      prompt: usageRecords.promptTokens,
      completion: usageRecords.completionTokens,
      cost: usageRecords.cost,
    })
    .from(usageRecords)
    .where(and(eq(usageRecords.companyId, companyId), eq(usageRecords.operationId, operationId)));
  if (booked) await addCost(tx, base.id, booked);
}
