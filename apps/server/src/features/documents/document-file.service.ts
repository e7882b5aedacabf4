import { AppError, type RenderedDocument } from '@lectern/contract';
import { fileExtension } from '@lectern/parsing';
import { and, eq, isNotNull } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import type { FileAnswer } from '../../platform/http/route.ts';
import type { RenderedForm } from '../../platform/parser-process/requests.ts';
import type { Platform } from '../../platform/platform.ts';
import type { FileRow } from '../file-storage/file.table.ts';
import { answerBytes, renderBytes, renderStoredPage } from '../file-storage/stored-bytes.service.ts';
import type { ShownFile } from '../pdf-copies/pdf-copy.service.ts';
import { chunks } from './chunks/chunk.table.ts';
import type { DocumentWithFile } from './document.queries.ts';
import type { DocumentRow } from './document.table.ts';
import { loadReadableDocument } from './readable-document.service.ts';
import { parseRequest } from './request-parse.service.ts';
import { withFileOfVersion } from './versions/document-versions.service.ts';

/** A document, and which of its files; without a number the one that answers. */
export type WantedVersion = { documentId: string; version?: number | undefined };

function load(
  platform: Platform,
  actor: Actor,
  { documentId, version }: WantedVersion,
): Promise<DocumentWithFile> {
  return platform.database.withActor(actor, async (tx) =>
    withFileOfVersion(tx, await loadReadableDocument(tx, actor, documentId), version),
  );
}

/** The original, whole or in part. */
export async function readOriginal(
  platform: Platform,
  actor: Actor,
  wanted: WantedVersion,
  rangeHeader: string | undefined,
): Promise<FileAnswer> {
  const { document, file } = await load(platform, actor, wanted);
  return answerBytes(
    platform,
    { ...file, name: downloadName(document, file), format: document.format },
    rangeHeader,
  );
}

/** What a person called the document, with the extension that opens it. */
function downloadName({ name }: Pick<DocumentRow, 'name'>, file: Pick<FileRow, 'name'>): string {
  const extension = fileExtension(file.name);
  return extension === '' || fileExtension(name) === extension ? name : `${name}.${extension}`;
}

/** The original of a document that the actor may read. */
export async function loadShownDocument(
  platform: Platform,
  actor: Actor,
  wanted: WantedVersion,
): Promise<ShownFile> {
  const { document, file } = await load(platform, actor, wanted);
  return { ...file, name: document.name, format: document.format };
}

/** The readable form from the last parse, rendered now if there is none. */
export async function readRendered(
  platform: Platform,
  actor: Actor,
  wanted: WantedVersion,
  signal: AbortSignal,
): Promise<RenderedDocument> {
  const found = await load(platform, actor, wanted);
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

const slides = new Set(['pptx', 'ppt', 'odp']);

/** One page of a PDF or picture file as a picture, drawn in a parser process; of slides, the one their chunk is shown with. */
export async function renderPage(
  platform: Platform,
  actor: Actor,
  { page, width, ...wanted }: WantedVersion & { page: number; width: number },
  signal: AbortSignal,
): Promise<FileAnswer> {
  const { document, file } = await load(platform, actor, wanted);
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
