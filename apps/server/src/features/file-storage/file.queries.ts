import { AppError } from '@lectern/contract';
import {
  and,
  asc,
  count,
  desc,
  eq,
  ilike,
  inArray,
  isNull,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { Authorized } from '../../platform/authorized.ts';
import type { SystemTx, Tx } from '../../platform/database/database.ts';
import { likePattern } from '../../platform/database/like-pattern.ts';
import { chooseFreeName, splitName } from '../../platform/free-name.ts';
import type { QuotaToken } from '../../platform/quota.ts';
import { rememberDeleted } from '../deletions/deletion.queries.ts';
import { type FileRow, files } from './file.table.ts';

const alive = isNull(files.deletedAt);

export async function getFileRow(tx: Tx, id: string): Promise<FileRow> {
  const [row] = await tx
    .select()
    .from(files)
    .where(and(alive, eq(files.id, id)));
  if (!row) throw new AppError('file.not_found');
  return row;
}

/** All of these files or a 404; locked in one order, so that two callers do not deadlock. */
export async function lockFiles(tx: Tx, ids: string[]): Promise<FileRow[]> {
  const unique = [...new Set(ids)];
  if (unique.length === 0) return [];
  const rows = await tx
    .select()
    .from(files)
    .where(and(alive, inArray(files.id, unique)))
    .orderBy(asc(files.id))
    .for('update');
  if (rows.length !== unique.length) throw new AppError('file.not_found');
  return rows;
}

export async function listFilesIn(tx: Tx, folderIds: string[]): Promise<FileRow[]> {
  if (folderIds.length === 0) return [];
  return tx
    .select()
    .from(files)
    .where(and(alive, inArray(files.folderId, folderIds)));
}

export type FileFilter = {
  shelf: FileRow['shelf'];
  /** Null: the top; undefined: anywhere. */
  folderId?: string | null | undefined;
  /** A further condition, such as of the documents that use the file. */
  where?: SQL | undefined;
  search?: string | undefined;
};

const columns = { name: sql`lower(${files.name})`, created_at: files.createdAt, size: files.sizeBytes };

export async function listFileRows(
  tx: Tx,
  filter: FileFilter,
  order: { sort: keyof typeof columns; direction: 'asc' | 'desc'; page: number; pageSize: number },
): Promise<{ rows: FileRow[]; total: number }> {
  const where = and(alive, ...conditions(filter));
  const direction = order.direction === 'asc' ? asc : desc;
  const rows = await tx
    .select()
    .from(files)
    .where(where)
    .orderBy(direction(columns[order.sort]), asc(files.id))
    .limit(order.pageSize)
    .offset((order.page - 1) * order.pageSize);
  const [counted] = await tx.select({ total: count() }).from(files).where(where);
  return { rows, total: counted?.total ?? 0 };
}

function conditions({ shelf, folderId, search, where }: FileFilter): (SQL | undefined)[] {
  return [
    eq(files.shelf, shelf),
    folderId === undefined
      ? undefined
      : folderId === null
        ? isNull(files.folderId)
        : eq(files.folderId, folderId),
    search ? ilike(files.name, likePattern(search)) : undefined,
    where,
  ];
}

/** `plan.pdf`, or `plan (2).pdf` if the folder has a file of that name. The name stays free until the transaction ends. */
export async function findFreeFileName(
  tx: Tx,
  companyId: string,
  folderId: string | null,
  name: string,
): Promise<string> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`files of ${companyId} in ${folderId}`}, 0))`,
  );
  const alike = likePattern(splitName(name)[0]).slice(1);
  const taken = await tx
    .select({ name: files.name })
    .from(files)
    .where(
      and(
        alive,
        eq(files.shelf, 'manager'),
        folderId === null ? isNull(files.folderId) : eq(files.folderId, folderId),
        ilike(files.name, alike),
      ),
    );
  return chooseFreeName(name, taken);
}

export function sumFileBytes(companyId: SQLWrapper): SQL<number> {
  return sql`(select coalesce(sum(${files.sizeBytes}), 0) from ${files}
    where ${files.companyId} = ${companyId} and ${files.deletedAt} is null)`;
}

export async function insertFile(
  tx: Tx,
  values: typeof files.$inferInsert,
  _place: QuotaToken<'storage'>,
): Promise<FileRow> {
  const [row] = await tx.insert(files).values(values).returning();
  return row as FileRow;
}

/** Of these keys, those that a file names. */
export async function listUsedObjectKeys(tx: Tx, objectKeys: string[]): Promise<Set<string>> {
  const rows = await tx
    .selectDistinct({ key: files.objectKey })
    .from(files)
    .where(inArray(files.objectKey, objectKeys));
  return new Set(rows.map(({ key }) => key));
}

export async function updateFileRow(
  tx: Tx,
  { id }: Authorized<FileRow, 'update'>,
  changes: Partial<Pick<FileRow, 'name' | 'folderId' | 'shelf'>>,
): Promise<void> {
  await tx.update(files).set(changes).where(eq(files.id, id));
}

export async function softDeleteFiles(tx: Tx, rows: Authorized<FileRow, 'delete'>[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  await tx.update(files).set({ deletedAt: new Date(), folderId: null }).where(inArray(files.id, ids));
  await rememberDeleted(tx, 'file', rows);
}

export async function deleteFileRows(tx: SystemTx, ids: string[]): Promise<void> {
  await tx.delete(files).where(inArray(files.id, ids));
}
