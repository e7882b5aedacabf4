import type { RerankModel, TokenUsage } from '@lectern/models';
import { byScore, type RetrievedChunk } from './hits.ts';

/** `loadTexts` gives what the model reads, by chunk id; a chunk it does not give is dropped. */
export type RerankRequest = {
  model: RerankModel;
  loadTexts: (chunkIds: string[]) => Promise<Map<string, string>>;
  /** How many of the best are reordered; the rest is dropped. */
  candidates?: number;
};

const defaultCandidates = 64;

/**
 * The model's score takes the place of the vector's: the words of the question keep their share. A chunk that was found
 * otherwise than by its words has what it is worth there in their place.
 */
export async function rerankHits(
  hits: RetrievedChunk[],
  { model, loadTexts, candidates = defaultCandidates }: RerankRequest,
  options: { query: string; keywordWeight: number; signal?: AbortSignal },
): Promise<{ hits: RetrievedChunk[]; usage: TokenUsage }> {
  const best = hits.slice(0, candidates);
  const texts = await loadTexts(best.map((hit) => hit.chunkId));
  const present = best.filter((hit) => texts.has(hit.chunkId));
  const passages = present.map((hit) => texts.get(hit.chunkId)!);
  const { scores, usage } = await model.rerank(options.query, passages, { signal: options.signal });
  const { keywordWeight } = options;
  const reranked = present.map((hit, i) => {
    const rerankScore = scores[i]!;
    const kept = Math.max(hit.keywordScore, hit.otherScore ?? 0);
    return { ...hit, rerankScore, score: keywordWeight * kept + (1 - keywordWeight) * rerankScore };
  });
  return { hits: reranked.sort(byScore), usage };
}
