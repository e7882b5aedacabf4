import { isDeepStrictEqual } from 'node:util';
import { getChunkMethod } from '@lectern/chunking';
import type { ChunkKind, ChunkOptions, EnrichmentOptions, ReadingOptions } from '@lectern/contract';
import { UnreadableFileError } from '@lectern/parsing';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import type { ChunkingFacts, KindCount, PreviewFileResult } from '../../platform/parser-process/requests.ts';
import type { Platform } from '../../platform/platform.ts';
import { chunks } from '../documents/chunks/chunk.table.ts';
import type { DocumentWithFile } from '../documents/document.queries.ts';
import { documents } from '../documents/document.table.ts';
import { parseRequest } from '../documents/request-parse.service.ts';
import { pageReadings } from '../parsing/page-reading.table.ts';
import { isRecording } from '../parsing/steps/recognise-text.ts';

/** How a document would be parsed. */
export type ParseSettings = {
  chunkMethod: string;
  chunkOptions: ChunkOptions;
  readingOptions: ReadingOptions;
  enrichmentOptions: EnrichmentOptions;
};

/** What a cut holds, as far as work on it is counted. */
export type Measure = {
  kinds: ChunkingFacts['kinds'];
  figures: number;
  refinement: ChunkingFacts['refinement'];
  /** Pages that would be recognised, and recordings written down: those read before cost nothing. */
  pages: number;
  recordings: number;
  exact: boolean;
};

/** So many files are read to count what no rows tell, if they are no larger. */
const mostRead = 4;
const largestReadBytes = 3_000_000;
const pictures = new Set(['png', 'jpg', 'jpeg', 'webp', 'tif', 'tiff', 'gif', 'bmp', 'avif', 'heic']);
/** Of a scanned page, once it is read. */
const tokensOfPage = 500;
const usualChunk = 512;
/** Bytes of a file that make one token of its text, seen on documents of ours; compressed formats hold pictures too. */
const bytesOfToken: Record<string, number> = {
  html: 9,
  htm: 9,
  pdf: 90,
  docx: 25,
  pptx: 150,
  epub: 12,
  xlsx: 6,
};
const plainBytesOfToken = 4;

/** Counts what is there, reads a few files where nothing is, and goes by the size of all others. */
export async function measureDocument(
  platform: Platform,
  found: DocumentWithFile,
  settings: ParseSettings,
  counts: RowCounts,
  budget: { files: number },
  signal: AbortSignal,
): Promise<Measure> {
  const known = readCounts(found, settings, counts);
  if (known) return known;
  if (budget.files > 0 && found.file.sizeBytes <= largestReadBytes && !isRecording(found.file.name)) {
    budget.files--;
    return readFile(platform, found, settings, signal);
  }
  return guessBySize(found, settings);
}

export function createMeasureBudget(): { files: number } {
  return { files: mostRead };
}

/** What the rows of a base's documents count, by document. */
export type RowCounts = Map<string, (KindCount & { kind: ChunkKind; figures: number })[]>;

export async function countRows(tx: Tx, documentIds: string[]): Promise<RowCounts> {
  if (documentIds.length === 0) return new Map();
  const rows = await tx
    .select({
      documentId: chunks.documentId,
      kind: chunks.kind,
      chunks: sql<number>`count(*)`.mapWith(Number),
      tokens: sql<number>`sum(${chunks.tokens})`.mapWith(Number),
      figures: sql<number>`count(*) filter (where ${chunks.imageKey} is not null)`.mapWith(Number),
    })
    .from(chunks)
    .innerJoin(
      documents,
      and(eq(documents.id, chunks.documentId), eq(documents.activeVersion, chunks.version)),
    )
    .where(inArray(chunks.documentId, documentIds))
    .groupBy(chunks.documentId, chunks.kind);
  return Map.groupBy(rows, (row) => row.documentId);
}

