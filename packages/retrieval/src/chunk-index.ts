/** What the search engine keeps of a chunk. Text, place and flags stay in the relational database. */
export type IndexedChunk = {
  id: string;
  documentId: string;
  /** Index terms joined by spaces; the engine splits at spaces and does nothing else to them. */
  terms: string;
  /** The same terms as counted hashes, for exact scoring: see `encodeProfile`. */
  profile: Uint8Array;
  /** Unit length; every chunk of a base has the same dimensions. */
  vector: Float32Array;
};

/** A filter with `documentIds` keeps these documents only; the exclusions hold in every case. */
export type ChunkFilter = {
  documentIds?: string[] | undefined;
  excludedDocumentIds?: string[];
  excludedChunkIds?: string[];
};

export type ChunkSearch = { limit: number; filter?: ChunkFilter } & (
  | { kind: 'keyword'; terms: string[] }
  | { kind: 'vector'; vector: Float32Array }
);

/** A chunk that may be an answer, with all that its score needs; an engine may give the vector rounded to 8 bits. */
export type ChunkCandidate = Omit<IndexedChunk, 'terms'>;

/** `version` grows with every change; `chunks` counts rows. */
export type IndexState = { version: number; chunks: number };

/**
 * The engine behind retrieval: one table a knowledge base, so that a forgotten filter cannot show a stranger's chunk.
 * `baseId` is the table's name: a base whose vectors were made again has another one.
 * A write that has returned is durable and searchable. Writes to one base follow each other; reads never wait for
 * them. Every verb but `create`, `drop` and `findState` throws ChunkIndexMissing for a base that was not created.
 */
export type ChunkIndex = {
  /** Makes the table; does nothing where it exists with the same dimensions, throws where they differ. */
  create: (baseId: string, options: { dimensions: number }) => Promise<void>;
  /**
   * Replaces all chunks of one document, also one of too many to be in memory at once. During the change a search
   * may see both states, never none; changes of other documents may come between the batches.
   * `publish` runs while both are there, to make the new ones count elsewhere; if it throws, the old ones stay.
   */
  upsertDocument: (
    baseId: string,
    documentId: string,
    chunks: IndexedChunk[] | AsyncIterable<IndexedChunk[]>,
    publish?: () => Promise<void>,
  ) => Promise<IndexState>;
  /** Replaces all chunks of these documents in one change: for small ones, each of which would cost as much. */
  upsertDocuments: (
    baseId: string,
    documentIds: string[],
    chunks: IndexedChunk[],
    publish?: () => Promise<void>,
  ) => Promise<IndexState>;
  /** Replaces or adds single chunks, by id. */
  upsertChunks: (baseId: string, chunks: IndexedChunk[]) => Promise<IndexState>;
  deleteChunks: (baseId: string, chunkIds: string[]) => Promise<IndexState>;
  deleteDocuments: (baseId: string, documentIds: string[]) => Promise<IndexState>;
  /** Best first. A keyword search finds every chunk with at least one of the terms. */
  search: (baseId: string, request: ChunkSearch) => Promise<ChunkCandidate[]>;
  /** About `size` chunks spread over the base (all of them where it is smaller), for statistics. */
  sample: (baseId: string, size: number) => Promise<ChunkCandidate[]>;
  /** Undefined where the base has no table. */
  findState: (baseId: string) => Promise<IndexState | undefined>;
  /** Number of chunks by document id, to compare with the relational database. */
  countByDocument: (baseId: string) => Promise<Map<string, number>>;
  /** Folds what was added since into the indexes and removes old versions. Adapters also do it by themselves. */
  optimise: (baseId: string) => Promise<void>;
  /** Names of all tables there are, whoever made them. */
  listTables: () => Promise<string[]>;
  /** Removes the table; does nothing where there is none. */
  drop: (baseId: string) => Promise<void>;
  /** Finishes what runs and releases every table. */
  close: () => Promise<void>;
};

export class ChunkIndexMissing extends Error {
  readonly baseId: string;
  constructor(baseId: string) {
    super(`No chunk index for knowledge base ${baseId}`);
    this.name = 'ChunkIndexMissing';
    this.baseId = baseId;
  }
}
