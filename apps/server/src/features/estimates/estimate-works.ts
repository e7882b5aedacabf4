import { getChunkMethod } from '@lectern/chunking';
import type { ChunkKind, workEstimate } from '@lectern/contract';
import { estimateAnnotation, estimateFigure, estimateSummaries } from '@lectern/enrichment';
import { estimateExtraction, estimateReports } from '@lectern/knowledge-graph';
import { estimateTokens } from '@lectern/models';
import { inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { embeddingBatch } from '../indexing/document-index.service.ts';
import type { KnowledgeBaseRow } from '../knowledge-bases/knowledge-base.table.ts';
import { openWriter } from '../models/complete.service.ts';
import { openEmbedding, openSpeech, openVision } from '../models/model.service.ts';
import { models } from '../models/model.table.ts';
import { runsHere } from '../models/present-model.ts';
import { enrichedKinds } from '../parsing/steps/enrich-document.ts';
import { pageReadingPrompt } from '../parsing/steps/read-pages.ts';
import { summarisedKinds } from '../parsing/steps/summarise-document.ts';
import { isRowId } from '../usage/usage.service.ts';
import type { Measure, ParseSettings } from './measure-document.ts';

export type WorkEstimate = z.infer<typeof workEstimate>;
type Amount = { calls: number; promptTokens: number; completionTokens: number };
type Worker = { name: string; input: number | null; output: number | null };

/** Who would do which work, with its prices; undefined: nobody. */
type Workers = {
  embedding: Worker & { builtIn: boolean };
  writer: Worker | undefined;
  vision: Worker | undefined;
  speech: Worker | undefined;
  /** A program on this machine recognises text. */
  recognises: boolean;
};

/** Estimate for title and headings, which are embedded with the chunks: many chunks share theirs. */
const headerTokens = 12;
const keywordTokens = 4;
const pictureTokens = 1_000;
const tokensOfPage = 600;

export async function openWorkers(
  platform: Platform,
  tx: Tx,
  base: KnowledgeBaseRow,
  { readingOptions, enrichmentOptions }: ParseSettings,
): Promise<Workers> {
  const embedding = await openEmbedding(platform, tx, base.embeddingModelId);
  const writer = await openWriter(platform, tx, enrichmentOptions.chatModelId);
  const vision = await openVision(platform, tx);
  const speech = await openSpeech(platform, tx);
  const ids = [embedding, writer, vision, speech].flatMap((opened) =>
    opened && isRowId(opened.id) ? [opened.id] : [],
  );
  const rows = ids.length > 0 ? await tx.select().from(models).where(inArray(models.id, ids)) : [];
  const rowOf = (opened: { id: string }) => rows.find(({ id }) => id === opened.id);
  const price = (opened: { id: string; name: string }): Worker => {
    const row = rowOf(opened);
    return { name: opened.name, input: row?.inputPrice ?? null, output: row?.outputPrice ?? null };
  };
  return {
    embedding: { ...price(embedding), builtIn: !isRowId(embedding.id) || runsHere(rowOf(embedding)) },
    writer: writer && price(writer),
    vision: vision && price(vision),
    speech: speech && price(speech),
    recognises: readingOptions.ocr !== 'vision' && (await platform.findRecognition()) !== undefined,
  };
}

/** Only work that is asked for and that there is something for. */
export function estimateWorks(measure: Measure, settings: ParseSettings, workers: Workers): WorkEstimate[] {
  const { enrichmentOptions, readingOptions } = settings;
  const { autoKeywords, autoQuestions, describeFigures, raptor, graph } = enrichmentOptions;
  const { writer, vision, speech } = workers;
  const annotated = countOf(measure, enrichedKinds);
  const all = countOf(measure, searchedKinds);
  const works: WorkEstimate[] = [];
  const add = (
    work: WorkEstimate['work'],
    worker: Worker | undefined,
    amount: Amount,
    builtIn?: { name: string },
  ) => {
    if (worker)
      works.push({
        work,
        modelName: worker.name,
        builtIn: false,
        ...round(amount),
        cost: costOf(worker, amount),
      });
    else
      works.push({
        work,
        modelName: builtIn?.name ?? null,
        builtIn: builtIn !== undefined,
        ...nothing,
        cost: null,
      });
  };
  if (measure.pages > 0) {
    const program = workers.recognises ? { name: 'Tesseract' } : undefined;
    const reader = program || readingOptions.ocr === 'engine' ? undefined : vision;
    add('recognition', reader, times(measure.pages, pageAmount), program);
  }
  if (measure.recordings > 0)
    add('speech', speech, times(measure.recordings, { calls: 1, promptTokens: 0, completionTokens: 0 }));
  if (measure.refinement.calls > 0)
    add('refinement', writer, measure.refinement, { name: settings.chunkMethod });
  if (describeFigures && measure.figures > 0)
    add('figures', vision, times(measure.figures, { calls: 1, ...estimateFigure() }));
  const described = describeFigures && vision ? measure.figures * estimateFigure().completionTokens : 0;
  const annotate = (kind: 'keywords' | 'questions', count: number): Amount => {
    const each = estimateAnnotation(kind, 0, count);
    return {
      calls: annotated.chunks,
      promptTokens: annotated.tokens + described + annotated.chunks * each.promptTokens,
      completionTokens: annotated.chunks * each.completionTokens,
    };
  };
  if (autoKeywords > 0 && annotated.chunks > 0)
    add('keywords', writer, annotate('keywords', autoKeywords), { name: 'built-in/terms' });
  if (autoQuestions > 0 && annotated.chunks > 0)
    add('questions', writer, annotate('questions', autoQuestions));
  const summarised = countOf(measure, summarisedKinds);
  const summaries = estimateSummaries(summarised.chunks, summarised.tokens, raptor);
  if (raptor.enabled && summarised.chunks > 1)
    add('summaries', writer, summaries, { name: 'built-in/extractive' });
  const summaryTokens = raptor.enabled ? summaries.completionTokens : 0;
  if ((graph.enabled || getChunkMethod(settings.chunkMethod).drawsGraph) && all.chunks > 0)
    add('graph', writer, graphAmount(all, graph.entityTypes), { name: 'built-in/graph' });
  if (all.chunks > 0) {
    const amount = {
      calls: Math.ceil(all.chunks / embeddingBatch),
      promptTokens:
        all.tokens +
        described +
        summaryTokens +
        all.chunks * headerTokens +
        annotated.chunks * autoKeywords * keywordTokens,
      completionTokens: 0,
    };
    const { builtIn, ...worker } = workers.embedding;
    works.push({
      work: 'embedding',
      modelName: worker.name,
      builtIn,
      ...round(amount),
      cost: builtIn ? null : costOf(worker, amount),
    });
  }
  return works;
}

const nothing: Amount = { calls: 0, promptTokens: 0, completionTokens: 0 };
const pageAmount: Amount = {
  calls: 1,
  promptTokens: pictureTokens + estimateTokens(pageReadingPrompt),
  completionTokens: tokensOfPage,
};
const searchedKinds: ChunkKind[] = ['text', 'table', 'image', 'row', 'question_answer', 'slide', 'profile'];

function graphAmount(read: { chunks: number; tokens: number }, entityTypes: string[]): Amount {
  const reading = estimateExtraction({ passages: read.chunks, tokens: read.tokens }, entityTypes);
  const reports = estimateReports(read.chunks);
  return {
    calls: reading.calls + reports.calls,
    promptTokens: reading.promptTokens + reports.promptTokens,
    completionTokens: reading.completionTokens + reports.completionTokens,
  };
}

function countOf({ kinds }: Measure, wanted: readonly ChunkKind[]): { chunks: number; tokens: number } {
  const counts = wanted.flatMap((kind) => kinds[kind] ?? []);
  return {
    chunks: counts.reduce((sum, count) => sum + count.chunks, 0),
    tokens: counts.reduce((sum, count) => sum + count.tokens, 0),
  };
}

function times(count: number, each: Amount): Amount {
  return {
    calls: each.calls * count,
    promptTokens: each.promptTokens * count,
    completionTokens: each.completionTokens * count,
  };
}

function round({ calls, promptTokens, completionTokens }: Amount): Amount {
  return {
    calls: Math.round(calls),
    promptTokens: Math.round(promptTokens),
    completionTokens: Math.round(completionTokens),
  };
}

function costOf({ input, output }: Worker, { promptTokens, completionTokens }: Amount): number | null {
  if (input === null && output === null) return null;
  return ((input ?? 0) * promptTokens + (output ?? 0) * completionTokens) / 1_000_000;
}
