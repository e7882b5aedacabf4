import type { ChunkCandidate, ChunkIndex } from './chunk-index.ts';
import { decodeProfile } from './profile.ts';

/** What scoring knows of a base as a whole, estimated from a sample where the base is large. */
export type BaseStatistics = {
  chunks: number;
  sampled: number;
  /** Terms in a chunk's body, on average. */
  averageLength: number;
  /** Sampled chunks that hold a term, by hash. */
  chunksWith: Map<number, number>;
  /** Vectors of chunks taken at random: what they score for a question is what an unrelated chunk scores. */
  vectors: Float32Array[];
};

const sampleSize = 2_000;
const sampleVectors = 128;
/** Beyond this share of new or vanished chunks the figures are taken anew. */
const staleShare = 0.05;

export function summarize(sample: ChunkCandidate[], chunks: number): BaseStatistics {
  const chunksWith = new Map<number, number>();
  let terms = 0;
  for (const { profile } of sample) {
    const { length, hashes } = decodeProfile(profile);
    terms += length;
    for (const hash of hashes) chunksWith.set(hash, (chunksWith.get(hash) ?? 0) + 1);
  }
  const step = Math.max(1, sample.length / sampleVectors);
  const vectors: Float32Array[] = [];
  // Copied: a view would keep the whole batch it came in.
  for (let at = 0; at < sample.length; at += step) vectors.push(sample[Math.floor(at)]!.vector.slice());
  const averageLength = sample.length > 0 ? terms / sample.length : 1;
  return { chunks, sampled: sample.length, averageLength, chunksWith, vectors };
}

/** Keeps the statistics of the bases searched last and takes them anew when a base has changed enough. */
export function createStatisticsCache(index: ChunkIndex, capacity = 64) {
  const known = new Map<string, { version: number; statistics: Promise<BaseStatistics> }>();
  return {
    /** Undefined where the base has no index yet. */
    async find(baseId: string): Promise<BaseStatistics | undefined> {
      const state = await index.findState(baseId);
      if (state === undefined) return undefined;
      const entry = known.get(baseId);
      if (entry !== undefined) {
        const statistics = await entry.statistics;
        const drift = Math.abs(state.chunks - statistics.chunks);
        const fresh = state.version === entry.version || drift < staleShare * statistics.chunks;
        if (fresh && statistics.chunks > sampleSize) return { ...statistics, chunks: state.chunks };
        if (state.version === entry.version) return statistics;
      }
      const statistics = index.sample(baseId, sampleSize).then((sample) => summarize(sample, state.chunks));
      known.delete(baseId);
      known.set(baseId, { version: state.version, statistics });
      statistics.catch(() => known.delete(baseId));
      if (known.size > capacity) known.delete(known.keys().next().value!);
      return statistics;
    },
  };
}
