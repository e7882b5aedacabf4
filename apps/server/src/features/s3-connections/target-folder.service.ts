import { maxFolderDepth } from '@lectern/contract';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { newId, type Tx } from '../../platform/database/database.ts';
import { insertFolder, lockTree, readPath } from '../file-storage/folder.queries.ts';
import { folders } from '../file-storage/folder.table.ts';

/** The names of a key's folders, fit for the file manager's. To a bucket `..` is a name, to a person a way out. */
function cleanNames(path: string): string[] {
  return path
    .split('/')
    .map((name) =>
      name
        .normalize('NFC')
        .replace(/\p{Cc}/gu, '')
        .trim()
        .toWellFormed()
        .slice(0, 255),
    )
    .filter((name) => name !== '' && name !== '.' && name !== '..');
}

/** The folder of this path below the target, made where it is missing; what is nested too deep stays above. */
export async function makeFolders(
  tx: Tx,
  companyId: string,
  targetId: string | null,
  path: string,
): Promise<string | null> {
  const names = cleanNames(path);
  if (names.length === 0) return targetId;
  await lockTree(tx, companyId);
  const room = maxFolderDepth - (await readPath(tx, targetId)).length;
  let parentId = targetId;
  for (const name of names.slice(0, Math.max(0, room))) {
    const [known] = await tx
      .select({ id: folders.id })
      .from(folders)
      .where(
        and(
          parentId === null ? isNull(folders.parentId) : eq(folders.parentId, parentId),
          sql`lower(${folders.name}) = lower(${name})`,
        ),
      );
    if (known) {
      parentId = known.id;
      continue;
    }
    const id = newId();
    await insertFolder(tx, { id, companyId, parentId, name });
    parentId = id;
  }
  return parentId;
}
