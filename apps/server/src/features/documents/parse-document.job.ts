import { Readable } from 'node:stream';
import { type ErrorCode, errors } from '@lectern/contract';
import { ModelError, type TokenUsage } from '@lectern/models';
import { UnreadableFileError } from '@lectern/parsing';
import { type IndexedChunk, prepareChunks } from '@lectern/retrieval';
import { and, asc, eq, ne, sql } from 'drizzle-orm';
import { cleanText } from '../../platform/database/clean-text.ts';
import { newId, type Tx } from '../../platform/database/database.ts';
import { type JobDefinition, RetryLater } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { chunks } from '../chunks/chunk.table.ts';
import { readCompanyState } from '../companies/company-state.service.ts';
import { findLivingBase } from '../knowledge-bases/knowledge-base.service.ts';
import { openEmbedding } from '../models/model.service.ts';
import { recordModelCall } from '../usage/usage.service.ts';
import { type DocumentWithFile, findDocument, lockDocument, updateParse } from './document.queries.ts';
import { lockObject, parseRequest } from './document.service.ts';
import { type DocumentRow, documents } from './document.table.ts';
import { indexFromRows, packVector, toIndex } from './document-index.service.ts';
import { syncDocumentIndex } from './index-repair.service.ts';
import type { ParseFileResult } from './parse-file.ts';
import {
  appendMessage,
  CompanyDisabled,
  followParse,
  type ParseFollower,
  type ParseId,
  ParseVoid,
  progressMessage,
} from './parse-progress.ts';

/** Chunks that are embedded and kept in one go: what a killed process loses at most. */
const embeddingBatch = 128;
const insertBatch = 200;
/** A provider that is down is asked again for so long before the document fails. */
const patienceMs = 30 * 60_000;
/** Enabling the company takes up at once what waits; this is for a parse that had just looked. */
const disabledCompanySeconds = 60;

const passingFaults = new Set(['rate_limited', 'circuit_open', 'unreachable', 'timeout', 'server_error']);

/**
 * Reads, cuts, embeds and indexes one document. Each step leaves its result in the database, and
 * begins by looking whether it is there: killed at any line and run again, it ends the same.
 */
