import { type ChunkProfile, countMask } from './profile.ts';
import { createRarity, saturate, type WeightedQuery } from './scoring.ts';
import type { BaseStatistics } from './statistics.ts';

/** Chosen by cross-validation on ten collections in three languages (bench/quality-folds). */
export const feedbackTuning = {
  /** Weight of all the words of the best matches next to that of the question. */
  weight: 0.2,
  /** The more the last of the best is behind the first, the less the best have in common: 4 takes half at 0.84. */
  agreement: 4,
  chunks: 5,
  terms: 20,
  /** Share of a chunk's own match that feedback may add: it reorders what the question found. */
  most: 0.5,
};

export type Match = { matched: number; profile: ChunkProfile; averageLength: number; folderWeight: number };

/**
 * What the best matches have in common is likely what the question is about in other words: chunks that share it go
 * up. Returns the matched weights; the best is as high as before, so that scores mean the same.
 */
export function applyFeedback(matches: Match[], query: WeightedQuery, bases: BaseStatistics[]): number[] {
  const own = matches.map(({ matched }) => matched);
  const best = matches
    .filter(({ matched }) => matched > 0)
    .sort((a, b) => b.matched - a.matched)
    .slice(0, feedbackTuning.chunks);
  const [first, last] = [best[0], best.at(-1)];
  if (first === undefined || last === undefined || feedbackTuning.weight === 0) return own;
  const terms = findCommonTerms(best, query, createRarity(bases));
  const sum = terms.reduce((total, { weight }) => total + weight, 0);
  if (sum === 0) return own;
  const asked = query.terms.reduce((total, { weight }) => total + weight, 0);
  const scale =
    (feedbackTuning.weight * (last.matched / first.matched) ** feedbackTuning.agreement * asked) / sum;
  const raised = matches.map((match) => {
    const { matched, profile } = match;
    if (matched === 0) return 0;
    let added = 0;
    for (const { hash, weight } of terms) added += scale * weight * saturate([hash], profile, match);
    return matched + Math.min(added, feedbackTuning.most * matched);
  });
  const level = first.matched / Math.max(...raised);
  return raised.map((matched) => matched * level);
}

/** The terms of the best that the question does not have, weighted by how often they are there and how rare elsewhere. */
function findCommonTerms(best: Match[], query: WeightedQuery, rarityOf: (hashes: number[]) => number) {
  const asked = new Set(query.terms.flatMap(({ hashes }) => hashes));
  const total = best.reduce((sum, { matched }) => sum + matched, 0);
  const shares = new Map<number, number>();
  for (const { matched, profile } of best)
    profile.hashes.forEach((hash, at) => {
      const count = profile.counts[at]! & countMask;
      if (count === 0 || asked.has(hash)) return;
      const share = ((matched / total) * count) / Math.max(1, profile.length);
      shares.set(hash, (shares.get(hash) ?? 0) + share);
    });
  return [...shares]
    .map(([hash, share]) => ({ hash, weight: share * rarityOf([hash]) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, feedbackTuning.terms);
}
