import type { S3ObjectState } from '@lectern/contract';
import { and, asc, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Authorized } from '../../platform/authorized.ts';
import { newId, type SystemTx, type Tx } from '../../platform/database/database.ts';
import { activeRuns, cancelledRun } from '../../platform/runs/columns.ts';
import { noteImportEnd } from '../../platform/runs/import-ended.ts';
import { files } from '../file-storage/file.table.ts';
import {
  type S3ConnectionRow,
  type S3ImportObjectRow,
  type S3ImportRow,
  s3Connections,
  s3ImportObjects,
  s3Imports,
} from './s3-connection.table.ts';

export async function findImport(tx: Tx, id: string): Promise<S3ImportRow | undefined> {
  const [row] = await tx.select().from(s3Imports).where(eq(s3Imports.id, id));
  return row;
}

/** Under its lock nobody else ends the import or settles an object of it. */
export async function lockImport(tx: Tx, id: string): Promise<S3ImportRow | undefined> {
  const [row] = await tx.select().from(s3Imports).where(eq(s3Imports.id, id)).for('update');
  return row;
}

/** Changes an import that is queued or running; undefined for one that has ended. */
export async function updateActiveImport(
  tx: SystemTx,
  id: string,
  changes: Partial<S3ImportRow>,
): Promise<S3ImportRow | undefined> {
  const [row] = await tx
    .update(s3Imports)
    .set(changes)
    .where(and(eq(s3Imports.id, id), activeRuns(s3Imports)))
    .returning();
  if (row) await noteImportEnd(tx, { companyId: row.companyId, source: 's3', importId: id }, changes);
  return row;
}

/** Undefined for an import that has ended. */
export async function cancelImportRow(
  tx: Tx,
  { id }: Authorized<S3ImportRow, 'update'>,
): Promise<S3ImportRow | undefined> {
  const [row] = await tx
    .update(s3Imports)
    .set(cancelledRun())
    .where(and(eq(s3Imports.id, id), activeRuns(s3Imports)))
    .returning();
  return row;
}

export async function insertImport(tx: Tx, values: typeof s3Imports.$inferInsert): Promise<S3ImportRow> {
  const [row] = await tx.insert(s3Imports).values(values).returning();
  return row as S3ImportRow;
}

export type FoundObject = Pick<S3ImportObjectRow, 'key' | 'path' | 'sizeBytes' | 'etag'> &
  Partial<Pick<S3ImportObjectRow, 'state' | 'reasonCode' | 'reasonDetails'>>;

/** Those that are known already stay as they are. Returns how many are new. */
export async function insertObjects(tx: Tx, row: S3ImportRow, found: FoundObject[]): Promise<number> {
  if (found.length === 0) return 0;
  const { rowCount } = await tx
    .insert(s3ImportObjects)
    .values(found.map((object) => ({ ...object, id: newId(), companyId: row.companyId, importId: row.id })))
    .onConflictDoNothing();
  return rowCount ?? 0;
}

export async function countObjects(
  tx: Tx,
  importIds: string[],
): Promise<Map<string, Record<string, number>>> {
  const counts = new Map<string, Record<string, number>>();
  if (importIds.length === 0) return counts;
  const rows = await tx
    .select({ importId: s3ImportObjects.importId, state: s3ImportObjects.state, objects: count() })
    .from(s3ImportObjects)
    .where(inArray(s3ImportObjects.importId, importIds))
    .groupBy(s3ImportObjects.importId, s3ImportObjects.state);
  for (const { importId, state, objects } of rows)
    counts.set(importId, { ...counts.get(importId), [state]: objects });
  return counts;
}

export async function listWaiting(tx: Tx, importId: string, limit: number): Promise<S3ImportObjectRow[]> {
  return tx
    .select()
    .from(s3ImportObjects)
    .where(and(eq(s3ImportObjects.importId, importId), eq(s3ImportObjects.state, 'waiting')))
    .orderBy(asc(s3ImportObjects.key))
    .limit(limit);
}

export async function listObjects(
  tx: Tx,
  importId: string,
  { state, page, pageSize }: { state?: S3ObjectState | undefined; page: number; pageSize: number },
): Promise<{ rows: S3ImportObjectRow[]; total: number }> {
  const where = and(
    eq(s3ImportObjects.importId, importId),
    state === undefined ? undefined : eq(s3ImportObjects.state, state),
  );
  const rows = await tx
    .select()
    .from(s3ImportObjects)
    .where(where)
    .orderBy(asc(s3ImportObjects.key))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const [counted] = await tx.select({ total: count() }).from(s3ImportObjects).where(where);
  return { rows, total: counted?.total ?? 0 };
}

/** The file that an earlier import into the same folder made of this object, if it still exists. */
export async function findUnchanged(
  tx: Tx,
  row: S3ImportRow,
  { key, etag, sizeBytes }: { key: string; etag: string; sizeBytes: number | null },
): Promise<string | undefined> {
  if (etag === '') return undefined;
  const [found] = await tx
    .select({ fileId: files.id })
    .from(s3ImportObjects)
    .innerJoin(s3Imports, eq(s3Imports.id, s3ImportObjects.importId))
    .innerJoin(files, and(eq(files.id, s3ImportObjects.fileId), isNull(files.deletedAt)))
    .where(
      and(
        eq(s3ImportObjects.key, key),
        eq(s3ImportObjects.etag, etag),
        // A server may give another content the tag of the one before it.
        sizeBytes === null ? undefined : eq(files.sizeBytes, sizeBytes),
        eq(s3Imports.connectionId, row.connectionId),
        sql`${s3Imports.folderId} is not distinct from ${row.folderId}`,
        sql`${s3Imports.id} <> ${row.id}`,
      ),
    )
    .limit(1);
  return found?.fileId;
}

export async function isWaiting(tx: Tx, objectId: string): Promise<boolean> {
  const [row] = await tx
    .select({ state: s3ImportObjects.state })
    .from(s3ImportObjects)
    .where(eq(s3ImportObjects.id, objectId));
  return row?.state === 'waiting';
}

/** Unless it is settled already. */
export async function settleObject(
  tx: SystemTx,
  id: string,
  changes: Partial<S3ImportObjectRow>,
): Promise<boolean> {
  const { rowCount } = await tx
    .update(s3ImportObjects)
    .set(changes)
    .where(and(eq(s3ImportObjects.id, id), eq(s3ImportObjects.state, 'waiting')));
  return rowCount === 1;
}

export async function listImportRows(
  tx: Tx,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ rows: S3ImportRow[]; total: number }> {
  const rows = await tx
    .select()
    .from(s3Imports)
    .orderBy(desc(s3Imports.createdAt), desc(s3Imports.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const [counted] = await tx.select({ total: count() }).from(s3Imports);
  return { rows, total: counted?.total ?? 0 };
}

export async function findConnectionOfImport(tx: Tx, id: string): Promise<S3ConnectionRow | undefined> {
  const [row] = await tx
    .select({ connection: s3Connections })
    .from(s3Imports)
    .innerJoin(s3Connections, eq(s3Connections.id, s3Imports.connectionId))
    .where(eq(s3Imports.id, id));
  return row?.connection;
}
