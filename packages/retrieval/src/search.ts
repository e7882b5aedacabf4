import type { EmbeddingModel, TokenUsage } from '@lectern/models';
import { analyzeQuestion, type QueryTerm } from '@lectern/text-analysis';
import type { ChunkCandidate, ChunkFilter, ChunkIndex } from './chunk-index.ts';
import { applyFeedback, type Match } from './feedback.ts';
import { fuseRanks, type OtherHits } from './fuse-ranks.ts';
import { byScore, mergeByRank, type RetrievedChunk } from './hits.ts';
import { decodeProfile } from './profile.ts';
import { type RerankRequest, rerankHits } from './rerank.ts';
import {
  findVectorScale,
  matchKeywords,
  scoreMatch,
  scoreVector,
  type WeightedQuery,
  weighTerms,
} from './scoring.ts';
import { defaultRetrievalSettings, type RetrievalSettings } from './settings.ts';
import { type BaseStatistics, createStatisticsCache } from './statistics.ts';

export type BaseToSearch = {
  id: string;
  /** Where the index holds it; absent: under its id. */
  table?: string;
  embeddingModel: EmbeddingModel;
  filter?: ChunkFilter;
};

export type RetrievalRequest = {
  query: string;
  bases: BaseToSearch[];
  /** What is absent has its default. */
  settings?: Partial<RetrievalSettings>;
  /** Fused with what words and vectors find, before a rerank model looks at them. */
  others?: OtherHits;
  rerank?: RerankRequest;
  /** Told of each call of a model when it has returned, also where a later one fails. */
  onModelCall?: (call: RetrievalModelCall) => void;
  signal?: AbortSignal;
};

export type RetrievalModelCall = {
  kind: 'embedding' | 'rerank';
  modelId: string;
  usage: TokenUsage;
  /** Milliseconds. */
  took: number;
};

export type Retrieval = {
  hits: RetrievedChunk[];
  /** The best of what scored below the threshold. */
  belowThreshold: RetrievedChunk[];
  /** Milliseconds spent; the models' share apart. */
  took: { embedding: number; search: number; rerank: number };
};

export type Retriever = { retrieve: (request: RetrievalRequest) => Promise<Retrieval> };

/** More candidates than this, or than a few times the hits asked for, have never changed the first hits. */
const enoughCandidates = { keyword: 120, vector: 60 };
/** The rarest terms of a long question find its chunks; all of them count in the score. */
const mostSearchTerms = 24;
/** Shown to whoever asks why a passage is missing. */
const mostBelowThreshold = 5;
/** A term this much lighter than the heaviest is in too many chunks to find any. */
const leastRelativeWeight = 0.08;

/**
 * Searches knowledge bases by words and by vectors. Both scores are computed for every candidate, whichever side found
 * it, and added by weight. Bases with different embedding models are merged by rank, since their scores do not compare.
 * A base without an index has no hits. Throws the models' ModelError.
 */
