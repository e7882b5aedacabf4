import { maxFolderDepth } from '@lectern/contract';
import { eq } from 'drizzle-orm';
import { authorizeSystem } from '../../platform/authorized.ts';
import type { SystemTx, Tx } from '../../platform/database/database.ts';
import { documents } from '../documents/document.table.ts';
import { findFreeFileName, updateFileRow } from '../file-storage/file.queries.ts';
import { files } from '../file-storage/file.table.ts';
import { findOrCreateFolder, lockTree } from '../file-storage/folder.queries.ts';

/** A document and the folders for its file, outermost first. Missing folders are created. */
export type Filed = { documentId: string; name: string; folders: string[] };

export async function putIntoFolders(
  tx: SystemTx,
  companyId: string,
  filed: AsyncIterable<Filed>,
): Promise<void> {
  await lockTree(tx, companyId);
  const known = new Map<string, string>();
  for await (const { documentId, name, folders: path } of filed) {
    if (path.length === 0) continue;
    const folderId = await findOrCreatePath(tx, companyId, path.slice(0, maxFolderDepth), known);
    const free = await findFreeFileName(tx, companyId, folderId, name);
    const [found] = await tx
      .select({ file: files })
      .from(documents)
      .innerJoin(files, eq(files.id, documents.fileId))
      .where(eq(documents.id, documentId));
    if (found)
      await updateFileRow(tx, authorizeSystem(tx, found.file), { folderId, shelf: 'manager', name: free });
  }
}

async function findOrCreatePath(
  tx: Tx,
  companyId: string,
  path: string[],
  known: Map<string, string>,
): Promise<string | null> {
  let parentId: string | null = null;
  for (const [depth, name] of path.entries()) {
    const key = path
      .slice(0, depth + 1)
      .join('\n')
      .toLowerCase();
    let id: string | undefined = known.get(key);
    if (id === undefined) {
      id = await findOrCreateFolder(tx, companyId, parentId, name);
      known.set(key, id);
    }
    parentId = id;
  }
  return parentId;
}
