import { z } from 'zod';
import { box, charRange, id } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { providerErrors } from '../core/model-errors.ts';
import { chunkKinds } from '../documents/chunk-kinds.ts';
import { documentFilter } from './document-filter.ts';
import { tableAnswer } from './table-answers.ts';

/** Shares sum to 1; each may be given alone. */
const weight = z.number().min(0).max(1);

export const retrievalLimits = { maxTopK: 2_048, maxTopN: 200, defaultTopN: 8 } as const;

const settingsFields = {
  /** Hits below this score (0–1) are left out. */
  similarityThreshold: weight.default(0.1),
  /** Share of the keyword score; the vector share is the rest to 1. */
  keywordWeight: weight.default(0.7),
  /** Candidates taken from each way of searching. */
  topK: z.number().int().min(1).max(retrievalLimits.maxTopK).default(1_024),
  /** Hits returned. */
  topN: z.number().int().min(1).max(retrievalLimits.maxTopN).default(retrievalLimits.defaultTopN),
  rerankModelId: z.string().max(64).nullable().default(null),
  /** Also along the knowledge graph, from what the question names to chunks that the words do not lead to. */
  useGraph: z.boolean().default(false),
  /** Only documents for which it holds; null: all. */
  filter: documentFilter.nullable().default(null),
};

/** One object for the retrieval test, chat, search, flows and the API: what the test finds, the chat finds. */
export const retrievalSettings = z.strictObject(settingsFields);
export type RetrievalSettings = z.infer<typeof retrievalSettings>;

/** What a knowledge base sets for its tests and for new assistants. */
export const retrievalDefaults = {
  topK: settingsFields.topK.unwrap(),
  rerankModelId: settingsFields.rerankModelId.unwrap(),
};

/** What tests and evaluations of a knowledge base start with: the general defaults, with those of its own. */
export function defaultRetrievalSettings({
  topK,
  rerankModelId,
}: Pick<RetrievalSettings, 'topK' | 'rerankModelId'>): RetrievalSettings {
  return retrievalSettings.parse({ topK, rerankModelId });
}

/** Settings of one search; where these two are left out, those of the knowledge bases apply. */
const searchSettings = z.strictObject({
  ...settingsFields,
  topK: retrievalDefaults.topK.optional(),
  rerankModelId: retrievalDefaults.rerankModelId.optional(),
});

export const retrievalHit = z.object({
  chunkId: id,
  documentId: id,
  documentName: z.string(),
  documentTitle: z.string().nullable(),
  knowledgeBaseId: id,
  metadata: z.record(z.string(), z.string()),
  text: z.string(),
  kind: z.enum(chunkKinds),
  hasImage: z.boolean(),
  headingPath: z.array(z.string()),
  page: z.number().int().nullable(),
  boxes: z.array(box),
  charRange: charRange.nullable(),
  /** 0–1, the weighted sum of the two below (or the rerank score in place of the vector's). */
  score: z.number(),
  keywordScore: z.number(),
  vectorScore: z.number(),
  rerankScore: z.number().nullable(),
  /** The entities through which the graph leads to it; null where it does not. What it alone found has no other scores. */
  graph: z.object({ entities: z.array(z.string()) }).nullable(),
  /** Words of the question in `text`. */
  matches: z.array(charRange),
});
export type RetrievalHit = z.infer<typeof retrievalHit>;

export const retrieve = defineEndpoint({
  id: 'retrieve',
  tag: 'Retrieval',
  summary: 'Search knowledge bases as assistants do',
  method: 'POST',
  path: '/retrieval',
  access: 'Knowledge',
  scope: 'retrieval',
  body: z.strictObject({
    question: z.string().trim().min(1).max(4_000),
    knowledgeBaseIds: z.array(id).min(1).max(64),
    /** Only within these documents. */
    documentIds: z.array(id).min(1).max(1_000).optional(),
    settings: searchSettings.prefault({}),
  }),
  response: z.object({
    hits: z.array(retrievalHit),
    /** Of questions over the columns of tables; empty where the question is none. */
    tableAnswers: z.array(tableAnswer),
    settings: retrievalSettings,
    /** How many documents were searched, where a filter or document ids restrict them. */
    matchedDocuments: z.number().int().nullable(),
    /** Milliseconds, and where they went. */
    took: z.object({ total: z.number(), embedding: z.number(), search: z.number(), rerank: z.number() }),
  }),
  status: 200,
  errors: [
    'knowledge_base.not_found',
    'document.not_found',
    'model.not_found',
    'model.wrong_type',
    ...providerErrors,
  ],
  rateLimit: 'model',
});
