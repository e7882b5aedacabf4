import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Index, MatchQuery, type Table } from '@lancedb/lancedb';
import {
  type ChunkFilter,
  type ChunkIndex,
  ChunkIndexMissing,
  type ChunkSearch,
  type IndexedChunk,
  type IndexState,
} from '@lectern/retrieval';
import {
  buildCondition,
  buildRows,
  buildSchema,
  candidateColumns,
  isIn,
  quote,
  readCandidates,
} from './lancedb-rows.ts';
import { createMaintenanceSchedule, type MaintenanceTimes } from './maintenance-schedule.ts';
import { openRecycledConnection } from './recycled-connection.ts';
import { createFolderSync } from './sync-folder.ts';
import { assertTableName, createTableCache } from './table-cache.ts';
import { createProcessLock, type NamedLock } from './table-lock.ts';

export type LanceChunkIndexOptions = {
  /** A local folder, or `s3://bucket/prefix`. */
  location: string;
  /** For `s3://`: the engine's own names (`aws_access_key_id`, `aws_endpoint`, `aws_region`, `allow_http`, …). */
  storageOptions?: Record<string, string>;
  /** Needed where several processes write; the default spans this process only. */
  lock?: NamedLock;
  /** Told of a failed maintenance in the background; the data are whole, only slower to search. */
  onMaintenanceError?: (baseId: string, error: unknown) => void;
  maintenance?: Partial<MaintenanceOptions>;
};

type MaintenanceOptions = MaintenanceTimes & {
  /** Rows from which vectors get an approximate index; below, every vector is compared. */
  vectorIndexRows: number;
  /** Milliseconds an old version stays readable, for searches that still run on it. */
  keepVersionsMs: number;
};

const maintenanceDefaults: MaintenanceOptions = {
  // Each row that is not yet in the keyword index costs every keyword search 0.07 ms.
  rows: 1_000,
  quietMs: 1_500,
  retryMs: 30_000,
  vectorIndexRows: 5_000,
  keepVersionsMs: 120_000,
};

/**
 * Maintenance writes the keyword index of a table again as a whole: every 1,000 rows of 100,000 took more than twice the
 * time, and half again the memory, of every tenth. So many unindexed rows cost a search, for as long as writes continue.
 */
const mostWaitingShare = 0.1;
const mostWaitingRows = 10_000;

/** Every commit leaves a fragment that later ones and searches must open: it counts as so many rows. */
const commitRows = 15;

/** A version counts as old a moment after its time. */
const afterVersionsMs = 1_000;

const vectorIndexName = 'vector_idx';
const termsIndexName = 'terms_idx';
/** The centres of the vector index are learnt again when a base has grown by this factor. */
const retrainGrowth = 4;