export function parseDocumentJob(platform: Platform): JobDefinition<ParseId> {
  const { database, log, metrics } = platform;

  async function run(parse: ParseId, outer: AbortSignal): Promise<void> {
    const { company, found } = await database.withCompany(parse.companyId, async (tx) => ({
      company: await readCompanyState(tx, parse.companyId),
      found: await findDocument(tx, parse.documentId),
    }));
    if (
      company === 'gone' ||
      !found ||
      found.document.parseVersion !== parse.version ||
      found.document.status !== 'parsing'
    )
      return;
    if (company === 'disabled') throw new RetryLater(disabledCompanySeconds);
    const begin = found.document.processBeginAt ?? new Date();
    found.document.processBeginAt = begin;
    await database.withCompany(parse.companyId, (tx) => updateParse(tx, parse, { processBeginAt: begin }));
    const follower = followParse(database, parse, { log, outer });
    try {
      await readAndCut(found, parse, follower);
      const indexed = await embed(found.document, parse, follower);
      await publish(found.document, parse, follower, indexed);
      metrics.documentsParsed.inc({ outcome: 'success' });
    } catch (error) {
      const reason = follower.signal.aborted ? follower.signal.reason : error;
      if (reason instanceof ParseVoid || error instanceof ParseVoid) {
        await clearVoid(found.document, parse);
        return;
      }
      // Another process takes over what this one must leave.
      if (outer.aborted) throw error;
      if (reason instanceof CompanyDisabled) throw new RetryLater(disabledCompanySeconds);
      await settleFailure(found.document, parse, error);
    } finally {
      follower.stop();
    }
  }

  /** What a parse made that now counts for nothing: its chunks, and those that the index may hold already. */
  async function clearVoid({ knowledgeBaseId }: DocumentRow, parse: ParseId): Promise<void> {
    await database.withCompany(parse.companyId, async (tx) => {
      const row = await lockDocument(tx, parse.documentId);
      // The same parse may have been run, and published, by another process too.
      if (row && row.activeVersion !== parse.version && !isCurrent(row, parse)) await deleteChunks(tx, parse);
    });
    await syncDocumentIndex(platform, { ...parse, knowledgeBaseId });
  }

  async function readAndCut(found: DocumentWithFile, parse: ParseId, follower: ParseFollower): Promise<void> {
    const done = await database.withCompany(parse.companyId, async (tx) => {
      const rows = await tx
        .select({ id: chunks.id })
        .from(chunks)
        .where(and(eq(chunks.documentId, parse.documentId), eq(chunks.version, parse.version)))
        .limit(1);
      return rows.length > 0;
    });
    if (done) return;
    await follower.enter('reading', progressMessage('parse.reading'));
    const stop = metrics.parseSeconds.startTimer({ stage: 'reading' });
    const result = await platform.objects.withLocalFile(found.file.objectKey, (path) =>
      platform.parsers.run<ParseFileResult>(
        'parseFile',
        { path, ...parseRequest(found), render: true },
        { signal: follower.signal, onProgress: (pages, total) => follower.report('reading', pages, total) },
      ),
    );
    stop();
    if (result.chunks.length === 0) throw new UnreadableFileError('no_text');
    const renderedKey = result.rendered ? await storeRendered(parse.companyId, result.rendered) : null;
    const warnings = result.warnings.slice(0, 50).map((warning) =>
      progressMessage(`warning.${warning.code}`, {
        page: warning.page ?? 0,
        detail: cleanText(warning.detail ?? '').slice(0, 500),
      }),
    );
    // Chunks and the facts about the document come into being together.
    await follower.enter(
      'chunking',
      progressMessage('parse.cut', { chunks: result.chunks.length }),
      async (tx) => {
        if (renderedKey) {
          await lockObject(tx, renderedKey);
          // Another document that read alike may just have been cleared away, and its form with it.
          if (!(await platform.objects.head(renderedKey))) throw new RetryLater(1);
        }
        await tx
          .update(documents)
          .set({
            format: result.format,
            title: found.document.title ?? (result.title === undefined ? null : cleanText(result.title)),
            pageCount: result.pageCount || null,
            metadata: { ...cleanEntries(result.metadata), ...found.document.metadata },
            renderedKey,
            messages:
              sql`${documents.messages} || ${JSON.stringify(warnings)}::jsonb` as unknown as DocumentRow['messages'],
          })
          .where(eq(documents.id, parse.documentId));
        for (let from = 0; from < result.chunks.length; from += insertBatch)
          await tx.insert(chunks).values(
            result.chunks.slice(from, from + insertBatch).map((chunk) => ({
              id: newId(),
              companyId: parse.companyId,
              knowledgeBaseId: found.document.knowledgeBaseId,
              documentId: parse.documentId,
              version: parse.version,
              ordinal: chunk.ordinal,
              text: cleanText(chunk.text),
              keywords: chunk.keywords.map(cleanText),
              headingPath: chunk.headingPath.map(cleanText),
              tokens: chunk.tokens,
              page: chunk.page ?? null,
              boxes: chunk.boxes,
              charStart: chunk.charRange.start,
              charEnd: chunk.charRange.end,
            })),
          );
      },
    );
  }

  async function storeRendered(
    companyId: string,
    rendered: NonNullable<ParseFileResult['rendered']>,
  ): Promise<string> {
    const bytes = Buffer.from(JSON.stringify(rendered));
    return (await platform.objects.put(companyId, Readable.from([bytes]))).key;
  }

  async function embed(document: DocumentRow, parse: ParseId, follower: ParseFollower) {
    const { model, modelId, modelName, folderWeight, rows, fresh } = await database.withCompany(
      parse.companyId,
      async (tx) => {
        const base = await findLivingBase(tx, document.knowledgeBaseId);
        if (!base) throw new ParseVoid();
        const opened = await openEmbedding(platform, tx, base.embeddingModelId);
        const ofParse = and(eq(chunks.documentId, document.id), eq(chunks.version, parse.version));
        return {
          model: opened.model,
          modelId: opened.id,
          modelName: opened.name,
          folderWeight: base.folderWeight,
          rows: await tx.select().from(chunks).where(ofParse).orderBy(asc(chunks.ordinal)),
          fresh: (await findDocument(tx, document.id))?.document ?? document,
        };
      },
    );
    await follower.enter('embedding', progressMessage('parse.embedding', { model: modelName }));
    const stop = metrics.parseSeconds.startTimer({ stage: 'embedding' });
    const ready = new Map<string, IndexedChunk>();
    for (const chunk of await indexFromRows(fresh, rows)) ready.set(chunk.id, chunk);
    const missing = rows.filter((row) => !row.vector);
    for (let from = 0; from < missing.length; from += embeddingBatch) {
      const batch = missing.slice(from, from + embeddingBatch);
      const started = performance.now();
      const { chunks: prepared, usage } = await prepareChunks(
        batch.map((row) => toIndex(fresh, row)),
        { embeddingModel: model, folderWeight, signal: follower.signal },
      );
      await keepVectors(parse, prepared, {
        modelId,
        modelName,
        // The first chunk names the batch: after a crash it begins at the same one.
        batch: batch[0]?.ordinal ?? 0,
        usage,
        durationMs: Math.round(performance.now() - started),
      });
      for (const chunk of prepared) ready.set(chunk.id, chunk);
      follower.report('embedding', ready.size, rows.length);
    }
    stop();
    return rows.map((row) => ready.get(row.id) as IndexedChunk);
  }

  async function keepVectors(
    parse: ParseId,
    prepared: IndexedChunk[],
    call: { modelId: string; modelName: string; batch: number; usage: TokenUsage; durationMs: number },
  ): Promise<void> {
    await database.withCompany(parse.companyId, async (tx) => {
      const values = sql.join(
        prepared.map((chunk) => sql`(${chunk.id}::uuid, ${packVector(chunk.vector)}::bytea)`),
        sql`, `,
      );
      await tx.execute(
        sql`update ${chunks} set vector = given.vector from (values ${values}) as given(id, vector) where ${chunks.id} = given.id`,
      );
      await recordModelCall(tx, 'embedding', {
        operationId: `embedding:${parse.documentId}:${parse.version}:${call.batch}`,
        companyId: parse.companyId,
        source: 'ingest',
        modelId: call.modelId,
        modelName: call.modelName,
        embeddingTokens: call.usage.promptTokens,
        estimated: call.usage.estimated ?? false,
        durationMs: call.durationMs,
      });
    });
  }

  /** The index first, then the one commit that makes the new chunks count and the old ones vanish. */
  async function publish(
    document: DocumentRow,
    parse: ParseId,
    follower: ParseFollower,
    indexed: IndexedChunk[],
  ): Promise<void> {
    await follower.enter('indexing', progressMessage('parse.indexing'));
    const stop = metrics.parseSeconds.startTimer({ stage: 'indexing' });
    const dimensions = indexed[0]?.vector.length ?? 0;
    await platform.index.create(document.knowledgeBaseId, { dimensions });
    follower.signal.throwIfAborted();
    await platform.index.upsertDocument(document.knowledgeBaseId, document.id, indexed);
    await database.withCompany(parse.companyId, async (tx) => {
      const row = await lockDocument(tx, document.id);
      if (!row || !isCurrent(row, parse)) throw new ParseVoid();
      const durationMs = row.processBeginAt ? Date.now() - row.processBeginAt.getTime() : null;
      await updateParse(tx, parse, {
        status: 'success',
        stage: 'done',
        percent: 100,
        activeVersion: parse.version,
        chunkCount: indexed.length,
        processDurationMs: durationMs,
        messages: appendMessage(
          progressMessage('parse.done', { chunks: indexed.length, ms: durationMs ?? 0 }),
        ),
      } as unknown as Parameters<typeof updateParse>[2]);
      await tx
        .delete(chunks)
        .where(and(eq(chunks.documentId, document.id), ne(chunks.version, parse.version)));
    });
    stop();
  }

  /** A fault that will pass has the job wait; every other ends in the state `fail` with its reason. */
  async function settleFailure(document: DocumentRow, parse: ParseId, error: unknown): Promise<void> {
    if (error instanceof ModelError) {
      metrics.modelErrors.inc({ kind: error.kind });
      const since = document.processBeginAt?.getTime() ?? Date.now();
      if (passingFaults.has(error.kind) && Date.now() - since < patienceMs) {
        await database.withCompany(parse.companyId, (tx) =>
          updateParse(tx, parse, { waitingReason: 'provider_busy' }),
        );
        throw new RetryLater((error.retryAfterMs ?? 15_000) / 1000);
      }
      await fail(parse, `model.${error.kind}` as ErrorCode, error.detail);
    } else if (isSameParse(error)) throw new RetryLater(2);
    else if (error instanceof UnreadableFileError) await fail(parse, `parsing.${error.reason}`, error.detail);
    else throw error;
  }

  async function fail(parse: ParseId, code: ErrorCode, detail?: string): Promise<void> {
    if (!(code in errors)) throw new Error(`No error ${code}`);
    metrics.documentsParsed.inc({ outcome: 'fail' });
    const knowledgeBaseId = await database.withCompany(parse.companyId, async (tx) => {
      const [row] = await tx
        .select({ begin: documents.processBeginAt, knowledgeBaseId: documents.knowledgeBaseId })
        .from(documents)
        .where(eq(documents.id, parse.documentId));
      const current = await updateParse(tx, parse, {
        status: 'fail',
        stage: null,
        waitingReason: null,
        errorCode: code,
        errorDetail: detail === undefined ? null : cleanText(detail).slice(0, 500),
        processDurationMs: row?.begin ? Date.now() - row.begin.getTime() : null,
      });
      // What a failed parse made is void; an earlier parse goes on answering. One that is no longer
      // the current one may have been published by another process: then its chunks are the truth.
      if (current) await deleteChunks(tx, parse);
      return row?.knowledgeBaseId;
    });
    if (knowledgeBaseId) await syncDocumentIndex(platform, { ...parse, knowledgeBaseId });
  }

  return {
    name: 'document.parse',
    concurrency: (configured) => configured,
    run,
    onFailed: (parse) => fail(parse, 'parsing.failed'),
  };
}

/** Another process runs the same parse, after one that was killed while it handed it on: this one lets it go first. */
function isSameParse(error: unknown): boolean {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string };
  return code === '23505' && constraint === 'chunks_document_version_ordinal';
}

function isCurrent(row: DocumentRow, parse: ParseId): boolean {
  return row.deletedAt === null && row.parseVersion === parse.version && row.status === 'parsing';
}

async function deleteChunks(tx: Tx, parse: ParseId): Promise<void> {
  await tx
    .delete(chunks)
    .where(and(eq(chunks.documentId, parse.documentId), eq(chunks.version, parse.version)));
}

function cleanEntries(entries: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(entries).map(([key, value]) => [cleanText(key), cleanText(value)]),
  );
}
