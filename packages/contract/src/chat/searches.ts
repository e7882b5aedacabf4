import { z } from 'zod';
import { id, timestamp } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { providerErrors } from '../core/model-errors.ts';
import { mindMapNode } from '../documents/mind-maps.ts';
import { documentFilter } from '../retrieval/document-filter.ts';
import { retrievalHit } from '../retrieval/retrieval.ts';
import { tableAnswer } from '../retrieval/table-answers.ts';
import { answerSupport } from './answer-support.ts';
import { citation, message } from './messages.ts';

/** `passages`: how many are looked at; `ofDocument`: how many of one document are told. */
export const searchLimits = { maxBases: 64, passages: 200, ofDocument: 10, hits: 120 } as const;

export const searchQuestion = z.string().trim().min(1).max(2_000);

export const searchableBase = z.object({ id, name: z.string(), photo: z.string().nullable() });
export type SearchableBase = z.infer<typeof searchableBase>;

/** A document with passages among the hits. */
export const foundDocument = z.object({
  id,
  name: z.string(),
  title: z.string().nullable(),
  format: z.string(),
  knowledgeBaseId: id,
  /** As the file itself says, else when it was added. */
  date: timestamp,
  /** All that were found in it; the hits tell the best of them. */
  hitCount: z.number().int(),
});
export type FoundDocument = z.infer<typeof foundDocument>;

const searchSummary = message.pick({
  content: true,
  status: true,
  citations: true,
  support: true,
  modelName: true,
  usage: true,
  durationMs: true,
  error: true,
});
export type SearchSummary = z.infer<typeof searchSummary>;

/** Events of a search: what was found comes first and at once, then the summary as it is written. */
export const searchEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('results'),
    /** In the order of their best hits. */
    documents: z.array(foundDocument),
    /** Best first. */
    hits: z.array(retrievalHit),
    /** Questions that the documents found answer too. */
    relatedQuestions: z.array(z.string()),
    /** Milliseconds. */
    took: z.number(),
  }),
  z.object({ type: z.literal('table_answers'), tableAnswers: z.array(tableAnswer) }),
  z.object({ type: z.literal('reasoning'), text: z.string() }),
  z.object({ type: z.literal('delta'), text: z.string() }),
  z.object({ type: z.literal('citation'), citation }),
  z.object({ type: z.literal('support'), support: answerSupport }),
  z.object({ type: z.literal('done'), summary: searchSummary }),
]);
export type SearchEvent = z.infer<typeof searchEvent>;

export const listSearchableBases = defineEndpoint({
  id: 'listSearchableBases',
  tag: 'Search',
  summary: 'The knowledge bases that the caller may search, the newest first',
  method: 'GET',
  path: '/search/knowledge-bases',
  access: 'Search',
  scope: 'retrieval',
  response: z.object({ items: z.array(searchableBase) }),
  status: 200,
});

export const searchDocuments = defineEndpoint({
  id: 'searchDocuments',
  tag: 'Search',
  summary: 'Search documents, and receive what was found with a cited summary as a stream',
  method: 'POST',
  path: '/search',
  access: 'Search',
  scope: 'retrieval',
  body: z.strictObject({
    question: searchQuestion,
    /** By default all that the caller may search, the newest of them where there are too many. */
    knowledgeBaseIds: z.array(id).min(1).max(searchLimits.maxBases).optional(),
    /** Only documents for which it holds. */
    filter: documentFilter.nullable().default(null),
  }),
  responseKind: 'events',
  response: searchEvent,
  status: 200,
  errors: [
    'knowledge_base.not_found',
    'conversation.too_many_streams',
    'quota.monthly_requests_reached',
    'quota.yearly_requests_reached',
    'model.not_found',
    'model.wrong_type',
    ...providerErrors,
  ],
  rateLimit: 'model',
});

export const drawSearchMindMap = defineEndpoint({
  id: 'drawSearchMindMap',
  tag: 'Search',
  summary: 'Passages that a search found as a tree: their documents and headings, and what they name',
  method: 'POST',
  path: '/search/mind-map',
  access: 'Search',
  scope: 'retrieval',
  body: z.strictObject({
    question: searchQuestion,
    chunkIds: z.array(id).min(1).max(searchLimits.hits),
  }),
  response: z.object({ nodes: z.array(mindMapNode) }),
  status: 200,
  errors: ['chunk.not_found'],
  rateLimit: 'model',
});
