import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLanceChunkIndex } from '../../packages/adapters/src/chunk-index/index.ts';
import { hashedEmbeddingModel } from '../../packages/models/src/providers/built-in/index.ts';
import {
  type ChunkToIndex,
  createRetriever,
  prepareChunks,
  type RetrievalSettings,
} from '../../packages/retrieval/src/index.ts';

/** The index, the embedding and the search that the server has, in this process. */
export async function openLocalSearch() {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-quality-'));
  const index = await openLanceChunkIndex({
    location: folder,
    maintenance: { quietMs: 3_600_000, rows: 1e9 },
  });
  let tables = 0;
  return {
    /** Cuts by the given function, analyses, embeds and indexes; tells the processor time of all that. */
    async add(cut: () => Promise<ChunkToIndex[]>, folderWeight?: number) {
      const table = `t${tables++}`;
      const before = process.cpuUsage();
      const prepared = await prepareChunks(await cut(), {
        embeddingModel: hashedEmbeddingModel,
        ...(folderWeight === undefined ? {} : { folderWeight }),
      });
      await index.create(table, { dimensions: prepared.chunks[0]!.vector.length });
      // One write for all: a bench of search, not of ingest.
      await index.upsertChunks(table, prepared.chunks);
      await index.optimise(table);
      const { user, system } = process.cpuUsage(before);
      return { table, seconds: (user + system) / 1e6 };
    },

    /** The hundred best chunks for each question, whatever their score. */
    async *search(
      table: string,
      queries: { id: string; text: string }[],
      settings: Partial<RetrievalSettings>,
    ) {
      const retriever = createRetriever({ index });
      const bases = [{ id: table, embeddingModel: hashedEmbeddingModel }];
      for (const { id, text } of queries) {
        const { hits } = await retriever.retrieve({
          query: text,
          bases,
          settings: { topN: 100, similarityThreshold: 0, ...settings },
        });
        yield { id, hits };
      }
    },

    async close() {
      await index.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The settings of a search that are given: what is absent has its default. */
export function givenSettings({ keywordWeight, folderWeight }: Partial<RetrievalSettings>) {
  return {
    ...(keywordWeight === undefined ? {} : { keywordWeight }),
    ...(folderWeight === undefined ? {} : { folderWeight }),
  };
}
