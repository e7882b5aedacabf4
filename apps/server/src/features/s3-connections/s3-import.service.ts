import {
  AppError,
  type BodyOf,
  errorText,
  type Language,
  type listS3ImportObjects,
  type QueryOf,
  type S3Import,
  s3ObjectStates,
  type startS3Import,
} from '@lectern/contract';
import { inArray } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import { authorize } from '../../platform/authorized.ts';
import { newId, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { presentImportStatus, presentRunError } from '../../platform/runs/present-run.ts';
import { readOwnerNames } from '../accounts/owner-names.service.ts';
import { getFolder } from '../file-storage/folder.queries.ts';
import { folders } from '../file-storage/folder.table.ts';
import { s3ImportPolicy } from './s3-connection.policy.ts';
import { getConnection } from './s3-connection.service.ts';
import { type S3ImportRow, s3Connections } from './s3-connection.table.ts';
import {
  cancelImportRow,
  countObjects,
  findImport,
  insertImport,
  listImportRows,
  listObjects,
} from './s3-import.queries.ts';

export async function presentImports(tx: Tx, rows: S3ImportRow[], language: Language): Promise<S3Import[]> {
  if (rows.length === 0) return [];
  const counts = await countObjects(
    tx,
    rows.map(({ id }) => id),
  );
  const connections = await tx
    .select({ id: s3Connections.id, name: s3Connections.name })
    .from(s3Connections)
    .where(
      inArray(
        s3Connections.id,
        rows.map(({ connectionId }) => connectionId),
      ),
    );
  const owners = await readOwnerNames(tx, rows);
  const targets = rows.flatMap(({ folderId }) => folderId ?? []);
  const names =
    targets.length === 0
      ? []
      : await tx
          .select({ id: folders.id, name: folders.name })
          .from(folders)
          .where(inArray(folders.id, targets));
  return rows.map((row) => ({
    id: row.id,
    s3ConnectionId: row.connectionId,
    connectionName: connections.find(({ id }) => id === row.connectionId)?.name ?? '',
    folderId: row.folderId,
    folderName: names.find(({ id }) => id === row.folderId)?.name ?? null,
    status: presentImportStatus(row.state),
    stage: row.stage,
    percent: row.percent,
    listed: row.listed,
    objects: Object.fromEntries(
      s3ObjectStates.map((state) => [state, counts.get(row.id)?.[state] ?? 0]),
    ) as S3Import['objects'],
    error: presentRunError(row, language),
    ownerName: owners.get(row.ownerId) ?? '',
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  }));
}

async function presentOne(tx: Tx, row: S3ImportRow, language: Language): Promise<S3Import> {
  const [presented] = await presentImports(tx, [row], language);
  return presented as S3Import;
}

export function beginImport(
  { database, jobs }: Platform,
  actor: Actor,
  connectionId: string,
  { keys, prefixes, folderId }: BodyOf<typeof startS3Import>,
  language: Language,
): Promise<S3Import> {
  if (keys.length === 0 && prefixes.length === 0) throw new AppError('s3.nothing_chosen');
  return database.withActor(actor, async (tx) => {
    const connection = await getConnection(tx, connectionId);
    if (folderId !== null) await getFolder(tx, folderId);
    const started = await insertImport(tx, {
      id: newId(),
      companyId: actor.companyId,
      connectionId: connection.id,
      ownerId: actor.accountId,
      folderId,
      toTop: folderId === null,
      selection: { keys, prefixes },
    });
    await jobs.enqueue(tx, 's3.import', { companyId: actor.companyId, importId: started.id });
    return presentOne(tx, started, language);
  });
}

async function getImport(tx: Tx, id: string): Promise<S3ImportRow> {
  const row = await findImport(tx, id);
  if (!row) throw new AppError('s3.import_not_found');
  return row;
}

export function readImport({ database }: Platform, actor: Actor, id: string, language: Language) {
  return database.withActor(actor, async (tx) => presentOne(tx, await getImport(tx, id), language));
}

export function listImports(
  { database }: Platform,
  actor: Actor,
  query: { page: number; pageSize: number },
  language: Language,
) {
  return database.withActor(actor, async (tx) => {
    const { rows, total } = await listImportRows(tx, query);
    return { items: await presentImports(tx, rows, language), total };
  });
}

export function listImportObjects(
  { database }: Platform,
  actor: Actor,
  id: string,
  query: QueryOf<typeof listS3ImportObjects>,
  language: Language,
) {
  return database.withActor(actor, async (tx) => {
    const row = await getImport(tx, id);
    const { rows, total } = await listObjects(tx, row.id, query);
    return {
      items: rows.map(({ key, state, sizeBytes, fileId, reasonCode, reasonDetails }) => ({
        key,
        state,
        sizeBytes,
        fileId,
        reason: reasonCode
          ? { code: reasonCode, message: errorText(reasonCode, language, reasonDetails ?? {}) }
          : null,
      })),
      total,
    };
  });
}

/** Takes effect immediately: the attempt notices at its next object, or within a second. */
export function cancelImport({ database }: Platform, actor: Actor, id: string, language: Language) {
  return database.withActor(actor, async (tx) => {
    const running = authorize(s3ImportPolicy, actor, 'update', await getImport(tx, id));
    const row = await cancelImportRow(tx, running);
    if (!row) throw new AppError('s3.import_not_running');
    return presentOne(tx, row, language);
  });
}
