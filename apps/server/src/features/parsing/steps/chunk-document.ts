import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RecognisedPage, type SpeechSegment, UnreadableFileError } from '@lectern/parsing';
import { sql } from 'drizzle-orm';
import { cleanText } from '../../../platform/database/clean-text.ts';
import { newId, type SystemTx, type Tx } from '../../../platform/database/database.ts';
import { RetryLater } from '../../../platform/jobs/queue.ts';
import { readLines } from '../../../platform/parser-process/chunk-lines.ts';
import {
  type ChunkFileResult,
  chunkFiles,
  type TextlessResult,
} from '../../../platform/parser-process/requests.ts';
import { takeQuota } from '../../../platform/quota.ts';
import { insertChunks, insertCoverages, insertDocumentTables } from '../../documents/chunks/chunk.queries.ts';
import { chunks } from '../../documents/chunks/chunk.table.ts';
import { lockPictures, picturePrefix, releasePictures } from '../../documents/chunks/picture.service.ts';
import {
  isRenderedFormUsed,
  setPictureBytes,
  updateDocumentFacts,
} from '../../documents/document.queries.ts';
import { type DocumentRow, documents } from '../../documents/document.table.ts';
import { parseRequest } from '../../documents/request-parse.service.ts';
import { lockObject } from '../../file-storage/object.service.ts';
import { progressMessage } from '../parse-progress.ts';
import { ofParse, type ParseRun } from '../parse-run.ts';
import { asRow, describeCoverage, describeFacts } from './describe-chunks.ts';
import { refineChunks } from './refine-chunks.ts';

const insertBatch = 200;
const storedAtOnce = 8;

/** Text that the file does not hold itself. */
export type FoundText = { recognised?: RecognisedPage[]; speech?: SpeechSegment[] };

/** Whether this parse has been cut: its chunks come into being in one transaction. */
export async function isChunked({ platform, parse }: Pick<ParseRun, 'platform' | 'parse'>): Promise<boolean> {
  const rows = await platform.database.withCompany(parse.companyId, (tx) =>
    tx.select({ id: chunks.id }).from(chunks).where(ofParse(parse)).limit(1),
  );
  return rows.length > 0;
}

/**
 * Reads and cuts the file in a parser process and keeps what came of it. With `stopAtTextless` it keeps nothing of a
 * file with pages whose text has to be recognised first, and returns them.
 */
