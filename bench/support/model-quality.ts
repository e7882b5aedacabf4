import type { EmbeddingModel, RerankModel } from '../../packages/models/src/index.ts';
import { hashedEmbeddingModel } from '../../packages/models/src/providers/built-in/index.ts';
import {
  type ChunkIndex,
  createRetriever,
  meanFigures,
  type RetrievalSettings,
  scoreRanking,
} from '../../packages/retrieval/src/index.ts';
import type { Collection, Figures } from '../retrieval-collections.ts';
import { indexPassages } from './index-passages.ts';
import { openMemorisedIndex } from './memorised-index.ts';

/** Weights that are tried for the words of a question next to its vector. */
export const keywordWeights = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
const dimensionsBuiltIn = 384;

/** Figures of every question, in order. `fused` by the weight of words; `BM25` are means from elsewhere. */
export type CollectionQuality = {
  words: Figures[];
  builtIn: Figures[];
  alone: Figures[];
  fused: Map<number, Figures[]>;
  reranked: Figures[] | undefined;
};

/** Searches a collection with the built-in embedding and with the model, in every way that is compared. */
export async function measureQuality(
  index: ChunkIndex,
  collection: Collection,
  models: { embedding: EmbeddingModel; dimensions: number; rerank?: RerankModel | undefined },
): Promise<CollectionQuality> {
  const local = await prepareSearch(index, collection, models.embedding, models.dimensions);
  const builtIn = await prepareSearch(index, collection, hashedEmbeddingModel, dimensionsBuiltIn);
  const fused = new Map<number, Figures[]>();
  for (const keywordWeight of keywordWeights) fused.set(keywordWeight, await local({ keywordWeight }));
  return {
    words: await local({ keywordWeight: 1 }),
    builtIn: await builtIn({}),
    alone: await local({ keywordWeight: 0 }),
    fused,
    reranked: models.rerank && (await local({}, models.rerank)),
  };
}

async function prepareSearch(
  chunks: ChunkIndex,
  collection: Collection,
  embeddingModel: EmbeddingModel,
  dimensions: number,
) {
  const { name, queries, relevant } = collection;
  const table = `${name}-${embeddingModel.id.replaceAll(/\W/g, '-')}`;
  const texts = await indexPassages(chunks, collection, embeddingModel, { dimensions, table });
  const retriever = createRetriever({ index: openMemorisedIndex(chunks) });
  return async (settings: Partial<RetrievalSettings>, model?: RerankModel): Promise<Figures[]> => {
    const figures: Figures[] = [];
    for (const { id, text } of queries) {
      const { hits } = await retriever.retrieve({
        query: text,
        bases: [{ id: name, table, embeddingModel }],
        settings: { topN: 100, similarityThreshold: 0, ...settings },
        ...(model ? { rerank: { model, loadTexts: async () => texts } } : {}),
      });
      const ranking = [...new Set(hits.map((hit) => hit.documentId))].slice(0, 50);
      figures.push(scoreRanking(ranking, relevant.get(id) as Set<string>));
    }
    return figures;
  };
}

/** Every other question is held out: a weight is chosen on the others and measured on these. */
const isHeldOut = (question: number) => question % 2 === 1;
const keep = (figures: Figures[], heldOut: boolean) =>
  figures.filter((_, question) => isHeldOut(question) === heldOut);

/** The weight of words that is best in the mean of the collections, each weighing the same. */
export function chooseKeywordWeight(all: CollectionQuality[], heldOut = false): number {
  const rate = (weight: number) =>
    all.reduce((sum, { fused }) => sum + meanFigures(keep(fused.get(weight)!, heldOut)).ndcg10, 0);
  return keywordWeights.reduce((best, weight) => (rate(weight) > rate(best) ? weight : best));
}

/** Means of a collection by way; `fused` at the given weight, and on the questions that did not choose it. */
export function summarise(quality: CollectionQuality, keywordWeight: number) {
  const { words, builtIn, alone, fused, reranked } = quality;
  return {
    words: meanFigures(words),
    builtIn: meanFigures(builtIn),
    alone: meanFigures(alone),
    fused: meanFigures(fused.get(keywordWeight)!),
    ...(reranked ? { reranked: meanFigures(reranked) } : {}),
    heldOut: {
      builtIn: meanFigures(keep(builtIn, true)),
      fused: meanFigures(keep(fused.get(keywordWeight)!, true)),
    },
    byWeight: Object.fromEntries(
      [...fused].map(([weight, figures]) => [weight, meanFigures(figures).ndcg10]),
    ),
  };
}
