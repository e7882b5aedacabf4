export * from './chunk-index.ts';
export * from './evaluation/index.ts';
export type { OtherHits } from './fuse-ranks.ts';
export type { RetrievedChunk } from './hits.ts';
export {
  analyzeChunk,
  type ChunkToIndex,
  type EmbedOptions,
  embedChunks,
  prepareChunks,
} from './prepare-chunk.ts';
export type { RerankRequest } from './rerank.ts';
export * from './search.ts';
export * from './settings.ts';
export * from './table-query/index.ts';
