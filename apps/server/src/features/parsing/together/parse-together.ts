import { Readable } from 'node:stream';
import type { ProgressMessage } from '@lectern/contract';
import { embedChunks } from '@lectern/retrieval';
import { sql } from 'drizzle-orm';
import type { SystemTx } from '../../../platform/database/database.ts';
import type { ChunkedTogether, ChunkTogetherResult } from '../../../platform/parser-process/requests.ts';
import type { Platform } from '../../../platform/platform.ts';
import { insertChunks, insertCoverages } from '../../documents/chunks/chunk.queries.ts';
import type { ChunkRow } from '../../documents/chunks/chunk.table.ts';
import { onChunksChanged } from '../../documents/chunks/chunks-changed.service.ts';
import { documents } from '../../documents/document.table.ts';
import { lockParses, updateEachParse, updateParses } from '../../documents/document-batch.queries.ts';
import { parseRequest } from '../../documents/request-parse.service.ts';
import { lockObject } from '../../file-storage/object.service.ts';
import { embeddingBatch, indexFromRows, packVector, toIndex } from '../../indexing/document-index.service.ts';
import { indexTable } from '../../knowledge-bases/index-table.service.ts';
import { recordModelCall } from '../../usage/usage.service.ts';
import { discardParse } from '../discard-parse.ts';
import { onParseEnded } from '../parse-ended.ts';
import { type ParseId, progressMessage } from '../parse-progress.ts';
import { checkGeneration } from '../parse-run.ts';
import { asRow, describeCoverage, describeFacts } from '../steps/describe-chunks.ts';
import { planParses, type SmallParse, type SmallParses } from './plan-parses.ts';

/** A document that was read: its chunks as rows, and what it says of itself. */
type ReadParse = SmallParse & {
  chunked: ChunkedTogether;
  rows: ChunkRow[];
  renderedKey: string | null;
  messages: ProgressMessage[];
};

/** Parses small documents of one company together. Returns those that it leaves to the job for one document. */
export async function parseTogether(
  platform: Platform,
  companyId: string,
  parses: ParseId[],
  { signal, onSettling }: { signal: AbortSignal; onSettling: () => void },
): Promise<ParseId[]> {
  const groups = await platform.database.withCompany(companyId, (tx) =>
    planParses(platform, tx, companyId, parses),
  );
  const done = new Set<string>();
  for (const group of groups) {
    const read = await readFiles(platform, group.parses, signal);
    if (read.length === 0) continue;
    await embedAndStore(platform, group, read, signal);
    onSettling();
    for (const id of await indexAndPublish(platform, group, read)) done.add(id);
  }
  return parses.filter(({ documentId }) => !done.has(documentId));
}

async function readFiles(
  platform: Platform,
  parses: SmallParse[],
  signal: AbortSignal,
): Promise<ReadParse[]> {
  const reading = progressMessage('parse.reading');
  const results = await withLocalFiles(
    platform,
    parses.map(({ found }) => found.file.objectKey),
    (paths) =>
      platform.parsers.run<ChunkTogetherResult>(
        'chunkFilesTogether',
        {
          files: parses.map(({ found, enrichment }, n) => ({
            path: paths[n],
            ...parseRequest(found),
            contentsCount: enrichment.tableOfContentsChunkCount,
          })),
        },
        { signal },
      ),
  );
  return Promise.all(
    parses.flatMap((parse, n) => {
      const chunked = results[n];
      return chunked ? [keepRendered(platform, parse, chunked, reading)] : [];
    }),
  );
}

async function keepRendered(
  { objects }: Platform,
  small: SmallParse,
  chunked: ChunkedTogether,
  reading: ProgressMessage,
): Promise<ReadParse> {
  const { rendered, chunks } = chunked;
  const stored =
    rendered &&
    (await objects.put(small.parse.companyId, Readable.from([Buffer.from(JSON.stringify(rendered))])));
  return {
    ...small,
    chunked,
    // The columns that are left out have defaults.
    rows: chunks.map((chunk, ordinal) => asRow(small, { chunk }, ordinal) as ChunkRow),
    renderedKey: stored?.key ?? null,
    messages: [reading, progressMessage('parse.cut', { chunks: chunks.length })],
  };
}

