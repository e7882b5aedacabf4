import { AppError, type BodyOf, type Language, type previewChunks, type ResponseOf } from '@lectern/contract';
import { type RecognisedPage, UnreadableFileError } from '@lectern/parsing';
import type { Actor } from '../../platform/actor.ts';
import { firstPages } from '../../platform/parser-process/first-pages.ts';
import type { PreviewFileResult } from '../../platform/parser-process/requests.ts';
import type { Platform } from '../../platform/platform.ts';
import { loadDocument } from '../documents/document.service.ts';
import { checkMethodTakes } from '../documents/document-format.service.ts';
import { parseRequest } from '../documents/request-parse.service.ts';
import { unreadableAsError } from '../file-storage/stored-bytes.service.ts';
import { checkChunkOptions } from '../knowledge-bases/knowledge-base.service.ts';
import { findPageReadings, storePageReadings } from '../parsing/page-reading.queries.ts';
import type { Recognising } from '../parsing/parse-run.ts';
import { chooseWay } from '../parsing/steps/recognise-text.ts';

/** Chunks shown in a preview; more tell a person no more. */
const previewedChunks = 100;
const previewedPages = 20;
/** Pages that are read while a person waits: some seconds each. */
const pagesToRead = 3;

type Preview = ResponseOf<typeof previewChunks>;

/** How a document would be cut; of pages that are pictures, with the text that was read on them before. */
export async function previewDocument(
  platform: Platform,
  actor: Actor,
  documentId: string,
  body: BodyOf<typeof previewChunks>,
  { signal, language }: { signal: AbortSignal; language: Language },
): Promise<Preview> {
  const found = await platform.database.withActor(actor, (tx) => loadDocument(tx, actor, 'read', documentId));
  const request = parseRequest(found, {
    chunkMethod: body.chunkMethod,
    chunkOptions: checkChunkOptions(body.chunkMethod, body.chunkOptions),
    readingOptions: body.readingOptions ?? found.document.readingOptions,
  });
  checkMethodTakes(body.chunkMethod, found.document.format, language);
  const run: Recognising = {
    platform,
    found,
    base: found.base,
    reading: request.readingOptions,
    // Of no parse: a number that none will ever have keeps what is booked for it apart.
    parse: { companyId: actor.companyId, documentId, version: Date.now() },
    follower: { signal },
  };
  const { recognised, unread } = await unreadableAsError(readPictures(run, body.recognise));
  const cut = platform.objects.withLocalFile(found.file.objectKey, (path) =>
    platform.parsers.run<PreviewFileResult>(
      'previewFile',
      { path, ...request, recognised, chunks: previewedChunks, render: false, maxPages: previewedPages },
      { signal },
    ),
  );
  const result = await unreadableAsError(cut).catch((error) => {
    // There is something to be read yet.
    if (unread.pages > 0 && error instanceof AppError && error.code === 'parsing.no_text') return undefined;
    throw error;
  });
  return {
    chunks: (result?.chunks ?? []).map(presentPreview),
    total: result?.chunkCount ?? 0,
    pagesRead: Math.min(result?.pageCount ?? 0, previewedPages),
    unread,
  };
}

function presentPreview(chunk: PreviewFileResult['chunks'][number]): Preview['chunks'][number] {
  const { ordinal, kind, text, questions, headingPath, page, tokens } = chunk;
  return { ordinal, kind, text, questions, headingPath, page: page ?? null, tokens };
}

const withPictures = new Set(['pdf', 'image']);

/** What is known of the previewed pages that are pictures, and how many are not read yet. */
async function readPictures(
  run: Recognising,
  read: boolean,
): Promise<{ recognised: RecognisedPage[]; unread: Preview['unread'] }> {
  const none = { recognised: [], unread: { pages: 0, with: null } };
  if (run.reading.ocr === 'off' || !withPictures.has(run.found.document.format)) return none;
  const pages = await listPictures(run);
  if (pages.length === 0) return none;
  const way = await chooseWay(run);
  if (!way) return { recognised: [], unread: { pages: pages.length, with: null } };
  const { platform, parse, found } = run;
  const source = { companyId: parse.companyId, sha256: found.file.sha256, engine: way.engine };
  const readings = await platform.database.withCompany(parse.companyId, (tx) =>
    findPageReadings(tx, source, pages),
  );
  const known = new Set(readings.map(({ page }) => page));
  const left = pages.filter((page) => !known.has(page));
  if (read && left.length > 0) {
    const made = await way.read(left.splice(0, pagesToRead), () => undefined);
    if (!way.keepsItself)
      await platform.database.withCompany(parse.companyId, (tx) => storePageReadings(tx, source, made));
    readings.push(...made);
  }
  return { recognised: readings, unread: { pages: left.length, with: way.label } };
}

/** Reports nothing about a file that cannot be read: the chunking does. */
async function listPictures({ platform, found, reading, follower }: Recognising): Promise<number[]> {
  const ranges = firstPages(reading.pageRanges, previewedPages);
  return platform.objects
    .withLocalFile(found.file.objectKey, (path) =>
      platform.parsers.run<number[]>(
        'listPages',
        { path, name: found.file.name, pages: ranges },
        { signal: follower.signal },
      ),
    )
    .catch((error) => {
      if (error instanceof UnreadableFileError) return [];
      throw error;
    });
}
