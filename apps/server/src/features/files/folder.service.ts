import {
  AppError,
  type BodyOf,
  type createFolder,
  type Folder,
  maxFolderDepth,
  type renameFolder,
} from '@lectern/contract';
import { and, asc, count, ilike, inArray, isNull, sql } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import { authorize } from '../../platform/authorized.ts';
import { newId, type Tx } from '../../platform/database/database.ts';
import { likePattern } from '../../platform/database/like-pattern.ts';
import type { Platform } from '../../platform/platform.ts';
import { folderPolicy } from '../file-storage/file.policy.ts';
import { files } from '../file-storage/file.table.ts';
import {
  checkFolderName,
  getFolder,
  insertFolder,
  insideFolder,
  lockTree,
  readPath,
  readSubtree,
  updateFolderRow,
} from '../file-storage/folder.queries.ts';
import { type FolderRow, folders } from '../file-storage/folder.table.ts';
import { followPath } from './follow-path.service.ts';

const mostShown = 1_000;

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
      .where(search ? ilike(folders.name, likePattern(search)) : insideFolder(parentId ?? null))
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
    const row = await insertFolder(tx, {
      id: newId(),
      companyId: actor.companyId,
      parentId: input.parentId,
      name: input.name,
    });
    return presentOne(tx, row);
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
    const row = authorize(folderPolicy, actor, 'update', await getFolder(tx, id));
    await checkFolderName(tx, row.parentId, name, id);
    await updateFolderRow(tx, row, { name });
    const below = await readSubtree(tx, [id]);
    await followPath(platform, tx, actor.companyId, { fileIds: [], folderIds: below.map((each) => each.id) });
    return presentOne(tx, { ...row, name });
  });
}
