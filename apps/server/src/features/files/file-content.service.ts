import { AppError, type PdfCopy, type RenderedDocument, readingOptions } from '@lectern/contract';
import { fileExtension } from '@lectern/parsing';
import type { Actor } from '../../platform/actor.ts';
import type { FileAnswer } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { formatOfExtension } from '../documents/document-format.service.ts';
import { getFileRow } from '../file-storage/file.queries.ts';
import {
  answerBytes,
  renderBytes,
  renderStoredPage,
  unreadableAsError,
} from '../file-storage/stored-bytes.service.ts';
import { readPdfCopy, requestPdfCopy, type ShownFile } from '../pdf-copies/pdf-copy.service.ts';

/** The bytes of a file, whole or in part. */
export async function readContent(
  platform: Platform,
  actor: Actor,
  id: string,
  rangeHeader: string | undefined,
): Promise<FileAnswer> {
  const file = await platform.database.withActor(actor, (tx) => getFileRow(tx, id));
  return answerBytes(platform, { ...file, format: formatOfExtension(fileExtension(file.name)) }, rangeHeader);
}

async function loadShown(platform: Platform, actor: Actor, id: string): Promise<ShownFile> {
  const file = await platform.database.withActor(actor, (tx) => getFileRow(tx, id));
  return { ...file, format: formatOfExtension(fileExtension(file.name)) };
}

/** Whether the file can be shown as pages. */
export async function requestFilePages(platform: Platform, actor: Actor, id: string): Promise<PdfCopy> {
  return requestPdfCopy(platform, await loadShown(platform, actor, id));
}

export async function readFilePages(
  platform: Platform,
  actor: Actor,
  id: string,
  rangeHeader: string | undefined,
): Promise<FileAnswer> {
  return readPdfCopy(platform, await loadShown(platform, actor, id), rangeHeader);
}

/** A page of a PDF or picture file, drawn in a parser process. */
export async function renderFilePage(
  platform: Platform,
  actor: Actor,
  { fileId, page, width }: { fileId: string; page: number; width: number },
  signal: AbortSignal,
): Promise<FileAnswer> {
  const file = await platform.database.withActor(actor, (tx) => getFileRow(tx, fileId));
  const format = formatOfExtension(fileExtension(file.name));
  if (format !== 'pdf' && format !== 'image') throw new AppError('document.page_not_found', { page });
  return unreadableAsError(renderStoredPage(platform, file, { name: file.name, page, width }, signal));
}

/** A file in readable form, made for the asking: no document keeps it. */
export async function renderFile(
  platform: Platform,
  actor: Actor,
  id: string,
  signal: AbortSignal,
): Promise<RenderedDocument> {
  const file = await platform.database.withActor(actor, (tx) => getFileRow(tx, id));
  // A PDF is shown as it is.
  if (formatOfExtension(fileExtension(file.name)) === 'pdf') throw new AppError('document.not_parsed');
  const reading = { chunkMethod: 'one', chunkOptions: {}, readingOptions: readingOptions.parse({}) };
  return renderBytes(platform, file.objectKey, { name: file.name, ...reading }, signal);
}
