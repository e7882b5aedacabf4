import { and, eq, isNotNull, lt, sql } from 'drizzle-orm';
import { authorizeSystem } from '../../platform/authorized.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { files } from '../file-storage/file.table.ts';
import { lockObject, releaseFile } from '../file-storage/object.service.ts';
import { findIndexTable } from '../knowledge-bases/index-table.service.ts';
import { chunks } from './chunks/chunk.table.ts';
import { onChunksChanged } from './chunks/chunks-changed.service.ts';
import { deleteChunksWithPictures, lockPicturesUnder } from './chunks/picture.service.ts';
import { deleteDocumentRow, isFileUsed, isRenderedFormUsed, lockDocument } from './document.queries.ts';
import { documents } from './document.table.ts';

export type ClearDocument = { companyId: string; documentId: string };

/** Removes a soft-deleted document: index, then bytes that nothing else needs, then the rows. Safe to repeat. */
export async function clearDocument(
  platform: Platform,
  { companyId, documentId }: ClearDocument,
): Promise<void> {
  const { database, index, objects } = platform;
  const deleted = await database.withCompany(companyId, async (tx) => {
    const [row] = await tx
      .select({ document: documents, objectKey: files.objectKey })
      .from(documents)
      .innerJoin(files, eq(files.id, documents.fileId))
      .where(and(eq(documents.id, documentId), isNotNull(documents.deletedAt)));
    return row;
  });
  if (!deleted) return;
  const { document, objectKey } = deleted;
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
    await deleteChunksWithPictures(
      platform,
      tx,
      authorizeSystem(tx, { companyId }),
      eq(chunks.documentId, documentId),
    );
    await deleteDocumentRow(tx, documentId);
    if (shared) return;
    await releaseFile(platform, tx, { id: document.fileId, objectKey });
  });
}

/** Removes soft-deleted documents whose job is gone. */
export async function clearDeletedDocuments(platform: Platform, { before }: { before: Date }) {
  const rows = await platform.database.acrossCompanies('deleted documents of every company', (tx) =>
    tx
      .select({ companyId: documents.companyId, documentId: documents.id })
      .from(documents)
      .where(and(isNotNull(documents.deletedAt), lt(documents.deletedAt, before))),
  );
  for (const row of rows) await clearDocument(platform, row);
  return { tombstones: rows.length };
}

/** Whether a document's readable form or a chunk's picture is this object. */
export async function isObjectOfDocument(tx: Tx, key: string): Promise<boolean> {
  await lockPicturesUnder(tx, key.split('/')[0] ?? '');
  const { rows } = await tx.execute(
    sql`select 1 from ${documents} where rendered_key = ${key}
        union all select 1 from ${chunks} where image_key = ${key} limit 1`,
  );
  return rows.length > 0;
}
