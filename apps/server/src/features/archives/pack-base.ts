import { createHash } from 'node:crypto';
import { PassThrough, Readable, type Transform } from 'node:stream';
import { AppError, archiveLimits, enrichmentOptions, readingOptions } from '@lectern/contract';
import { and, asc, count, eq, gt, isNull, type SQL } from 'drizzle-orm';
import { ZipFile } from 'yazl';
import { RetryLater } from '../../platform/jobs/queue.ts';
import { version } from '../../platform/version.ts';
import { type ChunkRow, chunks } from '../documents/chunks/chunk.table.ts';
import { documentTables } from '../documents/chunks/document-table.table.ts';
import { type DocumentRow, documents } from '../documents/document.table.ts';
import { type FileRow, files } from '../file-storage/file.table.ts';
import { readPath } from '../file-storage/folder.queries.ts';
import { findActiveKnowledgeBase } from '../knowledge-bases/knowledge-base.service.ts';
import { describeEmbedding } from '../models/model.service.ts';
import {
  archivedSettings,
  type ChunkRecord,
  type DocumentRecord,
  formatName,
  formatVersion,
  places,
} from './archive-format.ts';
import type { ArchiveRun } from './archive-run.ts';

const batchRows = 500;
const mostMessages = 50;

/** What is exported of a document: as it answers at this moment. */
type Packed = { id: string; version: number; entry: string | null; chunkCount: number; pictures: string[] };

/** A ZIP that is written while it is read. `done` tells how it ended. */
export function packBase(run: ArchiveRun): {
  bytes: AsyncIterable<Uint8Array>;
  done: Promise<{ documentCount: number }>;
  stop: () => void;
} {
  const zip = new ZipFile();
  const bytes = (zip.outputStream as Readable).pipe(new PassThrough());
  const done = pack(run, openWriter(zip)).then(
    (result) => {
      zip.end();
      return result;
    },
    (error) => {
      bytes.destroy(error);
      throw error;
    },
  );
  // Whoever reads the bytes meets the error first, and asks for the reason afterwards.
  done.catch(() => {});
  return { bytes, done, stop: () => bytes.destroy() };
}

type Writer = {
  entries: Record<string, { size: number; sha256: string }>;
  /** Resolves when the entry is written; so only one is open at a time. */
  add: (name: string, source: Readable, options?: { compress?: boolean }) => Promise<void>;
};

function openWriter(zip: ZipFile): Writer {
  const entries: Writer['entries'] = {};
  return {
    entries,
    add: (name, source, { compress = true } = {}) =>
      new Promise((resolve, reject) => {
        if (Object.keys(entries).length + 2 > archiveLimits.maxEntries) {
          source.destroy();
          reject(new AppError('archive.too_many_entries', { max: archiveLimits.maxEntries }));
          return;
        }
        const hash = createHash('sha256');
        let size = 0;
        const measured: Transform = new PassThrough({
          transform(part: Uint8Array, _, next) {
            hash.update(part);
            size += part.byteLength;
            next(null, part);
          },
        });
        source.once('error', (error) => {
          measured.destroy();
          reject(error);
        });
        measured.once('end', () => {
          entries[name] = { size, sha256: hash.digest('hex') };
          resolve();
        });
        zip.addReadStream(source.pipe(measured), name, { compress });
      }),
  };
}