/** The paths of all the files at once, for as long as `use` runs. */
function withLocalFiles<T>(
  { objects }: Platform,
  keys: string[],
  use: (paths: string[]) => Promise<T>,
): Promise<T> {
  const open = (paths: string[]): Promise<T> => {
    const key = keys[paths.length];
    return key === undefined ? use(paths) : objects.withLocalFile(key, (path) => open([...paths, path]));
  };
  return open([]);
}

/** One embedding call for many documents; then all that was found in one transaction. */
async function embedAndStore(
  platform: Platform,
  { base, embedding }: SmallParses,
  read: ReadParse[],
  signal: AbortSignal,
): Promise<void> {
  const wanted = read.flatMap((parse) =>
    parse.rows.flatMap((row) => (row.kind === 'contents' ? [] : [{ parse, row }])),
  );
  const companyId = base.companyId;
  await platform.database.withCompany(companyId, (tx) =>
    updateParses(
      tx,
      read.map(({ parse }) => parse),
      { stage: 'embedding', percent: 65 },
    ),
  );
  type Call = {
    first: ParseId;
    accountId: string | null;
    tokens: number;
    estimated: boolean;
    durationMs: number;
  };
  const calls: Call[] = [];
  for (let from = 0; from < wanted.length; from += embeddingBatch) {
    const batch = wanted.slice(from, from + embeddingBatch);
    const begin = performance.now();
    const { vectors, usage, withoutMeaning } = await embedChunks(
      batch.map(({ parse, row }) => toIndex(searchedDocument(parse), row)),
      { embeddingModel: embedding.model, folderWeight: base.folderWeight, signal },
    );
    for (const [n, { row }] of batch.entries()) row.vector = packVector(vectors[n] as Float32Array);
    // Which of the documents it concerns is told by the job for one document.
    if (withoutMeaning > 0) throw new Error('a vector without meaning');
    calls.push({
      first: (batch[0] as (typeof batch)[number]).parse.parse,
      accountId: findOwner(batch.map(({ parse }) => parse)),
      tokens: usage.promptTokens,
      estimated: usage.estimated ?? false,
      durationMs: Math.round(performance.now() - begin),
    });
  }
  const embedded = progressMessage('parse.embedding', { model: embedding.name });
  for (const { messages } of read) messages.push(embedded);
  await platform.database.withCompany(companyId, async (tx) => {
    const current = new Set(await keepFacts(platform, tx, read));
    const kept = read.filter(({ parse }) => current.has(parse.documentId));
    if (kept.length === 0) return;
    await insertChunks(
      tx,
      kept.flatMap(({ rows }) => rows),
    );
    await insertCoverages(
      tx,
      kept.map((parse) => describeCoverage(parse, parse.chunked.facts.coverage)),
    );
    await checkGeneration(tx, { base });
    for (const { first, accountId, tokens, estimated, durationMs } of calls)
      await recordModelCall(tx, 'embedding', {
        operationId: `embedding:${first.documentId}:${first.version}:0:together`,
        companyId,
        accountId,
        source: 'ingest',
        modelId: embedding.id,
        modelName: embedding.name,
        embeddingTokens: tokens,
        estimated,
        durationMs,
      });
  });
}

/** Whose files these are; null where one call served several people. */
function findOwner(parses: readonly ReadParse[]): string | null {
  const owners = new Set(parses.map(({ found }) => found.file.ownerId));
  const [owner] = owners;
  return owners.size === 1 ? (owner ?? null) : null;
}

