import { maxFolderDepth } from '@lectern/contract';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { newId, type Tx } from '../../platform/database/database.ts';
import { documents } from '../documents/document.table.ts';
import { findFreeFileName } from '../file-storage/file.queries.ts';
import { files } from '../file-storage/file.table.ts';
import { lockTree } from '../file-storage/folder.queries.ts';
import { folders } from '../file-storage/folder.table.ts';

/** A document whose file is to lie in folders of these names, outermost first; they are made where they are missing. */
export type Filed = { documentId: string; name: string; folders: string[] };

export async function putIntoFolders(tx: Tx, companyId: string, filed: AsyncIterable<Filed>): Promise<void> {
  await lockTree(tx, companyId);
  const known = new Map<string, string>();
  for await (const { documentId, name, folders: path } of filed) {
    if (path.length === 0) continue;
    const folderId = await findOrMakeFolder(tx, companyId, path.slice(0, maxFolderDepth), known);
    const free = await findFreeFileName(tx, companyId, folderId, name);
    const [document] = await tx
      .select({ fileId: documents.fileId })
      .from(documents)
      .where(eq(documents.id, documentId));
    if (document)
      await tx
        .update(files)
        .set({ folderId, shelf: 'manager', name: free })
        .where(eq(files.id, document.fileId));
  }
}

async function findOrMakeFolder(
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
      const inside = parentId === null ? isNull(folders.parentId) : eq(folders.parentId, parentId);
      const found: { id: string }[] = await tx
        .select({ id: folders.id })
        .from(folders)
        .where(and(inside, sql`lower(${folders.name}) = lower(${name})`));
      id = found[0]?.id ?? newId();
      if (found.length === 0) await tx.insert(folders).values({ id, companyId, parentId, name });
      known.set(key, id);
    }
    parentId = id;
  }
  return parentId;
}
