import { AppError } from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import type { FileAnswer } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { loadReadableDocument } from '../documents/readable-document.service.ts';
import { findChunk } from './chunk.queries.ts';

/** The picture that a chunk is shown with, for whoever may open its document. */
export async function readChunkImage(
  { database, objects }: Platform,
  actor: Actor,
  { documentId, chunkId }: { documentId: string; chunkId: string },
): Promise<FileAnswer> {
  const { document, chunk } = await database.withActor(actor, async (tx) => {
    const found = await loadReadableDocument(tx, actor, documentId);
    return { document: found.document, chunk: await findChunk(tx, found.document, chunkId) };
  });
  if (!chunk) throw new AppError('chunk.not_found');
  const head = chunk.imageKey ? await objects.head(chunk.imageKey) : undefined;
  if (!chunk.imageKey || !head) throw new AppError('chunk.no_image');
  return {
    stream: await objects.get(chunk.imageKey),
    // All are kept as this, whatever they were in the original.
    mediaType: 'image/jpeg',
    sizeBytes: head.size,
    name: `${document.name}.${chunk.ordinal + 1}.jpg`,
    etag: chunk.imageKey.slice(chunk.imageKey.lastIndexOf('/') + 1),
  };
}
