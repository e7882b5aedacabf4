import {
  AppError,
  type BodyOf,
  type createFolder,
  type Folder,
  maxFolderDepth,
  type renameFolder,
} from '@lectern/contract';
import { and, asc, count, eq, ilike, inArray, isNull, sql } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import { newId, type Tx } from '../../platform/database/database.ts';
import { likePattern } from '../../platform/database/like-pattern.ts';
import type { Platform } from '../../platform/platform.ts';
import { files } from './file.table.ts';
import { type FolderRow, folders } from './folder.table.ts';
import { followPath } from './follow-path.service.ts';

const mostShown = 1_000;

const inside = (parentId: string | null) =>
  parentId === null ? isNull(folders.parentId) : eq(folders.parentId, parentId);

export async function getFolder(tx: Tx, id: string): Promise<FolderRow> {
  const [row] = await tx.select().from(folders).where(eq(folders.id, id));
  if (!row) throw new AppError('folder.not_found');
  return row;
}

/**
 * The tree of a company changes in one hand at a time: of two moves at once, each fine alone, both together could
 * make a circle.
 */
export async function lockTree(tx: Tx, companyId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`folders of ${companyId}`}, 0))`);
}

/** What is being uploaded into these folders is in them when this returns, and nothing more comes. */
export async function lockFolders(tx: Tx, rows: FolderRow[]): Promise<void> {
  const ids = rows.map((row) => row.id);
  if (ids.length > 0)
    await tx.select({ id: folders.id }).from(folders).where(inArray(folders.id, ids)).for('update');
}

/** The folder, which stays until the transaction ends. */
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
    .where(and(inside(parentId), sql`lower(${folders.name}) = lower(${name})`));
  if (rows.some((row) => row.id !== exceptId)) throw new AppError('folder.name_taken', { name });
}

async function present(tx: Tx, rows: FolderRow[]): Promise<Folder[]> {
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return [];
  const ofFolders = await tx
    .select({ parentId: folders.parentId, count: count() })
    .from(folders)
    .where(inArray(folders.parentId, ids))
    .groupBy(folders.parentId);
  const ofFiles = await tx
    .select({ folderId: files.folderId, count: count() })
    .from(files)
    .where(and(inArray(files.folderId, ids), isNull(files.deletedAt)))
    .groupBy(files.folderId);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    parentId: row.parentId,
    folderCount: ofFolders.find(({ parentId }) => parentId === row.id)?.count ?? 0,
    fileCount: ofFiles.find(({ folderId }) => folderId === row.id)?.count ?? 0,
    createdAt: row.createdAt.toISOString(),
  }));
}

async function presentOne(tx: Tx, row: FolderRow): Promise<Folder> {
  const [presented] = await present(tx, [row]);
  return presented as Folder;
}

export function listFolderRows(
  { database }: Platform,
  actor: Actor,
  { parentId, search }: { parentId?: string | undefined; search?: string | undefined },
) {
  return database.withActor(actor, async (tx) => {
    const path = await readPath(tx, parentId ?? null);
    const rows = await tx
      .select()
      .from(folders)
      .where(search ? ilike(folders.name, likePattern(search)) : inside(parentId ?? null))
      .orderBy(asc(sql`lower(${folders.name})`))
      .limit(mostShown);
    return { items: await present(tx, rows), path: path.map(({ id, name }) => ({ id, name })) };
  });
}

export function addFolder({ database }: Platform, actor: Actor, input: BodyOf<typeof createFolder>) {
  return database.withActor(actor, async (tx) => {
    await lockTree(tx, actor.companyId);
    const path = await readPath(tx, input.parentId);
    if (path.length >= maxFolderDepth) throw new AppError('folder.too_deep', { depth: maxFolderDepth });
    await checkFolderName(tx, input.parentId, input.name);
    const [row] = await tx
      .insert(folders)
      .values({ id: newId(), companyId: actor.companyId, parentId: input.parentId, name: input.name })
      .returning();
    return presentOne(tx, row as FolderRow);
  });
}

export function changeFolder(
  platform: Platform,
  actor: Actor,
  id: string,
  { name }: BodyOf<typeof renameFolder>,
) {
  return platform.database.withActor(actor, async (tx) => {
    await lockTree(tx, actor.companyId);
    const row = await getFolder(tx, id);
    await checkFolderName(tx, row.parentId, name, id);
    await tx.update(folders).set({ name }).where(eq(folders.id, id));
    const below = await readSubtree(tx, [id]);
    await followPath(platform, tx, actor.companyId, { fileIds: [], folderIds: below.map((each) => each.id) });
    return presentOne(tx, { ...row, name });
  });
}