async function pack(run: ArchiveRun, writer: Writer): Promise<{ documentCount: number }> {
  const { platform, task } = run;
  const inCompany = platform.database.withCompany;
  const baseId = task.knowledgeBaseId as string;
  const { rows, base, embedding } = await inCompany(task.companyId, async (tx) => {
    const base = await findActiveKnowledgeBase(tx, baseId);
    if (!base) throw new AppError('knowledge_base.not_found');
    return {
      base,
      embedding: await describeEmbedding(tx, base.embeddingModelId),
      rows: await tx
        .select({ id: documents.id })
        .from(documents)
        .where(and(eq(documents.knowledgeBaseId, baseId), isNull(documents.deletedAt)))
        .orderBy(asc(documents.createdAt), asc(documents.id)),
    };
  });
  const packed: Packed[] = [];
  const names = { next: 0, dimensions: null as number | null };
  for (const [n, { id }] of rows.entries()) {
    const document = await packDocument(run, writer, id, names);
    if (document) packed.push(document);
    await run.report('packing', n + 1, rows.length);
  }
  const after = await inCompany(task.companyId, (tx) => findActiveKnowledgeBase(tx, baseId));
  // Re-embedded meanwhile: the archive would mix vectors of two models.
  if (after?.generation !== base.generation || after.embeddingModelId !== base.embeddingModelId)
    throw new RetryLater(1);
  await writer.add(places.documents, Readable.from(describeDocuments(run, packed)));
  const manifest = {
    format: formatName,
    version: formatVersion,
    product: version,
    createdAt: new Date().toISOString(),
    knowledgeBase: {
      ...Object.fromEntries(archivedSettings.map((name) => [name, base[name]])),
      readingOptions: readingOptions.parse(base.readingOptions),
      enrichmentOptions: withoutModel(base.enrichmentOptions),
    },
    embedding: { ...embedding, dimensions: names.dimensions },
    documents: packed.length,
    chunks: packed.reduce((sum, { chunkCount }) => sum + chunkCount, 0),
    entries: writer.entries,
  };
  await writer.add(places.manifest, Readable.from([Buffer.from(JSON.stringify(manifest))]));
  return { documentCount: packed.length };
}

/** Which model writes is the company's business; another has others. */
function withoutModel(options: Parameters<typeof enrichmentOptions.parse>[0]) {
  return { ...enrichmentOptions.parse(options), chatModelId: null };
}

/** Its chunks, its original and its pictures. If a parse publishes meanwhile, its chunks are written again. */
async function packDocument(
  run: ArchiveRun,
  writer: Writer,
  id: string,
  names: { next: number; dimensions: number | null },
): Promise<Packed | undefined> {
  const { platform, task } = run;
  for (;;) {
    run.signal.throwIfAborted();
    const found = await readDocument(run, id);
    if (!found) return undefined;
    const { document, file } = found;
    const packed: Packed = { id, version: document.activeVersion, entry: null, chunkCount: 0, pictures: [] };
    const pictures = new Map<string, string>();
    const which = and(eq(chunks.documentId, id), eq(chunks.version, document.activeVersion)) as SQL;
    const [counted] = await platform.database.withCompany(task.companyId, (tx) =>
      tx.select({ rows: count() }).from(chunks).where(which),
    );
    if (counted && counted.rows > 0) {
      packed.entry = places.chunks(++names.next);
      await writer.add(
        packed.entry,
        Readable.from(
          writeChunks(run, which, (row) => {
            packed.chunkCount++;
            if (row.imageKey) pictures.set(row.imageKey.split('/').pop() as string, row.imageKey);
            if (task.withVectors && row.vector) names.dimensions ??= row.vector.byteLength / 4;
          }),
        ),
      );
    }
    // While its chunks were read, another parse may have taken their place.
    const after = await readDocument(run, id);
    if (!after) return undefined;
    if (after.document.activeVersion !== document.activeVersion) continue;
    await addObject(run, writer, places.file(file.sha256), file.objectKey);
    for (const [sha256, key] of pictures) await addObject(run, writer, places.picture(sha256), key);
    packed.pictures = [...pictures.keys()];
    return packed;
  }
}

async function addObject(run: ArchiveRun, writer: Writer, name: string, key: string): Promise<void> {
  if (Object.hasOwn(writer.entries, name)) return;
  run.signal.throwIfAborted();
  // Originals are packed by their own formats already, mostly; trying again costs more than it saves.
  await writer.add(name, await run.platform.objects.get(key), { compress: false });
}

async function readDocument(
  { platform, task }: ArchiveRun,
  id: string,
): Promise<{ document: DocumentRow; file: FileRow } | undefined> {
  const [row] = await platform.database.withCompany(task.companyId, (tx) =>
    tx
      .select({ document: documents, file: files })
      .from(documents)
      .innerJoin(files, eq(files.id, documents.fileId))
      .where(and(eq(documents.id, id), isNull(documents.deletedAt))),
  );
  return row;
}

