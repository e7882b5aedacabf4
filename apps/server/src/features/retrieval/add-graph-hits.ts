import type { RetrievedChunk } from '@lectern/retrieval';
import type { GraphFindings } from '../knowledge-graphs/graph-hits.service.ts';

/** Of the hits asked for, those that the graph alone may bring. */
const graphShare = 1 / 3;
/** What a hit of the graph's is worth beside the best found by words and vectors. */
const worth = { least: 0.45, most: 0.9 };
/** Where words and vectors found nothing at all, there is nothing to compare with. */
const scoreAlone = 0.5;

/**
 * Hits of the graph among those found by words and vectors. What both found keeps its score; what the graph alone
 * found is held against the best hit, by how much the graph leads to it and how much of the question it covers.
 * `wanted` is the number of hits returned where that is not top N.
 */
export function addGraphHits(
  found: RetrievedChunk[],
  { hits, coverage }: GraphFindings,
  { topN, similarityThreshold }: { topN: number; similarityThreshold: number },
  wanted = topN,
): RetrievedChunk[] {
  const known = new Set(found.map(({ chunkId }) => chunkId));
  const best = found[0]?.score ?? scoreAlone;
  const share = worth.least + (worth.most - worth.least) * coverage;
  const added = hits
    .filter(({ chunkId }) => !known.has(chunkId))
    .slice(0, Math.ceil(topN * graphShare))
    .map(
      ({ chunkId, documentId, knowledgeBaseId, score }): RetrievedChunk => ({
        chunkId,
        documentId,
        knowledgeBaseId,
        rank: 0,
        score: best * share * score,
        keywordScore: 0,
        vectorScore: 0,
        rerankScore: undefined,
      }),
    )
    .filter(({ score }) => score >= similarityThreshold);
  return [...found, ...added]
    .sort((a, b) => b.score - a.score)
    .slice(0, wanted)
    .map((hit, n) => ({ ...hit, rank: n + 1 }));
}