/** The chunk index on LanceDB: BM25 on the terms as they come, vectors by cosine, exact until a base is large. */
export async function createLanceChunkIndex(options: LanceChunkIndexOptions): Promise<ChunkIndex> {
  const { location, storageOptions, lock = createProcessLock() } = options;
  const maintenance = { ...maintenanceDefaults, ...options.maintenance };
  const isLocal = !location.includes('://');
  const documentLock = createProcessLock();
  const folderSync = createFolderSync();
  /** Bases that were written since old versions were last removed. */
  const written = new Set<string>();
  const tableFolder = (baseId: string) => join(location, `${baseId}.lance`);
  if (isLocal) await mkdir(location, { recursive: true });
  const connection = await openRecycledConnection(location, storageOptions, () => tables.takeAll());
  const schedule = createMaintenanceSchedule(maintenance, optimise, (baseId, error) => {
    if (error instanceof ChunkIndexMissing) return { retry: false };
    options.onMaintenanceError?.(baseId, error);
    return { retry: true };
  });
  const tables = createTableCache(connection, async (baseId, table) => {
    // Left by a process that ended before its maintenance.
    const left = (await table.indexStats(termsIndexName))?.numUnindexedRows ?? 0;
    if (left > 0) schedule.changed(baseId, left);
  });

  /** One durable change, in turn with the other changes of the base. */
  async function write(baseId: string, change: (table: Table) => Promise<number>): Promise<IndexState> {
    return lock(`chunk-index:${baseId}`, async () => {
      const table = await tables.findCurrent(baseId);
      if (table === undefined) throw new ChunkIndexMissing(baseId);
      const changedRows = await change(table);
      await makeDurable(baseId);
      written.add(baseId);
      const state = { version: await table.version(), chunks: await table.countRows() };
      const enough = Math.min(mostWaitingRows, state.chunks * mostWaitingShare);
      schedule.changed(baseId, changedRows + commitRows, enough);
      await connection.countWrite();
      return state;
    });
  }

  /**
   * One replacement of a document at a time: two would each remove what the other has written so far. Within this
   * process only: a lock that spans several holds a connection, and the writes inside need one each.
   */
  function alone<T>(baseId: string, documentId: string, work: () => Promise<T>): Promise<T> {
    return documentLock(`${baseId} ${documentId}`, work);
  }

  /** One document after the other, always in the same order: two calls never wait for each other. */
  function aloneWithAll<T>(baseId: string, documentIds: string[], work: () => Promise<T>): Promise<T> {
    const ids = [...new Set(documentIds)].sort();
    return ids.reduceRight<() => Promise<T>>((inner, id) => () => alone(baseId, id, inner), work)();
  }

  async function makeDurable(baseId: string): Promise<void> {
    if (isLocal) await folderSync.sync(tableFolder(baseId));
  }

  async function optimise(baseId: string): Promise<void> {
    schedule.forget(baseId);
    await lock(`chunk-index:${baseId}`, async () => {
      const table = await tables.get(baseId);
      await ensureVectorIndex(table);
      await table.optimize({ cleanupOlderThan: new Date(Date.now() - maintenance.keepVersionsMs) });
      await makeDurable(baseId);
      await connection.countWrite();
    });
    // What is younger than that is removed later, when the base is at rest.
    if (written.delete(baseId)) schedule.comeAgain(baseId, maintenance.keepVersionsMs + afterVersionsMs);
  }

  async function ensureVectorIndex(table: Table): Promise<void> {
    const rows = await table.countRows();
    if (rows <= maintenance.vectorIndexRows) return;
    const statistics = await table.indexStats(vectorIndexName);
    if (statistics !== undefined && statistics.numIndexedRows * retrainGrowth > rows) return;
    // Two bits find 0.997 of the ten nearest where one finds 0.84, for a third more of the time of a search.
    const config = Index.ivfRq({ distanceType: 'cosine', numBits: 2 });
    await table.createIndex('vector', { config, name: vectorIndexName, replace: true });
  }

  async function addRows(table: Table, chunks: IndexedChunk[], generation: string): Promise<void> {
    await table.add(buildRows(chunks, generation, await readDimensions(table)));
  }

  /** The old chunks go by their generations: one that is edited in between has a later one. */
  async function replaceDocuments(
    baseId: string,
    documentIds: string[],
    chunks: IndexedChunk[] | AsyncIterable<IndexedChunk[]>,
    publish?: () => Promise<void>,
  ): Promise<IndexState> {
    const generation = randomUUID();
    const ofDocuments = isIn('document_id', documentIds);
    const remove = (generations: string[]) =>
      write(baseId, async (table) => {
        // A commit for nothing costs as much as any other.
        if (generations.length > 0)
          await table.delete(`${ofDocuments} AND ${isIn('generation', generations)}`);
        return 0;
      });
    let state: IndexState | undefined;
    let old: string[];
    try {
      for await (const batch of Array.isArray(chunks) ? [chunks] : chunks)
        if (batch.length > 0)
          state = await write(baseId, async (table) => {
            await addRows(table, batch, generation);
            return batch.length;
          });
      const isOld = `${ofDocuments} AND generation <> ${quote(generation)}`;
      old = await readGenerations(await tables.get(baseId), isOld);
      await publish?.();
    } catch (error) {
      if (state) await remove([generation]);
      throw error;
    }
    return state && old.length === 0 ? state : remove(old);
  }

  return {
    async create(baseId, { dimensions }) {
      assertTableName(baseId);
      await lock(`chunk-index:${baseId}`, async () => {
        const old = await tables.findCurrent(baseId);
        const existing = old && (await readDimensions(old));
        if (old !== undefined && existing !== dimensions) {
          if ((await old.countRows()) > 0)
            throw new Error(`${baseId} has ${existing} dimensions, not ${dimensions}`);
          // Emptied, and now under another embedding model.
          tables.forget(baseId);
          await connection.current.dropTable(baseId);
        }
        const table =
          (await tables.find(baseId)) ??
          (await connection.current.createEmptyTable(baseId, buildSchema(dimensions)));
        const indexed = (await table.listIndices()).map(({ columns }) => columns[0]);
        if (indexed.includes('id')) return;
        const terms = Index.fts({
          baseTokenizer: 'whitespace',
          withPosition: false,
          lowercase: false,
          stem: false,
          removeStopWords: false,
          asciiFolding: false,
          maxTokenLength: 200,
        });
        await table.createIndex('terms', { config: terms, name: termsIndexName });
        await table.createIndex('document_id', { config: Index.btree() });
        await table.createIndex('id', { config: Index.btree() });
        await makeDurable(baseId);
      });
    },

    upsertDocument: (baseId, documentId, chunks, publish) =>
      alone(baseId, documentId, () => replaceDocuments(baseId, [documentId], chunks, publish)),

    upsertDocuments: (baseId, documentIds, chunks, publish) =>
      aloneWithAll(baseId, documentIds, () => replaceDocuments(baseId, documentIds, chunks, publish)),

    upsertChunks: (baseId, chunks) =>
      write(baseId, async (table) => {
        if (chunks.length === 0) return 0;
        const generation = randomUUID();
        await addRows(table, chunks, generation);
        const ids = chunks.map((chunk) => chunk.id);
        await table.delete(`${isIn('id', ids)} AND generation <> ${quote(generation)}`);
        return chunks.length;
      }),

    deleteChunks: (baseId, chunkIds) =>
      write(baseId, async (table) => {
        if (chunkIds.length > 0) await table.delete(isIn('id', chunkIds));
        return 0;
      }),

    deleteDocuments: (baseId, documentIds) =>
      aloneWithAll(baseId, documentIds, () =>
        write(baseId, async (table) => {
          const where = isIn('document_id', documentIds);
          // A commit for nothing costs as much as any other.
          if ((await table.countRows(where)) > 0) await table.delete(where);
          return 0;
        }),
      ),

    async search(baseId, request) {
      const table = await tables.get(baseId);
      return searchTable(table, request);
    },

    async sample(baseId, size) {
      const table = await tables.get(baseId);
      const rows = await table.countRows();
      if (rows <= size) return readCandidates(await table.query().select(candidateColumns).toArrow());
      const offsets = Array.from({ length: size }, (_, i) => Math.floor((i * rows) / size));
      return readCandidates(await table.takeOffsets(offsets).select(candidateColumns).toArrow());
    },

    async findState(baseId) {
      const table = await tables.findCurrent(baseId);
      if (table === undefined) return undefined;
      return { version: await table.version(), chunks: await table.countRows() };
    },

    async countByDocument(baseId) {
      const table = await tables.get(baseId);
      // An emptied table gives no batch, and so no column.
      const column = (await table.query().select(['document_id']).toArrow()).getChild('document_id') ?? [];
      const counts = new Map<string, number>();
      for (const id of column) counts.set(id, (counts.get(id) ?? 0) + 1);
      return counts;
    },

    optimise,

    async listTables() {
      const names: string[] = [];
      let pageToken: string | undefined;
      do {
        const page = await connection.current.listTables(pageToken === undefined ? {} : { pageToken });
        names.push(...page.tables);
        pageToken = page.pageToken;
      } while (pageToken);
      return names;
    },

    async drop(baseId) {
      schedule.forget(baseId);
      await lock(`chunk-index:${baseId}`, async () => {
        if ((await tables.findCurrent(baseId)) === undefined) return;
        tables.forget(baseId);
        folderSync.forget(tableFolder(baseId));
        await connection.current.dropTable(baseId);
      });
    },

    async close() {
      await schedule.close();
      await tables.takeAll();
      connection.close();
    },
  };
}

