import { mostDocumentVersions } from '@lectern/contract';
import type { Authorized } from '../../platform/authorized.ts';
import type { SystemTx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteFileRows } from '../file-storage/file.queries.ts';
import type { StoredUpload } from '../file-storage/upload.service.ts';
import type { KnowledgeBaseRow } from '../knowledge-bases/knowledge-base.table.ts';
import { findDocument, lockDocument } from './document.queries.ts';
import type { DocumentRow } from './document.table.ts';
import { listUsedFiles } from './document-batch.queries.ts';
import { deleteVersionRow, listVersions } from './versions/document-version.queries.ts';
import { addVersion, keepCurrent } from './versions/document-versions.service.ts';

type Replacement = {
  /** `same`: these are the bytes that it has. `gone`: the document was deleted. */
  result: 'replaced' | 'same' | 'gone';
  /** Bytes that may be needed by nothing now: for `releaseObject` after the commit, as a deletion is not rolled back. */
  freed?: string;
};

/**
 * Gives a document a new version, as a run does without anybody asking: where there is no room for one more, the oldest
 * that is not in use goes.
 */
export async function replaceFile(
  platform: Platform,
  tx: SystemTx,
  base: Authorized<KnowledgeBaseRow, 'update'>,
  documentId: string,
  upload: StoredUpload & { title?: string | undefined },
  options: { ownerId: string },
): Promise<Replacement> {
  await lockDocument(tx, documentId);
  const found = await findDocument(tx, documentId);
  if (!found || found.document.knowledgeBaseId !== base.id) return { result: 'gone' };
  if (found.file.sha256 === upload.sha256) return { result: 'same' };
  await keepCurrent(tx, base, found);
  const freed = await makeRoom(tx, found.document);
  await addVersion(platform, tx, { base, document: found.document }, upload, options.ownerId);
  return { result: 'replaced', ...(freed === undefined ? {} : { freed }) };
}

/** Deletes the oldest version of a document that has as many as it may; returns the key of its bytes. */
async function makeRoom(tx: SystemTx, document: DocumentRow): Promise<string | undefined> {
  const kept = await listVersions(tx, document.id);
  if (kept.length < mostDocumentVersions) return undefined;
  const inUse = [document.fileVersion, document.activeFileVersion];
  const oldest = kept.findLast(({ version }) => !inUse.includes(version.number));
  if (!oldest) return undefined;
  await deleteVersionRow(tx, oldest.version.id);
  if ((await listUsedFiles(tx, [oldest.file.id], [])).length > 0) return undefined;
  await deleteFileRows(tx, [oldest.file.id]);
  return oldest.file.objectKey;
}
