import type { QueryTerm } from './analysis/terms.ts';
import { type ChunkProfile, countTerm, hashTerm } from './profile.ts';
import type { BaseStatistics } from './statistics.ts';

/** A question's term with its weight in this base: rare terms weigh more. */
export type WeightedTerm = { hashes: number[]; weight: number };

/** The one configuration of keyword scoring, tuned on ten collections in three languages (bench/retrieval-quality). */
export const keywordTuning = {
  /** BM25's saturation of repeated terms. */
  saturation: 1.2,
  /** BM25's share of length normalisation. */
  lengthShare: 0.75,
  /** Occurrences in the body that a header match stands for, at the default folder weight of 0.1. */
  headerOccurrences: 3,
  /** Size of an imagined base of average text, so that in a base of five chunks no term is worthless. */
  backgroundChunks: 200,
};

export function weighTerms(terms: QueryTerm[], bases: BaseStatistics[]): WeightedTerm[] {
  const chunks = bases.reduce((sum, base) => sum + base.chunks, 0) + keywordTuning.backgroundChunks;
  return terms.map((term) => {
    const hashes = term.forms.map(hashTerm);
    let holding = 0;
    for (const base of bases) {
      if (base.sampled === 0) continue;
      let inSample = 0;
      for (const hash of hashes) inSample += base.chunksWith.get(hash) ?? 0;
      holding += (inSample * base.chunks) / base.sampled;
    }
    const rarity = Math.log(1 + (chunks - Math.min(holding, chunks) + 0.5) / (holding + 0.5));
    return { hashes, weight: term.weight * (1 + Math.log(term.count)) * rarity };
  });
}

/**
 * The share (0–1) of the question's weight that a chunk carries, each term saturating as in BM25: ranks as BM25F
 * does, and 0.45 means every term once in a chunk of average length.
 */
export function scoreKeywords(
  terms: WeightedTerm[],
  profile: ChunkProfile,
  options: { averageLength: number; folderWeight: number },
): number {
  const { saturation, lengthShare, headerOccurrences } = keywordTuning;
  const lengthNorm = 1 - lengthShare + (lengthShare * profile.length) / options.averageLength;
  const headerBoost = headerOccurrences * 10 * options.folderWeight;
  let matched = 0;
  let total = 0;
  for (const term of terms) {
    let occurrences = 0;
    let header = false;
    for (const hash of term.hashes) {
      const count = countTerm(profile, hash);
      occurrences += count.body;
      header ||= count.header;
    }
    total += term.weight;
    const frequency = occurrences / lengthNorm + (header ? headerBoost : 0);
    matched += (term.weight * frequency) / (frequency + saturation);
  }
  return total > 0 ? matched / total : 0;
}

/** Cosine of two unit vectors above what an unrelated chunk of the base has, stretched to 0–1. */
export function scoreVector(query: Float32Array, vector: Float32Array, base: BaseStatistics): number {
  let cosine = 0;
  let unrelated = 0;
  for (let i = 0; i < query.length; i++) cosine += query[i]! * vector[i]!;
  if (base.centre !== undefined) {
    for (let i = 0; i < query.length; i++) unrelated += query[i]! * base.centre[i]!;
    // In a base of few chunks the mean is the answer itself.
    unrelated *= base.sampled / (base.sampled + 100);
  }
  return Math.min(1, Math.max(0, (cosine - unrelated) / (1 - unrelated)));
}
