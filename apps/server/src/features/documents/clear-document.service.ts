import { and, eq, isNotNull } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { chunks } from '../chunks/chunk.table.ts';
import { files } from '../files/file.table.ts';
import { findIndexTable } from '../knowledge-bases/index-table.service.ts';
import { onChunksChanged } from './chunks-changed.service.ts';
import { findFilesByObjectKey, isFileUsed, isRenderedFormUsed, lockDocument } from './document.queries.ts';
import { lockObject } from './document.service.ts';
import { documents } from './document.table.ts';
import { forgetReadings } from './page-reading.service.ts';
import { deleteChunksWithPictures } from './picture.service.ts';

export type ClearDocument = { companyId: string; documentId: string };

/** Removes what a deleted document leaves: index, then bytes that nothing else needs, then the rows. Safe to repeat. */
export async function clearDocument(
  platform: Platform,
  { companyId, documentId }: ClearDocument,
): Promise<void> {
  const { database, index, objects } = platform;
  const buried = await database.withCompany(companyId, async (tx) => {
    const [row] = await tx
      .select({ document: documents, objectKey: files.objectKey, sha256: files.sha256 })
      .from(documents)
      .innerJoin(files, eq(files.id, documents.fileId))
      .where(and(eq(documents.id, documentId), isNotNull(documents.deletedAt)));
    return row;
  });
  if (!buried) return;
  const { document, objectKey, sha256 } = buried;
  const table = await findIndexTable(platform, { companyId, knowledgeBaseId: document.knowledgeBaseId });
  if (await index.findState(table)) await index.deleteDocument(table, documentId);
  await database.withCompany(companyId, async (tx) => {
    await lockObject(tx, objectKey);
    if (document.renderedKey) await lockObject(tx, document.renderedKey);
    await lockDocument(tx, documentId);
    // Two documents that read alike share one readable form.
    if (document.renderedKey && !(await isRenderedFormUsed(tx, document.renderedKey, documentId)))
      await objects.delete(document.renderedKey);
    const shared = await isFileUsed(tx, document.fileId, documentId);
    await onChunksChanged.run(platform, tx, document);
    await deleteChunksWithPictures(platform, tx, companyId, eq(chunks.documentId, documentId));
    await tx.delete(documents).where(eq(documents.id, documentId));
    if (shared) return;
    await releaseFile(platform, tx, { id: document.fileId, objectKey, sha256 });
  });
}

/** Removes a file that nothing needs any more, under the lock of its object. */
export async function releaseFile(
  { objects }: Platform,
  tx: Tx,
  file: { id: string; objectKey: string; sha256: string },
): Promise<void> {
  await tx.delete(files).where(eq(files.id, file.id));
  // The same content may have been uploaded more than once: the bytes go with the last.
  if ((await findFilesByObjectKey(tx, file.objectKey)).length > 0) return;
  await forgetReadings(tx, file.sha256);
  await objects.delete(file.objectKey);
}