async function* writeChunks(
  { platform, task, signal }: ArchiveRun,
  which: SQL,
  onRow: (row: ChunkRow) => void,
) {
  let last = -1;
  for (;;) {
    signal.throwIfAborted();
    const rows = await platform.database.withCompany(task.companyId, (tx) =>
      tx
        .select()
        .from(chunks)
        .where(and(which, gt(chunks.ordinal, last)))
        .orderBy(asc(chunks.ordinal))
        .limit(batchRows),
    );
    for (const row of rows) onRow(row);
    if (rows.length > 0)
      yield Buffer.from(rows.map((row) => writeLine(describeChunk(row, task.withVectors === true))).join(''));
    if (rows.length < batchRows) return;
    last = rows.at(-1)?.ordinal ?? last;
  }
}

const writeLine = (value: unknown) => `${JSON.stringify(value)}\n`;

function describeChunk(row: ChunkRow, withVectors: boolean): ChunkRecord {
  const { id, ordinal, kind, text, keywords, questions, headingPath, enabled, edited, tokens } = row;
  const { page, pageEnd, boxes, charStart, charEnd, tableId, fields, sourceChunkIds } = row;
  return {
    ...{ id, ordinal, kind, text, keywords, questions, headingPath, enabled, edited, tokens },
    ...{ page, pageEnd, boxes, charStart, charEnd, tableId, fields, sourceChunkIds },
    picture: row.imageKey?.split('/').pop() ?? null,
    enrichedAt: row.enrichedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    vector: withVectors ? (row.vector?.toString('base64') ?? null) : null,
  };
}

async function* describeDocuments(run: ArchiveRun, packed: Packed[]) {
  for (const one of packed) {
    const record = await describeDocument(run, one);
    // Deleted since its chunks were written: they stay in the archive, and nobody asks for them.
    if (record) yield Buffer.from(writeLine(record));
  }
}

async function describeDocument(run: ArchiveRun, packed: Packed): Promise<DocumentRecord | undefined> {
  const found = await readDocument(run, packed.id);
  if (!found) return undefined;
  const { document: row, file } = found;
  const { tables, folders } = await run.platform.database.withCompany(run.task.companyId, async (tx) => ({
    tables: await tx
      .select()
      .from(documentTables)
      .where(and(eq(documentTables.documentId, row.id), eq(documentTables.version, packed.version))),
    folders: await readPath(tx, file.folderId),
  }));
  const { id, name, title, format, pageCount, enabled, metadata, tags, fieldValues } = row;
  const { chunkMethod, chunkOptions } = row;
  const hasChunks = packed.entry !== null;
  return {
    ...{ id, name, title, format, pageCount, enabled, metadata, tags, fieldValues },
    ...{ chunkMethod, chunkOptions },
    readingOptions: readingOptions.parse(row.readingOptions),
    enrichmentOptions: withoutModel(row.enrichmentOptions),
    sourceUrl: row.sourceUrl,
    firstPageText: row.firstPageText,
    textSha256: row.textSha256,
    // A parse that runs stays behind; what answers goes along.
    status: row.status === 'parsing' ? (hasChunks ? 'success' : 'unstarted') : row.status,
    errorCode: row.status === 'fail' ? row.errorCode : null,
    errorDetail: row.status === 'fail' ? row.errorDetail : null,
    messages: row.status === 'parsing' ? [] : row.messages.slice(-mostMessages),
    createdAt: row.createdAt.toISOString(),
    file: { name: file.name, sha256: file.sha256, folders: folders.map((folder) => folder.name) },
    pictures: packed.pictures,
    tables: tables.map((table) => ({
      id: table.id,
      name: table.name,
      page: table.page,
      columns: table.columns,
      rowCount: table.rowCount,
    })),
    chunks: packed.entry,
    chunkCount: packed.chunkCount,
  };
}
