import type { RetrievalHit } from '@lectern/contract';

/** How a hit moved against the other list: up is positive; `new` when the other list lacks it. */
export type RankChange = number | 'new';

export function compareRanks(
  hits: readonly RetrievalHit[],
  others: readonly RetrievalHit[],
): Map<string, RankChange> {
  const ranks = new Map(others.map(({ chunkId }, rank) => [chunkId, rank]));
  return new Map(
    hits.map(({ chunkId }, rank) => {
      const before = ranks.get(chunkId);
      return [chunkId, before === undefined ? 'new' : before - rank];
    }),
  );
}
