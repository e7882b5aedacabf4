import { AppError } from '@lectern/contract';
import { and, count, eq, isNull, ne, type SQL } from 'drizzle-orm';
import { authorizeSystem } from '../../platform/authorized.ts';
import type { Tx } from '../../platform/database/database.ts';
import { RetryLater } from '../../platform/jobs/queue.ts';
import { takeQuota } from '../../platform/quota.ts';
import { insertDocumentTables, insertMissingChunks } from '../documents/chunks/chunk.queries.ts';
import { type ChunkRow, chunks } from '../documents/chunks/chunk.table.ts';
import { lockPictures, picturePrefix, releasePictures } from '../documents/chunks/picture.service.ts';
import { insertDocument, setPictureBytes } from '../documents/document.queries.ts';
import { documents } from '../documents/document.table.ts';
import { releaseObject } from '../file-storage/object.service.ts';
import { addFile } from '../file-storage/upload.service.ts';
import { readIndexed, writeIndexed } from '../indexing/document-index.service.ts';
import { incrementDocumentsDone } from './archive.queries.ts';
import { type ChunkRecord, chunkRecord, type DocumentRecord, idWithin, places } from './archive-format.ts';
import type { ArchiveRun } from './archive-run.ts';
import { type BegunBase, checkOptions } from './begin-base.ts';
import { embedImported } from './embed-imported.ts';
import type { OpenArchive } from './open-archive.ts';

const insertBatch = 200;
/** The parse that imported chunks count as. */
export const importedVersion = 1;

/** Original, pictures, rows, vectors, index: each step finds what an earlier run left, and the last one says so. */
export async function unpackDocument(
  run: ArchiveRun,
  archive: OpenArchive,
  base: BegunBase,
  record: DocumentRecord,
): Promise<void> {
  const { platform, task } = run;
  const documentId = idWithin(task.id, record.id);
  const pictures = await storePictures(run, archive, record);
  try {
    await insertRows(run, archive, base, record, pictures);
    await insertChunks(run, archive, base, record, pictures);
  } catch (error) {
    await releasePictures(
      platform,
      task.companyId,
      [...pictures.values()].map(({ key }) => key),
    );
    throw error;
  }
  const which = and(eq(chunks.documentId, documentId), eq(chunks.version, importedVersion)) as SQL;
  const document = {
    id: documentId,
    companyId: task.companyId,
    name: record.name,
    title: record.title,
    firstPageText: record.firstPageText,
    path: record.file.folders.join('/'),
  };
  const missing = await countMissing(run, which);
  if (missing > 0) await embedImported(run, base.row, document, which);
  run.signal.throwIfAborted();
  await writeIndexed(platform, { table: base.row.id, documentId }, readIndexed(platform, document, which), {
    onBatch: () => run.signal.throwIfAborted(),
  });
  await run.write((tx) => incrementDocumentsDone(tx, task.id));
}

type Stored = { key: string; size: number };

async function storePictures(
  run: ArchiveRun,
  archive: OpenArchive,
  record: DocumentRecord,
): Promise<Map<string, Stored>> {
  const stored = new Map<string, Stored>();
  const prefix = picturePrefix(run.task.companyId);
  for (const sha256 of new Set(record.pictures)) {
    run.signal.throwIfAborted();
    stored.set(sha256, await run.platform.objects.put(prefix, archive.read(places.picture(sha256))));
  }
  return stored;
}

/** File, document and tables in one transaction, with the storage they take. */
async function insertRows(
  run: ArchiveRun,
  archive: OpenArchive,
  { row: base }: BegunBase,
  record: DocumentRecord,
  pictures: Map<string, Stored>,
): Promise<void> {
  const { platform, task } = run;
  const { companyId } = base;
  const documentId = idWithin(task.id, record.id);
  const there = await platform.database.withCompany(companyId, (tx) =>
    tx.select({ id: documents.id }).from(documents).where(eq(documents.id, documentId)),
  );
  if (there.length > 0) return;
  const chunkOptions = checkOptions(record.chunkMethod, record.chunkOptions, places.documents);
  const original = await platform.objects.put(companyId, archive.read(places.file(record.file.sha256)));
  const pictureBytes = [...pictures.values()].reduce((sum, { size }) => sum + size, 0);
  try {
    await run.write(async (tx) => {
      const { key: objectKey, size: sizeBytes, sha256 } = original;
      const file = await addFile(
        platform,
        tx,
        companyId,
        { name: record.file.name, objectKey, sha256, sizeBytes, format: record.format },
        task.ownerId,
      );
      const version = record.chunks === null ? 0 : importedVersion;
      const { name, title, format, pageCount, enabled, metadata, chunkMethod, sourceUrl, status } = record;
      await insertDocument(tx, authorizeSystem(tx, base), {
        ...{ name, title, format, pageCount, enabled, metadata, chunkMethod, sourceUrl, status },
        tags: record.tags,
        fieldValues: record.fieldValues,
        id: documentId,
        companyId,
        knowledgeBaseId: base.id,
        fileId: file.id,
        chunkOptions,
        readingOptions: record.readingOptions,
        enrichmentOptions: { ...record.enrichmentOptions, chatModelId: null },
        firstPageText: record.firstPageText,
        textSha256: record.textSha256,
        errorCode: record.errorCode,
        errorDetail: record.errorDetail,
        messages: record.messages,
        percent: status === 'success' ? 100 : 0,
        stage: status === 'success' ? 'done' : null,
        parseVersion: version,
        activeVersion: version,
        chunkCount: record.chunkCount,
        createdAt: new Date(record.createdAt),
      });
      const place = await takeQuota(tx, companyId, 'storage', pictureBytes);
      await setPictureBytes(tx, documentId, pictureBytes, place);
      await insertTables(tx, task.id, base, record);
    });
  } catch (error) {
    await releaseObject(run.platform, run.task.companyId, original.key);
    throw error;
  }
}

