import { z } from 'zod';
import { id } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { documentFilter } from '../retrieval/document-filter.ts';
import { answerSupport } from './answer-support.ts';
import { namedDocument } from './messages.ts';
import { toolCall } from './tool-calls.ts';

/** The steps of an answer, in order; a step that an assistant does not take is absent. */
export const answerSteps = ['rewrite', 'filter', 'expand', 'search', 'grade', 'write', 'check'] as const;
export type AnswerStep = (typeof answerSteps)[number];

/** What became of a passage that a search found. */
export const hitOutcomes = [
  'cited',
  'given',
  'irrelevant',
  'no_room',
  'below_threshold',
  'beyond_top_n',
] as const;
export type HitOutcome = (typeof hitOutcomes)[number];

const explainedHit = z.object({
  chunkId: id,
  documentId: id,
  documentName: z.string(),
  knowledgeBaseId: id,
  page: z.number().int().nullable(),
  headingPath: z.array(z.string()),
  /** The beginning of the passage. */
  text: z.string(),
  score: z.number(),
  keywordScore: z.number(),
  vectorScore: z.number(),
  rerankScore: z.number().nullable(),
  /** The number that the model knew it by. */
  number: z.number().int().nullable(),
  outcome: z.enum(hitOutcomes),
});

/** The whole account of an answer. */
export const answerExplanation = z.object({
  question: z.string(),
  /** The question as one that stands alone, where it was rewritten. */
  rewritten: z.object({ text: z.string(), by: z.enum(['model', 'words']) }).nullable(),
  /** The curated answer that was given, and the phrasing of it that the question matches; null where it was composed. */
  curated: z.object({ id, question: z.string(), phrasing: z.string() }).nullable(),
  /** The documents that were searched, where not all were. */
  scope: z
    .object({
      /** Named with the question. */
      documents: z.array(namedDocument),
      /** Set in the assistant. */
      filter: documentFilter.nullable(),
      /** Derived from the question; `foundNothing`: it was then searched without. */
      derived: z
        .object({ filter: documentFilter, by: z.enum(['model', 'words']), foundNothing: z.boolean() })
        .nullable(),
      matchedDocuments: z.number().int(),
    })
    .nullable()
    // Explanations from before there were filters.
    .default(null),
  searches: z.array(
    z.object({
      text: z.string(),
      /** What it was made from: the question itself, keywords, a translation, or another wording after too little was found. */
      kind: z.enum(['question', 'keywords', 'translation', 'retry']),
      hitCount: z.number().int(),
    }),
  ),
  hits: z.array(explainedHit),
  /** Who judged which passages are relevant, where that was done. */
  gradedBy: z.enum(['model', 'words']).nullable(),
  /** The calls of tools of MCP servers, with the beginning of what came of each. */
  toolCalls: z
    .array(toolCall.omit({ id: true }).extend({ result: z.string(), durationMs: z.number().int() }))
    // Explanations from before there were tools.
    .default([]),
  steps: z.array(
    z.object({
      step: z.enum(answerSteps),
      durationMs: z.number().int(),
      modelName: z.string().nullable(),
      /** The model that was asked and did not respond, where its second model answered. */
      insteadOf: z.string().nullable().default(null),
      promptTokens: z.number().int(),
      completionTokens: z.number().int(),
      /** Null where a model has no price. */
      cost: z.number().nullable(),
    }),
  ),
  /** Of the costs, as a code of ISO 4217. */
  currency: z.string(),
  /** As sent to the model; null for those who may not see the assistant's settings. */
  prompt: z
    .array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() }))
    .nullable(),
  support: answerSupport.nullable(),
});
export type AnswerExplanation = z.infer<typeof answerExplanation>;

export const explainAnswer = defineEndpoint({
  id: 'explainAnswer',
  tag: 'Conversations',
  summary: 'How an answer came about: searches, passages, prompt, steps and the check of its statements',
  method: 'GET',
  path: '/conversations/:conversationId/messages/:messageId/explanation',
  access: 'Chat',
  scope: 'chat',
  params: z.object({ conversationId: id, messageId: id }),
  response: answerExplanation,
  status: 200,
  errors: ['message.not_found', 'message.no_explanation'],
});