/** Undefined where the rows do not say what such a parse would give. */
function readCounts(
  { document }: DocumentWithFile,
  settings: ParseSettings,
  counts: RowCounts,
): Measure | undefined {
  const same =
    document.activeVersion > 0 &&
    document.status === 'success' &&
    document.chunkMethod === settings.chunkMethod &&
    isDeepStrictEqual(document.chunkOptions, settings.chunkOptions) &&
    isDeepStrictEqual({ ...settings.readingOptions, ...document.readingOptions }, settings.readingOptions);
  if (!same || getChunkMethod(settings.chunkMethod).refinement) return undefined;
  // A cut has no summaries: they are written over it.
  const cut = (counts.get(document.id) ?? []).filter(({ kind }) => kind !== 'summary');
  return {
    kinds: Object.fromEntries(
      cut.map(({ kind, chunks: count, tokens }) => [kind, { chunks: count, tokens }]),
    ),
    figures: cut.reduce((sum, row) => sum + (row.kind === 'slide' ? 0 : row.figures), 0),
    refinement: { calls: 0, promptTokens: 0, completionTokens: 0 },
    pages: 0,
    recordings: 0,
    exact: true,
  };
}

async function readFile(
  platform: Platform,
  found: DocumentWithFile,
  settings: ParseSettings,
  signal: AbortSignal,
): Promise<Measure> {
  const request = parseRequest(found, settings);
  const { name, readingOptions } = request;
  return platform.objects.withLocalFile(found.file.objectKey, async (path) => {
    try {
      const textless =
        readingOptions.ocr === 'off'
          ? []
          : await platform.parsers.run<number[]>(
              'listPages',
              { path, name, pages: readingOptions.pageRanges },
              { signal },
            );
      const pages = await countUnread(platform, found, textless);
      const cut = await platform.parsers
        .run<PreviewFileResult>('previewFile', { path, ...request, chunks: 0, render: false }, { signal })
        .catch((error) => {
          if (textless.length > 0 && error instanceof UnreadableFileError) return undefined;
          throw error;
        });
      const scanned = guessKinds(settings, textless.length * tokensOfPage);
      return {
        kinds: addKinds(cut?.kinds ?? {}, scanned),
        figures: cut?.figures ?? 0,
        refinement: cut?.refinement ?? { calls: 0, promptTokens: 0, completionTokens: 0 },
        pages,
        recordings: 0,
        exact: textless.length === 0,
      };
    } catch (error) {
      // It would end in the state `fail`, and ask nobody anything.
      if (error instanceof UnreadableFileError)
        return { ...guessBySize(found, settings), kinds: {}, figures: 0, pages: 0, exact: true };
      throw error;
    }
  });
}

async function countUnread(
  { database }: Platform,
  { document, file }: DocumentWithFile,
  pages: number[],
): Promise<number> {
  if (pages.length === 0) return 0;
  const read = await database.withCompany(document.companyId, (tx) =>
    tx
      .selectDistinct({ page: pageReadings.page })
      .from(pageReadings)
      .where(and(eq(pageReadings.sha256, file.sha256), inArray(pageReadings.page, pages))),
  );
  return pages.length - read.length;
}

function guessBySize({ document, file }: DocumentWithFile, settings: ParseSettings): Measure {
  const extension = file.name.slice(file.name.lastIndexOf('.') + 1).toLowerCase();
  const isPicture = pictures.has(extension);
  const recording = isRecording(file.name);
  const bytes = bytesOfToken[extension] ?? plainBytesOfToken;
  const tokens = isPicture ? tokensOfPage : recording ? file.sizeBytes / 4_000 : file.sizeBytes / bytes;
  return {
    kinds: guessKinds(settings, Math.max(tokens, (document.pageCount ?? 0) * 100)),
    figures: 0,
    refinement: { calls: 0, promptTokens: 0, completionTokens: 0 },
    pages: isPicture && settings.readingOptions.ocr !== 'off' ? 1 : 0,
    recordings: recording ? 1 : 0,
    exact: false,
  };
}

function guessKinds({ chunkOptions }: ParseSettings, tokens: number): Measure['kinds'] {
  if (tokens === 0) return {};
  const size = Number(chunkOptions.chunkTokenNumber) || usualChunk;
  return { text: { chunks: Math.max(1, Math.ceil(tokens / size)), tokens: Math.round(tokens) } };
}

export function addKinds(a: Measure['kinds'], b: Measure['kinds']): Measure['kinds'] {
  const sum: Measure['kinds'] = { ...a };
  for (const [kind, count] of Object.entries(b) as [ChunkKind, { chunks: number; tokens: number }][]) {
    const own = sum[kind] ?? { chunks: 0, tokens: 0 };
    sum[kind] = { chunks: own.chunks + count.chunks, tokens: own.tokens + count.tokens };
  }
  return sum;
}
