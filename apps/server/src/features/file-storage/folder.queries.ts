import { AppError, maxFolderDepth } from '@lectern/contract';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Authorized } from '../../platform/authorized.ts';
import { newId, type Tx } from '../../platform/database/database.ts';
import { type FolderRow, folders } from './folder.table.ts';

/** Folders directly inside this one; null: at the top. */
export const insideFolder = (parentId: string | null) =>
  parentId === null ? isNull(folders.parentId) : eq(folders.parentId, parentId);

export async function getFolder(tx: Tx, id: string): Promise<FolderRow> {
  const [row] = await tx.select().from(folders).where(eq(folders.id, id));
  if (!row) throw new AppError('folder.not_found');
  return row;
}

/** Serializes changes of a company's folder tree: two valid moves at once could make a circle. */
export async function lockTree(tx: Tx, companyId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`folders of ${companyId}`}, 0))`);
}

/** Waits for uploads into these folders and blocks new ones. */
export async function lockFolders(tx: Tx, rows: FolderRow[]): Promise<void> {
  const ids = rows.map((row) => row.id);
  if (ids.length > 0)
    await tx.select({ id: folders.id }).from(folders).where(inArray(folders.id, ids)).for('update');
}

/** The folder, which cannot be deleted until the transaction ends. */
export async function holdFolder(tx: Tx, id: string): Promise<FolderRow> {
  const [row] = await tx.select().from(folders).where(eq(folders.id, id)).for('key share');
  if (!row) throw new AppError('folder.not_found');
  return row;
}

/** From the top down to the folder, itself included. */
export async function readPath(tx: Tx, id: string | null): Promise<FolderRow[]> {
  const path: FolderRow[] = [];
  let next = id;
  while (next !== null && path.length <= maxFolderDepth * 2) {
    const row = await getFolder(tx, next);
    path.unshift(row);
    next = row.parentId;
  }
  return path;
}

/** The folders with all below them, these first. */
export async function readSubtree(tx: Tx, ids: string[]): Promise<FolderRow[]> {
  const found: FolderRow[] = [];
  let level = ids.length === 0 ? [] : await tx.select().from(folders).where(inArray(folders.id, ids));
  const seen = new Set<string>();
  while (level.length > 0) {
    const fresh = level.filter((row) => !seen.has(row.id));
    for (const row of fresh) seen.add(row.id);
    found.push(...fresh);
    const parents = fresh.map((row) => row.id);
    level =
      parents.length === 0 ? [] : await tx.select().from(folders).where(inArray(folders.parentId, parents));
  }
  return found;
}

/** Levels from these folders down to their deepest, themselves included. */
export function measureDepth(subtree: FolderRow[], top: FolderRow): number {
  const below = subtree.filter((row) => row.parentId === top.id);
  return 1 + Math.max(0, ...below.map((row) => measureDepth(subtree, row)));
}

export async function checkFolderName(
  tx: Tx,
  parentId: string | null,
  name: string,
  exceptId?: string,
): Promise<void> {
  const rows = await tx
    .select({ id: folders.id })
    .from(folders)
    .where(and(insideFolder(parentId), sql`lower(${folders.name}) = lower(${name})`));
  if (rows.some((row) => row.id !== exceptId)) throw new AppError('folder.name_taken', { name });
}

export async function insertFolder(tx: Tx, values: typeof folders.$inferInsert): Promise<FolderRow> {
  const [row] = await tx.insert(folders).values(values).returning();
  return row as FolderRow;
}

export async function updateFolderRow(
  tx: Tx,
  { id }: Authorized<FolderRow, 'update'>,
  changes: Partial<Pick<FolderRow, 'name' | 'parentId'>>,
): Promise<void> {
  await tx.update(folders).set(changes).where(eq(folders.id, id));
}

export async function deleteFolders(tx: Tx, rows: Authorized<FolderRow, 'delete'>[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await tx.delete(folders).where(inArray(folders.id, ids));
}

/** The folder of that name inside the parent, created if it is missing. Called under `lockTree`. */
export async function findOrCreateFolder(
  tx: Tx,
  companyId: string,
  parentId: string | null,
  name: string,
): Promise<string> {
  const [found] = await tx
    .select({ id: folders.id })
    .from(folders)
    .where(and(insideFolder(parentId), sql`lower(${folders.name}) = lower(${name})`));
  return found?.id ?? (await insertFolder(tx, { id: newId(), companyId, parentId, name })).id;
}
