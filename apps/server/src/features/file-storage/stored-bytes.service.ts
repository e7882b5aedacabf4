import { AppError, type ErrorCode, type RenderedDocument } from '@lectern/contract';
import { UnreadableFileError } from '@lectern/parsing';
import type { FileAnswer } from '../../platform/http/route.ts';
import type { PreviewFileRequest, PreviewFileResult } from '../../platform/parser-process/requests.ts';
import type { Platform } from '../../platform/platform.ts';

const mediaTypes: Record<string, string> = {
  pdf: 'application/pdf',
  text: 'text/plain; charset=utf-8',
  markdown: 'text/plain; charset=utf-8',
};

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

/** One page of stored bytes as a picture, drawn in a parser process; `name` names the answer. */
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
