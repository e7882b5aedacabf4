import type { OtherHits } from '@lectern/retrieval';
import type { GraphFindings } from '../knowledge-graphs/graph-hits.service.ts';

/** Of the hits asked for, those that the graph alone may bring. */
const graphShare = 1 / 3;
/** What the graph's best is worth beside the best found by words and vectors: the more of the question it covers. */
const worth = { least: 0.45, most: 0.9 };

/** What the graph found, as a list to be fused with the others. */
export function asOtherHits({ hits, coverage }: GraphFindings, { topN }: { topN: number }): OtherHits {
  return {
    hits,
    weight: worth.least + (worth.most - worth.least) * coverage,
    most: Math.ceil(topN * graphShare),
  };
}