async function readGenerations(table: Table, where: string): Promise<string[]> {
  const column = (await table.query().where(where).select(['generation']).toArrow()).getChild('generation');
  return [...new Set<string>(column ?? [])];
}

async function readDimensions(table: Table): Promise<number> {
  const field = (await table.schema()).fields.find(({ name }) => name === 'vector')!;
  return (field.type as unknown as { listSize: number }).listSize;
}

/** With more documents in a filter than this, the engine takes longer to filter than to find more and drop some. */
const longFilter = 8_000;
/** So many times what is wanted is found then; where too little of it is left, the engine filters after all. */
const surplus = 8;

async function searchTable(table: Table, request: ChunkSearch) {
  const { documentIds, excludedDocumentIds = [] } = request.filter ?? {};
  if ((documentIds?.length ?? 0) + excludedDocumentIds.length <= longFilter) return runSearch(table, request);
  const only = documentIds && new Set(documentIds);
  const not = new Set(excludedDocumentIds);
  const limit = request.limit * surplus;
  const { excludedChunkIds } = request.filter ?? {};
  const found = await runSearch(table, {
    ...request,
    limit,
    filter: excludedChunkIds ? { excludedChunkIds } : {},
  });
  const kept = found.filter(({ documentId }) => (only?.has(documentId) ?? true) && !not.has(documentId));
  if (kept.length < request.limit && found.length === limit) return runSearch(table, request);
  return kept.slice(0, request.limit);
}

/** Up to this many excluded chunks are cheaper to search for in vain than to filter out. */
const smallExclusion = 100;

async function runSearch(table: Table, request: ChunkSearch) {
  const excluded = new Set(request.filter?.excludedChunkIds);
  const dropAfter = excluded.size > 0 && excluded.size <= smallExclusion;
  const filter: ChunkFilter = { ...request.filter, ...(dropAfter ? { excludedChunkIds: [] } : {}) };
  const limit = request.limit + (dropAfter ? excluded.size : 0);
  const condition = buildCondition(filter);
  const query =
    request.kind === 'keyword'
      ? table.query().fullTextSearch(new MatchQuery(request.terms.join(' '), 'terms'))
      : table.query().nearestTo(request.vector).distanceType('cosine').nprobes(50).refineFactor(2);
  // Named, or the engine warns at every search.
  const rankColumn = request.kind === 'keyword' ? '_score' : '_distance';
  const selected = query.select([...candidateColumns, rankColumn]).limit(limit);
  const rows = await (condition === undefined ? selected : selected.where(condition)).toArrow();
  const candidates = readCandidates(rows);
  return dropAfter ? candidates.filter(({ id }) => !excluded.has(id)).slice(0, request.limit) : candidates;
}
