import { AppError, type RenderedDocument, readingOptions } from '@lectern/contract';
import { fileExtension } from '@lectern/parsing';
import type { Actor } from '../../platform/actor.ts';
import type { FileAnswer } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { formatOfExtension } from '../documents/document-format.service.ts';
import { getFileRow } from '../file-storage/file.queries.ts';
import { renderBytes, renderStoredPage, unreadableAsError } from '../file-storage/stored-bytes.service.ts';

/** A file that the actor may look at; its format follows from its name. */
export async function loadShownFile(platform: Platform, actor: Actor, id: string) {
  const file = await platform.database.withActor(actor, (tx) => getFileRow(tx, id));
  return { ...file, format: formatOfExtension(fileExtension(file.name)) };
}

/** A page of a PDF or picture file, drawn in a parser process. */
export async function renderFilePage(
  platform: Platform,
  actor: Actor,
  { fileId, page, width }: { fileId: string; page: number; width: number },
  signal: AbortSignal,
): Promise<FileAnswer> {
  const file = await loadShownFile(platform, actor, fileId);
  if (file.format !== 'pdf' && file.format !== 'image')
    throw new AppError('document.page_not_found', { page });
  return unreadableAsError(renderStoredPage(platform, file, { name: file.name, page, width }, signal));
}

/** A file in readable form, made for the asking: no document keeps it. */
export async function renderFile(
  platform: Platform,
  actor: Actor,
  id: string,
  signal: AbortSignal,
): Promise<RenderedDocument> {
  const file = await loadShownFile(platform, actor, id);
  // A PDF is shown as it is.
  if (file.format === 'pdf') throw new AppError('document.not_parsed');
  const reading = { chunkMethod: 'one', chunkOptions: {}, readingOptions: readingOptions.parse({}) };
  return renderBytes(platform, file.objectKey, { name: file.name, ...reading }, signal);
}
