import type { ChunkCandidate, ChunkIndex, IndexState } from './chunk-index.ts';
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
/** Share of new or vanished chunks beyond which the figures of a large base are taken again, next to the search. */
const staleDrift = 0.05;
/** Share beyond which a search waits for them. */
const uselessDrift = 0.5;

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

type CacheEntry = { version: number; statistics: Promise<BaseStatistics> };

/**
 * Keeps the statistics of the bases searched last. A small base is read again after every change, since every chunk
 * counts there; a large one when enough of it has changed, and meanwhile its old figures serve.
 */
export function createStatisticsCache(index: ChunkIndex, capacity = 64) {
  const known = new Map<string, CacheEntry>();

  function refresh(baseId: string, { version, chunks }: IndexState): Promise<BaseStatistics> {
    const statistics = index.sample(baseId, sampleSize).then((sample) => summarize(sample, chunks));
    known.delete(baseId);
    known.set(baseId, { version, statistics });
    if (known.size > capacity) known.delete(known.keys().next().value!);
    statistics.catch(() => {
      if (known.get(baseId)?.statistics === statistics) known.delete(baseId);
    });
    return statistics;
  }

  return {
    /** Undefined where the base has no index yet. */
    async find(baseId: string): Promise<BaseStatistics | undefined> {
      const state = await index.findState(baseId);
      if (state === undefined) return undefined;
      const entry = known.get(baseId);
      if (entry === undefined) return refresh(baseId, state);
      if (entry.version === state.version) return entry.statistics;
      const old = await entry.statistics;
      const drift = Math.abs(state.chunks - old.chunks) / Math.max(1, old.chunks);
      if (old.chunks <= sampleSize || drift > uselessDrift) return refresh(baseId, state);
      // Another search may have begun the same meanwhile.
      if (drift > staleDrift && known.get(baseId) === entry) void refresh(baseId, state);
      return old;
    },
  };
}