async function insertTables(
  tx: Tx,
  taskId: string,
  base: BegunBase['row'],
  record: DocumentRecord,
): Promise<void> {
  const rows = record.tables.map((table) => ({
    ...table,
    id: idWithin(taskId, table.id),
    companyId: base.companyId,
    knowledgeBaseId: base.id,
    documentId: idWithin(taskId, record.id),
    version: importedVersion,
  }));
  for (let from = 0; from < rows.length; from += insertBatch)
    await insertDocumentTables(tx, rows.slice(from, from + insertBatch));
}

async function insertChunks(
  run: ArchiveRun,
  archive: OpenArchive,
  base: BegunBase,
  record: DocumentRecord,
  pictures: Map<string, Stored>,
): Promise<void> {
  if (record.chunks === null) return;
  const { task, platform } = run;
  const documentId = idWithin(task.id, record.id);
  let rows: (typeof chunks.$inferInsert)[] = [];
  const insert = async () => {
    if (rows.length === 0) return;
    await run.write(async (tx) => {
      await holdPictures(run, tx, rows);
      // Those of an earlier run are there, with the same ids.
      await insertMissingChunks(tx, rows);
    });
    rows = [];
  };
  let read = 0;
  for await (const { value, line } of archive.readLines(record.chunks, chunkRecord)) {
    read = line;
    rows.push(asRow(run, base, record, value, { pictures, entry: `${record.chunks}:${line}`, archive }));
    if (rows.length >= insertBatch) await insert();
  }
  await insert();
  const [counted] = await platform.database.withCompany(task.companyId, (tx) =>
    tx.select({ rows: count() }).from(chunks).where(eq(chunks.documentId, documentId)),
  );
  // Two of one id, or of one place.
  if (read !== record.chunkCount || counted?.rows !== read)
    throw new AppError('archive.invalid', { entry: record.chunks, detail: 'chunkCount' });
}

/** From here to the commit nobody removes them; one that was removed since it was stored is stored again. */
async function holdPictures(
  { platform, task }: ArchiveRun,
  tx: Tx,
  rows: { imageKey?: string | null }[],
): Promise<void> {
  const keys = new Set(rows.flatMap(({ imageKey }) => imageKey ?? []));
  if (keys.size === 0) return;
  await lockPictures(tx, task.companyId, 'shared');
  for (const key of keys) if (!(await platform.objects.head(key))) throw new RetryLater(1);
}

function asRow(
  { task }: ArchiveRun,
  { row: base, takesVectors }: BegunBase,
  record: DocumentRecord,
  chunk: ChunkRecord,
  from: { pictures: Map<string, Stored>; entry: string; archive: OpenArchive },
): typeof chunks.$inferInsert {
  const refuse = (detail: string) => new AppError('archive.invalid', { entry: from.entry, detail });
  const { picture, tableId, sourceChunkIds, vector, enrichedAt, createdAt, ...kept } = chunk;
  const imageKey = picture === null ? null : from.pictures.get(picture)?.key;
  if (imageKey === undefined) throw refuse('picture');
  if (tableId !== null && !record.tables.some(({ id }) => id === tableId)) throw refuse('tableId');
  const { dimensions } = from.archive.manifest.embedding;
  return {
    ...kept,
    id: idWithin(task.id, chunk.id),
    companyId: base.companyId,
    knowledgeBaseId: base.id,
    documentId: idWithin(task.id, record.id),
    version: importedVersion,
    imageKey,
    tableId: tableId === null ? null : idWithin(task.id, tableId),
    sourceChunkIds: sourceChunkIds?.map((id) => idWithin(task.id, id)) ?? null,
    enrichedAt: enrichedAt === null ? null : new Date(enrichedAt),
    createdAt: new Date(createdAt),
    vector: takesVectors && vector !== null ? readVector(vector, dimensions ?? 0, refuse) : null,
  };
}

function readVector(
  base64: string,
  dimensions: number,
  refuse: (detail: string) => AppError,
): ChunkRow['vector'] {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.byteLength !== dimensions * 4) throw refuse('vector');
  for (let at = 0; at < bytes.byteLength; at += 4)
    if (!Number.isFinite(bytes.readFloatLE(at))) throw refuse('vector');
  return bytes;
}

async function countMissing({ platform, task }: ArchiveRun, which: SQL): Promise<number> {
  const [row] = await platform.database.withCompany(task.companyId, (tx) =>
    tx
      .select({ rows: count() })
      .from(chunks)
      .where(and(which, ne(chunks.kind, 'contents'), isNull(chunks.vector))),
  );
  return row?.rows ?? 0;
}
