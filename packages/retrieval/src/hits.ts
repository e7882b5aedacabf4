/** Scores are 0–1. `score` is what the threshold and the order go by. */
export type RetrievedChunk = {
  chunkId: string;
  documentId: string;
  knowledgeBaseId: string;
  /** From 1. */
  rank: number;
  score: number;
  keywordScore: number;
  vectorScore: number;
  /** Undefined where no rerank model was asked. */
  rerankScore: number | undefined;
  /** What a list next to words and vectors holds it to be worth. */
  otherScore?: number;
};

/** Best first; equal scores in a fixed order, so that the same question gives the same list. */
export function byScore(a: RetrievedChunk, b: RetrievedChunk): number {
  return b.score - a.score || (a.chunkId < b.chunkId ? -1 : 1);
}

/**
 * The best of each list, then the second of each: scores under different embedding models do not compare, so they only
 * decide between equal ranks.
 */
export function mergeByRank(lists: RetrievedChunk[][]): RetrievedChunk[] {
  const merged: RetrievedChunk[] = [];
  const longest = Math.max(0, ...lists.map((list) => list.length));
  for (let rank = 0; rank < longest; rank++) {
    const row = lists.map((list) => list[rank]).filter((hit) => hit !== undefined);
    merged.push(...row.sort(byScore));
  }
  return merged;
}