/** The document under the title that was found in its file, as it will be searched. */
function searchedDocument({ found: { document }, chunked: { facts }, enrichment, path }: ReadParse) {
  return {
    ...document,
    title: document.title ?? facts.title ?? null,
    firstPageText: enrichment.firstPageText ? facts.firstPageText || null : null,
    path,
  };
}

/** Returns the ids of the documents whose parse is still wanted. */
async function keepFacts(platform: Platform, tx: SystemTx, read: ReadParse[]): Promise<string[]> {
  const rendered = [...new Set(read.flatMap(({ renderedKey }) => renderedKey ?? []))].sort();
  for (const key of rendered) {
    await lockObject(tx, key);
    // Another document that read alike may just have been cleared away, and its form with it.
    if (!(await platform.objects.head(key))) throw new Error('a rendered form was removed');
  }
  const rows = read.map((one) => {
    const { facts, messages } = describeFacts(
      one,
      { ...one.chunked.facts, rendered: one.renderedKey !== null },
      one.renderedKey,
    );
    one.messages.push(...messages);
    const { documentId, version } = one.parse;
    return { documentId, version, ...facts, messages: one.messages };
  });
  return updateEachParse(
    tx,
    rows,
    ['format', 'title', 'pageCount', 'metadata', 'firstPageText', 'textSha256', 'renderedKey'],
    { stage: 'indexing', percent: 93 },
  );
}

/** Into the index, then the one commit from which the chunks count. Returns the documents that are settled. */
async function indexAndPublish(
  platform: Platform,
  { base }: SmallParses,
  read: ReadParse[],
): Promise<string[]> {
  const table = indexTable(base);
  const indexed = [];
  for (const parse of read) indexed.push(...(await indexFromRows(searchedDocument(parse), parse.rows)));
  const [sample] = indexed;
  const ids = read.map(({ parse }) => parse.documentId);
  let published: string[] = [];
  const publish = async () => {
    published = await makeCurrent(platform, base, read);
  };
  if (sample) {
    await platform.index.create(table, { dimensions: sample.vector.length });
    await platform.index.upsertDocuments(table, ids, indexed, publish);
  } else await publish();
  platform.metrics.documentsParsed.inc({ outcome: 'success' }, published.length);
  for (const { parse } of read)
    if (!published.includes(parse.documentId))
      await discardParse(platform, { knowledgeBaseId: base.id }, parse);
  return ids;
}

/** Returns the ids of the documents whose parse is still wanted. */
function makeCurrent(platform: Platform, base: SmallParses['base'], read: ReadParse[]): Promise<string[]> {
  const indexing = progressMessage('parse.indexing');
  return platform.database.withCompany(base.companyId, async (tx) => {
    const current = await lockParses(
      tx,
      read.map(({ parse }) => parse),
    );
    if (current.length === 0) return [];
    await checkGeneration(tx, { base });
    const changed = await updateEachParse(
      tx,
      read.map(({ parse, rows, found }) => {
        const durationMs = Date.now() - (found.document.processBeginAt?.getTime() ?? Date.now());
        return {
          documentId: parse.documentId,
          version: parse.version,
          chunkCount: rows.length,
          processDurationMs: durationMs,
          messages: [indexing, progressMessage('parse.done', { chunks: rows.length, ms: durationMs })],
        };
      }),
      ['chunkCount', 'processDurationMs'],
      {
        status: 'success',
        stage: 'done',
        percent: 100,
        activeVersion: sql`${documents.parseVersion}` as unknown as number,
        activeFileVersion: sql`${documents.fileVersion}` as unknown as number,
      },
    );
    // Documents of the same settings have the same consequences.
    const kinds = Map.groupBy(current, (row) => JSON.stringify([row.chunkMethod, row.enrichmentOptions]));
    for (const [sample] of kinds.values()) if (sample) await onChunksChanged.run(platform, tx, sample);
    if (changed.length > 0)
      await onParseEnded.run(tx, { companyId: base.companyId, documentIds: changed, outcome: 'parsed' });
    return changed;
  });
}
