import type { Authorized } from '../../platform/authorized.ts';
import type { SystemTx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteFileRows } from '../file-storage/file.queries.ts';
import { addFile } from '../file-storage/upload.service.ts';
import type { KnowledgeBaseRow } from '../knowledge-bases/knowledge-base.table.ts';
import type { NewDocument } from './add-document.service.ts';
import { findDocument, lockDocument, updateDocumentRow } from './document.queries.ts';
import { listUsedFiles } from './document-batch.queries.ts';
import { chooseMethod, formatOfExtension } from './document-format.service.ts';
import { beginParse } from './request-parse.service.ts';
import { findLastNumber, findVersion } from './versions/document-version.queries.ts';

/**
 * Gives a document another file and parses it; the earlier chunks are used until the new ones are ready. Name,
 * settings and whether it is enabled stay. False when the document is gone. `freed` names bytes that may be needed by
 * nothing now: hand it to `releaseObject` after the commit, since what is deleted cannot be rolled back.
 */
export async function replaceFile(
  platform: Platform,
  tx: SystemTx,
  base: Authorized<KnowledgeBaseRow, 'update'>,
  documentId: string,
  upload: Omit<NewDocument, 'readingOptions' | 'metadata'>,
  options: { ownerId: string },
): Promise<{ replaced: boolean; freed?: string }> {
  await lockDocument(tx, documentId);
  const found = await findDocument(tx, documentId);
  if (!found || found.document.knowledgeBaseId !== base.id) return { replaced: false };
  const { document, file } = found;
  const shared =
    (await listUsedFiles(tx, [file.id], [document.id])).length > 0 ||
    (await findVersion(tx, document.id, document.fileVersion)) !== undefined;
  const added = await addFile(platform, tx, base.companyId, upload, options.ownerId, {
    freedBytes: shared ? 0 : file.sizeBytes,
  });
  const format = formatOfExtension(upload.format);
  // A page may have become a file of another kind.
  const { note, ...method } = chooseMethod(document, format);
  const changes = {
    fileId: added.id,
    fileVersion: (await findLastNumber(tx, document)) + 1,
    title: upload.title ?? null,
    format,
    ...method,
    ...(note ? { messages: [...document.messages, note] } : {}),
    sourceUrl: upload.sourceUrl ?? document.sourceUrl,
  };
  await updateDocumentRow(tx, base, document.id, changes);
  const replaced = { document: { ...document, ...changes }, file: added };
  await beginParse(platform, tx, base, replaced, { personId: options.ownerId });
  if (shared) return { replaced: true };
  await deleteFileRows(tx, [file.id]);
  return { replaced: true, ...(file.objectKey === added.objectKey ? {} : { freed: file.objectKey }) };
}
