import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ObjectTooLargeError } from '@lectern/adapters';
import { AppError, type ArchiveTask, type Language, levels, name as nameForm } from '@lectern/contract';
import { and, desc, eq, or, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../platform/actor.ts';
import { authorize } from '../../platform/authorized.ts';
import { newId, type Tx } from '../../platform/database/database.ts';
import { asAppError } from '../../platform/http/errors.ts';
import type { FileAnswer } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { takeQuota } from '../../platform/quota.ts';
import { cancelledRun, isActive } from '../../platform/runs/columns.ts';
import { presentRunError } from '../../platform/runs/present-run.ts';
import { lockObject } from '../file-storage/object.service.ts';
import { answerBytes } from '../file-storage/stored-bytes.service.ts';
import { loadKnowledgeBase } from '../knowledge-bases/knowledge-base.service.ts';
import { archivePolicy } from './archive.policy.ts';
import { insertArchiveTask, lockTask } from './archive.queries.ts';
import { type ArchiveTaskRow, archiveTasks } from './archive.table.ts';
import { archivePrefix, checkRoom, endTask, releaseArchive, removeTask } from './archive-task.service.ts';

/** What every ZIP file begins with. */
const zipMark = Buffer.from('PK\u0003\u0004');

function presentTask(row: ArchiveTaskRow, language: Language): ArchiveTask {
  return {
    id: row.id,
    direction: row.direction,
    state: row.state,
    stage: row.stage,
    percent: row.percent,
    // One that is not born yet cannot be opened.
    knowledgeBaseId: row.direction === 'export' || row.state === 'finished' ? row.knowledgeBaseId : null,
    name: row.name,
    documentCount: row.documentCount,
    sizeBytes: row.sizeBytes,
    withVectors: row.withVectors,
    error: presentRunError(row, language),
    expiresAt:
      row.direction === 'export' && row.state === 'finished' ? (row.expiresAt?.toISOString() ?? null) : null,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

async function loadTask<Action extends 'read' | 'update' | 'delete'>(
  tx: Tx,
  actor: Actor,
  action: Action,
  id: string,
) {
  return authorize(archivePolicy, actor, action, await lockTask(tx, id));
}

export function listTasks({ database, config }: Platform, actor: Actor, language: Language) {
  return database.withActor(actor, async (tx) => {
    const rows = await tx
      .select()
      .from(archiveTasks)
      .where(
        and(
          or(
            eq(archiveTasks.ownerId, actor.accountId),
            actor.level >= levels.COMPANY ? sql`true` : undefined,
          ),
        ),
      )
      .orderBy(desc(archiveTasks.createdAt), desc(archiveTasks.id));
    return {
      items: rows.map((row) => presentTask(row, language)),
      maxMegabytes: config.maxArchiveMegabytes,
    };
  });
}

export function readTask({ database }: Platform, actor: Actor, id: string, language: Language) {
  return database.withActor(actor, async (tx) =>
    presentTask(await loadTask(tx, actor, 'read', id), language),
  );
}

export function beginExport(
  { database, jobs }: Platform,
  actor: Actor,
  knowledgeBaseId: string,
  { withVectors }: { withVectors: boolean },
  language: Language,
): Promise<ArchiveTask> {
  return database.withActor(actor, async (tx) => {
    const base = await loadKnowledgeBase(tx, actor, 'read', knowledgeBaseId);
    await checkRoom(tx, actor.companyId);
    const task = await insertArchiveTask(tx, {
      id: newId(),
      companyId: actor.companyId,
      ownerId: actor.accountId,
      direction: 'export',
      knowledgeBaseId: base.id,
      name: base.name,
      withVectors,
    });
    await jobs.enqueue(tx, 'archive.export', { companyId: actor.companyId, taskId: task.id });
    return presentTask(task, language);
  });
}

/** The bytes go straight into the object store; what they are is found out by the job. */
export async function beginImport(
  platform: Platform,
  actor: Actor,
  request: FastifyRequest,
  language: Language,
): Promise<ArchiveTask> {
  const { database, config, objects } = platform;
  // Before a byte is stored: is there room at all?
  await database.withActor(actor, async (tx) => {
    await takeQuota(tx, actor.companyId, 'knowledgeBases', 1);
    await checkRoom(tx, actor.companyId);
  });
  const maxBytes = config.maxArchiveMegabytes * 1024 * 1024;
  const part = await request.file({ limits: { fileSize: maxBytes + 1, files: 1 } }).catch((error) => {
    const known = asAppError(error);
    throw known.code === 'server.error' ? new AppError('request.bad', {}, { cause: error }) : known;
  });
  if (!part) throw new AppError('document.no_file');
  const stored = await storeArchive(platform, actor, part.file, maxBytes);
  try {
    const begin = await buffer(await objects.get(stored.key, { start: 0, end: zipMark.length }));
    if (!begin.equals(zipMark)) throw new AppError('archive.unreadable');
    return await database.withActor(actor, async (tx) => {
      // Before `checkRoom` locks the company: no network call is made under that lock.
      await lockObject(tx, stored.key);
      if (!(await objects.head(stored.key))) throw new AppError('server.unavailable');
      await checkRoom(tx, actor.companyId);
      const task = await insertArchiveTask(tx, {
        id: newId(),
        companyId: actor.companyId,
        ownerId: actor.accountId,
        direction: 'import',
        name: shownName(part.filename),
        objectKey: stored.key,
        sizeBytes: stored.size,
        sha256: stored.sha256,
      });
      await platform.jobs.enqueue(tx, 'archive.import', { companyId: actor.companyId, taskId: task.id });
      return presentTask(task, language);
    });
  } catch (error) {
    await platform.database.withActor(actor, (tx) => releaseArchive(platform, tx, { objectKey: stored.key }));
    throw error;
  }
}

function shownName(fileName: string | undefined): string {
  const result = nameForm.safeParse((fileName ?? '').split(/[\\/]/).pop()?.toWellFormed().slice(0, 255));
  return result.success ? result.data : 'archive.lectern';
}

async function storeArchive(
  { objects, config }: Platform,
  actor: Actor,
  stream: Readable & { truncated?: boolean },
  maxBytes: number,
) {
  try {
    return await objects.put(archivePrefix(actor.companyId), stream, { maxBytes });
  } catch (error) {
    if (error instanceof ObjectTooLargeError)
      throw new AppError('archive.too_large', { maxMegabytes: config.maxArchiveMegabytes });
    const { code } = (error ?? {}) as { code?: string };
    const brokenOff = error === stream.errored || code === 'ERR_STREAM_PREMATURE_CLOSE';
    throw brokenOff ? new AppError('request.bad', {}, { cause: error }) : error;
  } finally {
    // The parser of the request waits until this part is read to its end.
    stream.resume();
  }
}

/** Takes effect immediately: the attempt notices within a second. */
export function cancelTask(
  platform: Platform,
  actor: Actor,
  id: string,
  language: Language,
): Promise<ArchiveTask> {
  return platform.database.withActor(actor, async (tx) => {
    const row = await loadTask(tx, actor, 'update', id);
    if (!isActive(row)) throw new AppError('archive.not_running');
    return presentTask(await endTask(platform, tx, row, cancelledRun()), language);
  });
}

export function deleteTask(platform: Platform, actor: Actor, id: string): Promise<void> {
  return platform.database.withActor(actor, async (tx) => {
    const row = await loadTask(tx, actor, 'delete', id);
    if (isActive(row)) throw new AppError('archive.running');
    await removeTask(platform, tx, row);
  });
}

/** For who may read the base at this moment, whoever began the export. */
export async function readArchive(
  platform: Platform,
  actor: Actor,
  id: string,
  range: string | undefined,
): Promise<FileAnswer> {
  const row = await platform.database.withActor(actor, async (tx) => {
    const task = await loadTask(tx, actor, 'read', id);
    const isReady = task.direction === 'export' && task.state === 'finished';
    if (!isReady || !task.knowledgeBaseId || (task.expiresAt ?? new Date(0)) < new Date())
      throw new AppError('archive.not_ready');
    await loadKnowledgeBase(tx, actor, 'read', task.knowledgeBaseId);
    return task;
  });
  if (!row.objectKey || row.sizeBytes === null || row.sha256 === null)
    throw new AppError('archive.not_ready');
  return answerBytes(
    platform,
    {
      name: `${row.name}.lectern`,
      format: null,
      objectKey: row.objectKey,
      sha256: row.sha256,
      sizeBytes: row.sizeBytes,
    },
    range,
  );
}