export async function chunkDocument(
  run: ParseRun,
  text: FoundText,
  { stopAtTextless = false } = {},
): Promise<number[]> {
  const { platform, found, enrichment, follower } = run;
  const folder = await mkdtemp(join(tmpdir(), 'lectern-cut-'));
  try {
    const stop = platform.metrics.parseSeconds.startTimer({ stage: 'reading' });
    const result = await platform.objects.withLocalFile(found.file.objectKey, (path) =>
      platform.parsers.run<ChunkFileResult | TextlessResult>(
        'chunkFile',
        {
          path,
          folder,
          ...parseRequest(found),
          ...text,
          contentsCount: enrichment.tableOfContentsChunkCount,
          stopAtTextless,
        },
        { signal: follower.signal, onProgress: (pages, total) => follower.report('reading', pages, total) },
      ),
    );
    stop();
    if ('textless' in result) return result.textless;
    if (result.chunkCount === 0) throw new UnreadableFileError('no_text');
    await storeChunks(run, await refineChunks(run, result, folder), folder);
    return [];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Chunks and the facts about the document come into being together. */
async function storeChunks(run: ParseRun, result: ChunkFileResult, folder: string): Promise<void> {
  const { platform, parse, follower } = run;
  const renderedKey = result.rendered
    ? await storeFile(run, parse.companyId, folder, chunkFiles.rendered)
    : null;
  const pictures = await storePictures(run, folder);
  try {
    await follower.enter(
      'chunking',
      progressMessage('parse.cut', { chunks: result.chunkCount }),
      async (tx) => {
        if (renderedKey) {
          await lockObject(tx, renderedKey.key);
          // Another document that read alike may just have been cleared away, and its form with it.
          if (!(await platform.objects.head(renderedKey.key))) throw new RetryLater(1);
        }
        await holdPictures(run, tx, pictures);
        await keepFacts(run, tx, result, renderedKey?.key ?? null);
        await insertCoverages(tx, [describeCoverage(run, result.coverage)]);
        await insertAllChunks(run, tx, folder, pictures, await insertTables(run, tx, result));
        // Last: inserting may take a while, and all requests of the company wait for the quota's lock.
        await countPictures(run, tx, pictures);
      },
    );
  } catch (error) {
    await releasePictures(
      platform,
      parse.companyId,
      [...pictures.values()].map(({ key }) => key),
    );
    throw error;
  }
  await releaseRendered(run, renderedKey?.key ?? null);
}

/** The form that the parse before had made, unless another document reads alike. */
async function releaseRendered({ platform, parse, found }: ParseRun, newKey: string | null): Promise<void> {
  const { renderedKey } = found.document;
  if (renderedKey === null || renderedKey === newKey) return;
  await platform.database.withCompany(parse.companyId, async (tx) => {
    await lockObject(tx, renderedKey);
    if (!(await isRenderedFormUsed(tx, renderedKey))) await platform.objects.delete(renderedKey);
  });
}

type Stored = { key: string; size: number };

function storeFile({ platform }: ParseRun, prefix: string, folder: string, name: string): Promise<Stored> {
  return platform.objects.put(prefix, createReadStream(join(folder, name)));
}

/** By the name of their file in the folder. */
async function storePictures(run: ParseRun, folder: string): Promise<Map<string, Stored>> {
  const names = new Set<string>();
  for await (const { picture } of readLines(folder)) if (picture !== undefined) names.add(picture);
  const stored = new Map<string, Stored>();
  const prefix = picturePrefix(run.parse.companyId);
  const waiting = [...names];
  while (waiting.length > 0) {
    run.follower.signal.throwIfAborted();
    await Promise.all(
      waiting.splice(0, storedAtOnce).map(async (name) => {
        stored.set(name, await storeFile(run, prefix, folder, name));
      }),
    );
  }
  return stored;
}

/** From here to the commit nobody removes them; one that was removed since it was stored is stored again. */
async function holdPictures({ platform, parse }: ParseRun, tx: Tx, pictures: Map<string, Stored>) {
  if (pictures.size === 0) return;
  await lockPictures(tx, parse.companyId, 'shared');
  const keys = [...new Set([...pictures.values()].map(({ key }) => key))];
  while (keys.length > 0) {
    const heads = await Promise.all(keys.splice(0, storedAtOnce).map((key) => platform.objects.head(key)));
    if (heads.some((head) => head === undefined)) throw new RetryLater(1);
  }
}

/** Counts the pictures as storage, in place of those of the parse before. */
async function countPictures(
  { parse, found }: ParseRun,
  tx: SystemTx,
  pictures: Map<string, Stored>,
): Promise<void> {
  const sizes = new Map([...pictures.values()].map(({ key, size }) => [key, size]));
  const pictureBytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const before = found.document.pictureBytes;
  if (pictureBytes === before) return;
  const place = await takeQuota(tx, parse.companyId, 'storage', pictureBytes - before);
  await setPictureBytes(tx, parse.documentId, pictureBytes, place);
}

/** Ids by the place of the table in the cut. */
async function insertTables({ parse, base }: ParseRun, tx: Tx, result: ChunkFileResult): Promise<string[]> {
  const rows = result.tables.map((table) => ({
    id: newId(),
    companyId: parse.companyId,
    knowledgeBaseId: base.id,
    documentId: parse.documentId,
    version: parse.version,
    name: cleanText(table.name),
    page: table.page ?? null,
    columns: table.columns.map((column) => ({
      ...column,
      name: cleanText(column.name),
      synonyms: column.synonyms.map(cleanText),
      examples: column.examples.map(cleanText),
    })),
    rowCount: table.rowCount,
  }));
  for (let from = 0; from < rows.length; from += insertBatch)
    await insertDocumentTables(tx, rows.slice(from, from + insertBatch));
  return rows.map(({ id }) => id);
}

async function insertAllChunks(
  run: ParseRun,
  tx: Tx,
  folder: string,
  pictures: Map<string, Stored>,
  tableIds: string[],
): Promise<void> {
  let rows: (typeof chunks.$inferInsert)[] = [];
  let ordinal = 0;
  for await (const line of readLines(folder)) {
    rows.push(asRow(run, line, ordinal++, pictures, tableIds));
    if (rows.length < insertBatch) continue;
    run.follower.signal.throwIfAborted();
    await insertChunks(tx, rows);
    rows = [];
  }
  await insertChunks(tx, rows);
}

async function keepFacts(
  run: ParseRun,
  tx: SystemTx,
  result: ChunkFileResult,
  renderedKey: string | null,
): Promise<void> {
  const { facts, messages } = describeFacts(run, result, renderedKey);
  await updateDocumentFacts(tx, run.parse.documentId, {
    ...facts,
    messages:
      sql`${documents.messages} || ${JSON.stringify(messages)}::jsonb` as unknown as DocumentRow['messages'],
  });
}