export function createRetriever(options: { index: ChunkIndex; now?: () => number }): Retriever {
  const { index, now = () => performance.now() } = options;
  const statisticsCache = createStatisticsCache(index);

  async function retrieve(request: RetrievalRequest): Promise<Retrieval> {
    const settings = { ...defaultRetrievalSettings, ...request.settings };
    const { query, signal } = request;
    const start = now();
    const vectors = await embedQueries(request, settings, now);
    const embedded = now();
    const terms = analyzeQuestion(query);
    const groups = Map.groupBy(request.bases, (base) => base.embeddingModel.id);
    const lists = await Promise.all(
      [...groups].map(([modelId, bases]) => searchGroup(bases, terms, vectors.get(modelId), settings)),
    );
    let hits = lists.length === 1 ? lists[0]! : mergeByRank(lists);
    if (request.others !== undefined) hits = fuseRanks(hits, request.others, settings.similarityThreshold);
    const searched = now();
    if (request.rerank !== undefined && hits.length > 0) {
      const { keywordWeight } = settings;
      const reranked = await rerankHits(hits, request.rerank, { query, keywordWeight, signal });
      hits = reranked.hits;
      const { usage } = reranked;
      const modelId = request.rerank.model.id;
      request.onModelCall?.({ kind: 'rerank', modelId, usage, took: now() - searched });
    }
    const { similarityThreshold: threshold } = settings;
    const kept = hits.filter((hit) => hit.score >= threshold).slice(0, settings.topN);
    return {
      belowThreshold: hits.filter((hit) => hit.score < threshold).slice(0, mostBelowThreshold),
      hits: kept.map((hit, i) => ({ ...hit, rank: i + 1 })),
      took: { embedding: embedded - start, search: searched - embedded, rerank: now() - searched },
    };
  }

  /** The bases of one embedding model, whose scores compare. */
  async function searchGroup(
    bases: BaseToSearch[],
    terms: QueryTerm[],
    vector: Float32Array | undefined,
    settings: RetrievalSettings,
  ): Promise<RetrievedChunk[]> {
    const statistics = await Promise.all(bases.map((base) => statisticsCache.find(tableOf(base))));
    const known = statistics.filter((base) => base !== undefined);
    const weighted = weighTerms(terms, known);
    const words = chooseSearchTerms(terms, weighted);
    const lists = await Promise.all(
      bases.map(async (base, i) => {
        const baseStatistics = statistics[i];
        if (baseStatistics === undefined) return [];
        const candidates = await findCandidates(base, words, vector, settings);
        return matchCandidates(base, candidates, weighted, vector, baseStatistics, settings);
      }),
    );
    const found = lists.flat();
    const matched = applyFeedback(found, weighted, known);
    return found.map((candidate, i) => score(candidate, matched[i]!, weighted, settings)).sort(byScore);
  }

  async function findCandidates(
    base: BaseToSearch,
    terms: string[],
    vector: Float32Array | undefined,
    { keywordWeight, topK, topN }: RetrievalSettings,
  ): Promise<ChunkCandidate[]> {
    const { filter } = base;
    const table = tableOf(base);
    const limit = (enough: number) => Math.min(topK, Math.max(enough, topN * 2));
    const lists = await Promise.all([
      keywordWeight > 0 && terms.length > 0
        ? index.search(table, { kind: 'keyword', terms, limit: limit(enoughCandidates.keyword), filter })
        : [],
      vector === undefined
        ? []
        : index.search(table, { kind: 'vector', vector, limit: limit(enoughCandidates.vector), filter }),
    ]);
    return [...new Map(lists.flat().map((candidate) => [candidate.id, candidate])).values()];
  }

  return { retrieve };
}

function tableOf({ id, table = id }: BaseToSearch): string {
  return table;
}

function chooseSearchTerms(terms: QueryTerm[], weighted: WeightedQuery): string[] {
  const ranked = terms
    .map(({ forms }, i) => ({ forms, weight: weighted.terms[i]!.weight }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, mostSearchTerms);
  const least = (ranked[0]?.weight ?? 0) * leastRelativeWeight;
  return ranked.filter(({ weight }) => weight >= least).flatMap(({ forms }) => forms);
}

/** The question's vector under each model; no model is called where words alone decide. */
async function embedQueries(
  { bases, query, signal, onModelCall }: RetrievalRequest,
  { keywordWeight }: RetrievalSettings,
  now: () => number,
): Promise<Map<string, Float32Array>> {
  const vectors = new Map<string, Float32Array>();
  const models = new Map(bases.map(({ embeddingModel }) => [embeddingModel.id, embeddingModel]));
  if (keywordWeight >= 1) models.clear();
  await Promise.all(
    [...models].map(async ([id, model]) => {
      const start = now();
      const embedded = await model.embed([query], { kind: 'query', signal });
      vectors.set(id, embedded.vectors[0]!);
      onModelCall?.({ kind: 'embedding', modelId: id, usage: embedded.usage, took: now() - start });
    }),
  );
  return vectors;
}

type Found = Match & { knowledgeBaseId: string; chunk: ChunkCandidate; vectorScore: number };

function matchCandidates(
  { id: knowledgeBaseId, embeddingModel: model }: BaseToSearch,
  candidates: ChunkCandidate[],
  query: WeightedQuery,
  vector: Float32Array | undefined,
  statistics: BaseStatistics,
  { folderWeight }: RetrievalSettings,
): Found[] {
  const measures = { averageLength: statistics.averageLength, folderWeight };
  const scale =
    vector === undefined ? undefined : findVectorScale(vector, statistics, model.wordsOnly === true);
  return candidates.map((chunk) => {
    const profile = decodeProfile(chunk.profile);
    return {
      ...measures,
      knowledgeBaseId,
      chunk,
      profile,
      matched: matchKeywords(query, profile, measures),
      vectorScore: vector && scale ? scoreVector(vector, chunk.vector, scale) : 0,
    };
  });
}

function score(
  { chunk, knowledgeBaseId, vectorScore }: Found,
  matched: number,
  query: WeightedQuery,
  { keywordWeight }: RetrievalSettings,
): RetrievedChunk {
  const keywordScore = scoreMatch(matched, query);
  return {
    chunkId: chunk.id,
    documentId: chunk.documentId,
    knowledgeBaseId,
    rank: 0,
    score: keywordWeight * keywordScore + (1 - keywordWeight) * vectorScore,
    keywordScore,
    vectorScore,
    rerankScore: undefined,
  };
}
