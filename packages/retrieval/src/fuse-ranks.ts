import type { RetrievedChunk } from './hits.ts';

/** A list that something next to words and vectors made, best first, such as what a graph leads to. */
export type OtherHits = {
  /** `score` 0–1, 1 for the best of them. */
  hits: { chunkId: string; documentId: string; knowledgeBaseId: string; score: number }[];
  /** 0–1: how much its best is to be believed next to the best found by words and vectors. */
  weight: number;
  /** Hits that it may bring alone. */
  most: number;
};

/** Ranks count the more by their order the smaller this is; usual is 60, for lists of a thousand. */
const evenness = 20;
/** Where words and vectors found nothing at all, there is nothing to compare with. */
const scoreAlone = 0.5;

/**
 * Both lists in one, by reciprocal rank. What words and vectors found keeps its order: lifting what both found was
 * measured, and pushed right answers down. What the other list alone has is among them by its own rank, and is worth
 * its score there, held against the best found. Below the threshold both count as not found by words and vectors; what
 * the other list does not have of these comes last, for a rerank model to look at.
 */
export function fuseRanks(
  found: RetrievedChunk[],
  { hits, weight, most }: OtherHits,
  similarityThreshold: number,
): RetrievedChunk[] {
  const best = found[0]?.score ?? scoreAlone;
  const isStrong = ({ score }: RetrievedChunk) => score >= similarityThreshold;
  const strong = found.filter(isStrong);
  const weak = new Map(found.filter((hit) => !isStrong(hit)).map((hit) => [hit.chunkId, hit]));
  const known = new Set(strong.map(({ chunkId }) => chunkId));
  const brought: { hit: RetrievedChunk; value: number }[] = [];
  for (const [rank, hit] of hits.entries()) {
    const worth = Math.min(1, best * weight * hit.score);
    if (brought.length >= most || worth < similarityThreshold) break;
    if (known.has(hit.chunkId)) continue;
    const own = weak.get(hit.chunkId) ?? asFound(hit);
    weak.delete(hit.chunkId);
    brought.push({
      hit: { ...own, score: Math.max(own.score, worth), otherScore: worth },
      value: weight / (evenness + rank + 1),
    });
  }
  const ranked = strong.map((hit, rank) => ({ hit, value: 1 / (evenness + rank + 1) }));
  // Sorting keeps the order of equals: words and vectors go first.
  const fused = [...ranked, ...brought].sort((a, b) => b.value - a.value);
  return [...fused.map(({ hit }) => hit), ...weak.values()];
}

function asFound({ chunkId, documentId, knowledgeBaseId }: OtherHits['hits'][number]): RetrievedChunk {
  const scores = { score: 0, keywordScore: 0, vectorScore: 0, rerankScore: undefined };
  return { chunkId, documentId, knowledgeBaseId, rank: 0, ...scores };
}
