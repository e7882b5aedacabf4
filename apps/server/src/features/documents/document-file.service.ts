import { AppError, type ErrorCode, type RenderedDocument } from '@lectern/contract';
import { UnreadableFileError } from '@lectern/parsing';
import { and, eq, isNotNull } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import type { FileAnswer } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { chunks } from '../chunks/chunk.table.ts';
import type { DocumentWithFile } from './document.queries.ts';
import { parseRequest } from './document.service.ts';
import type { DocumentRow } from './document.table.ts';
import type { PreviewFileRequest, PreviewFileResult, RenderedForm } from './parse-file.ts';
import { loadReadableDocument } from './readable-document.service.ts';

const mediaTypes: Record<string, string> = {
  pdf: 'application/pdf',
  text: 'text/plain; charset=utf-8',
  markdown: 'text/plain; charset=utf-8',
};

function load(platform: Platform, actor: Actor, id: string): Promise<DocumentWithFile> {
  return platform.database.withActor(actor, (tx) => loadReadableDocument(tx, actor, id));
}

/** `bytes=a-b`, `bytes=a-` or `bytes=-n`, as a half-open range; undefined for anything else, which is then ignored. */
function readRange(header: string | undefined, size: number): { start: number; end: number } | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  const start = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const end = match[1] === '' || match[2] === '' ? size : Math.min(size, Number(match[2]) + 1);
  // Backwards is no range, and so ignored; beyond the end is one that cannot be told.
  if (match[1] !== '' && match[2] !== '' && Number(match[2]) < start) return undefined;
  if (start >= size || start >= end) throw new AppError('request.range_not_satisfiable', { sizeBytes: size });
  return { start, end };
}

/** The original, whole or in part. */
export async function readOriginal(
  platform: Platform,
  actor: Actor,
  id: string,
  rangeHeader: string | undefined,
): Promise<FileAnswer> {
  const { document, file } = await load(platform, actor, id);
  return answerBytes(platform, { ...file, name: document.name, format: document.format }, rangeHeader);
}

/** Stored bytes, whole or in part. */
export async function answerBytes(
  { objects }: Platform,
  file: { name: string; format: string | null; objectKey: string; sha256: string; sizeBytes: number },
  rangeHeader: string | undefined,
): Promise<FileAnswer> {
  const range = readRange(rangeHeader, file.sizeBytes);
  return {
    stream: await objects.get(file.objectKey, range),
    mediaType: mediaTypes[file.format ?? ''] ?? 'application/octet-stream',
    sizeBytes: file.sizeBytes,
    name: file.name,
    etag: file.sha256,
    ...(range ? { range: { ...range, total: file.sizeBytes } } : {}),
  };
}

/** The readable form that the last parse made; made anew where there is none yet. */
export async function readRendered(
  platform: Platform,
  actor: Actor,
  id: string,
  signal: AbortSignal,
): Promise<RenderedDocument> {
  const found = await load(platform, actor, id);
  const { renderedKey } = found.document;
  // A PDF is shown as it is: no need to read all of it to say so.
  if (found.document.format === 'pdf') throw new AppError('document.not_parsed');
  if (renderedKey) {
    const parts: Uint8Array[] = [];
    for await (const part of await platform.objects.get(renderedKey)) parts.push(part as Uint8Array);
    return JSON.parse(Buffer.concat(parts).toString('utf8')) as RenderedForm;
  }
  return renderBytes(platform, found.file.objectKey, parseRequest(found), signal);
}

/** Stored bytes in readable form, made in a parser process. */
export async function renderBytes(
  platform: Platform,
  objectKey: string,
  request: Omit<PreviewFileRequest, 'path' | 'chunks' | 'render'>,
  signal: AbortSignal,
): Promise<RenderedDocument> {
  const result = await unreadableAsError(
    platform.objects.withLocalFile(objectKey, (path) =>
      platform.parsers.run<PreviewFileResult>(
        'previewFile',
        { path, ...request, chunks: 0, render: true },
        { signal },
      ),
    ),
  );
  if (!result.rendered) throw new AppError('document.not_parsed');
  return result.rendered;
}

/** What the reader cannot do is the file's fault, not the server's. */
export async function unreadableAsError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof UnreadableFileError)
      throw new AppError(`parsing.${error.reason}` as ErrorCode, { detail: error.detail ?? '' });
    throw error;
  }
}

const slides = new Set(['pptx', 'ppt', 'odp']);

/** One page of a PDF or picture file as a picture, drawn in a parser process; of slides, the one their chunk is shown with. */
export async function renderPage(
  platform: Platform,
  actor: Actor,
  { documentId, page, width }: { documentId: string; page: number; width: number },
  signal: AbortSignal,
): Promise<FileAnswer> {
  const { document, file } = await load(platform, actor, documentId);
  if (slides.has(document.format)) return readSlide(platform, document, page);
  const drawn = document.format === 'pdf' || document.format === 'image';
  if (!drawn || (document.pageCount !== null && page > document.pageCount))
    throw new AppError('document.page_not_found', { page });
  return renderStoredPage(platform, file, { name: document.name, page, width }, signal);
}

/** As it was drawn when the document was parsed, where a program here draws slides. */
async function readSlide(
  { database, objects }: Platform,
  document: DocumentRow,
  page: number,
): Promise<FileAnswer> {
  const [slide] = await database.withCompany(document.companyId, (tx) =>
    tx
      .select({ key: chunks.imageKey })
      .from(chunks)
      .where(
        and(
          eq(chunks.documentId, document.id),
          eq(chunks.version, document.activeVersion),
          eq(chunks.kind, 'slide'),
          eq(chunks.page, page),
          isNotNull(chunks.imageKey),
        ),
      )
      .limit(1),
  );
  const head = slide?.key ? await objects.head(slide.key) : undefined;
  if (!slide?.key || !head) throw new AppError('document.page_not_found', { page });
  return {
    stream: await objects.get(slide.key),
    mediaType: 'image/jpeg',
    sizeBytes: head.size,
    name: `${document.name}.${page}.jpg`,
    etag: slide.key.slice(slide.key.lastIndexOf('/') + 1),
  };
}

/** The same of stored bytes; `name` is what the answer is called. */
export async function renderStoredPage(
  platform: Platform,
  file: { name: string; objectKey: string; sha256: string },
  { name, page, width }: { name: string; page: number; width: number },
  signal: AbortSignal,
): Promise<FileAnswer> {
  const bytes = await platform.objects.withLocalFile(file.objectKey, (path) =>
    platform.parsers.run<Uint8Array>('renderPage', { path, name: file.name, page, width }, { signal }),
  );
  return {
    stream: Buffer.from(bytes),
    mediaType: 'image/jpeg',
    sizeBytes: bytes.byteLength,
    name: `${name}.${page}.jpg`,
    etag: `${file.sha256}-${page}-${width}`,
  };
}
