import { z } from 'zod';
import { id, pageOf, paging, timestamp } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';

export const curatedAnswerLimits = {
  /** Of one assistant. */
  maxAnswers: 500,
  maxAlternatives: 20,
  maxSources: 20,
} as const;

/** A passage that a curated answer cites. */
export const curatedSource = z.object({
  chunkId: id,
  documentId: id,
  documentName: z.string(),
  page: z.number().int().nullable(),
  headingPath: z.array(z.string()),
  /** The beginning of the passage. */
  text: z.string(),
  /** It is not there any more and not cited; shown as it was when it was chosen. */
  gone: z.boolean(),
});
export type CuratedSource = z.infer<typeof curatedSource>;

/** An answer that is kept for a question and given without a model. */
export const curatedAnswer = z.object({
  id,
  assistantId: id,
  question: z.string(),
  /** Other wordings of the same question. */
  alternatives: z.array(z.string()),
  /** Markdown; `[1]` cites the first of its sources, and without such markers all of them are cited at its end. */
  answer: z.string(),
  sources: z.array(curatedSource),
  /** Sources that are gone, or switched off, or no longer in a knowledge base of the assistant: they are not cited. */
  missingSources: z.number().int(),
  enabled: z.boolean(),
  changedByName: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type CuratedAnswer = z.infer<typeof curatedAnswer>;

const phrasing = z.string().trim().min(1).max(1_000);
const fields = {
  question: phrasing,
  alternatives: z.array(phrasing).max(curatedAnswerLimits.maxAlternatives),
  answer: z.string().trim().min(1).max(16_000),
  /** Chunks of the assistant's knowledge bases, in the order of their markers. */
  chunkIds: z.array(id).max(curatedAnswerLimits.maxSources),
  enabled: z.boolean(),
};

const tag = 'Assistants';
const assistantParams = z.object({ assistantId: id });
const params = z.object({ curatedAnswerId: id });
const ofEditors = ['assistant.not_found', 'assistant.forbidden'] as const;

export const listCuratedAnswers = defineEndpoint({
  id: 'listCuratedAnswers',
  tag,
  summary: 'Curated answers of an assistant, last changed first',
  method: 'GET',
  path: '/assistants/:assistantId/curated-answers',
  access: 'CreateChat',
  scope: 'assistants.read',
  params: assistantParams,
  query: z.object({ search: z.string().max(255).optional(), ...paging }),
  response: pageOf(curatedAnswer),
  status: 200,
  errors: [...ofEditors],
});

export const createCuratedAnswer = defineEndpoint({
  id: 'createCuratedAnswer',
  tag,
  summary: 'Keep an answer that the assistant gives to a question without a model',
  method: 'POST',
  path: '/assistants/:assistantId/curated-answers',
  access: 'CreateChat',
  scope: 'assistants.write',
  params: assistantParams,
  body: z.strictObject({
    question: fields.question,
    alternatives: fields.alternatives.default([]),
    answer: fields.answer,
    chunkIds: fields.chunkIds.default([]),
    enabled: fields.enabled.default(true),
  }),
  response: curatedAnswer,
  status: 201,
  errors: [...ofEditors, 'chunk.not_found', 'curated_answer.question_taken', 'curated_answer.too_many'],
});

export const updateCuratedAnswer = defineEndpoint({
  id: 'updateCuratedAnswer',
  tag,
  summary: 'Change a curated answer',
  method: 'PATCH',
  path: '/curated-answers/:curatedAnswerId',
  access: 'CreateChat',
  scope: 'assistants.write',
  params,
  body: z.strictObject(fields).partial(),
  response: curatedAnswer,
  status: 200,
  errors: [
    'curated_answer.not_found',
    'assistant.forbidden',
    'chunk.not_found',
    'curated_answer.question_taken',
  ],
});

export const deleteCuratedAnswer = defineEndpoint({
  id: 'deleteCuratedAnswer',
  tag,
  summary: 'Delete a curated answer',
  method: 'DELETE',
  path: '/curated-answers/:curatedAnswerId',
  access: 'CreateChat',
  scope: 'assistants.write',
  audit: true,
  params,
  responseKind: 'none',
  status: 204,
  errors: ['curated_answer.not_found', 'assistant.forbidden'],
});

/** Without asking it: nothing is counted. */
export const matchCuratedAnswer = defineEndpoint({
  id: 'matchCuratedAnswer',
  tag,
  summary: 'Which curated answer an assistant would give to a question',
  method: 'POST',
  path: '/assistants/:assistantId/curated-answers/match',
  access: 'CreateChat',
  scope: 'assistants.read',
  params: assistantParams,
  body: z.strictObject({ question: z.string().trim().min(1).max(16_000) }),
  response: z.object({
    /** Null: none is close enough. `phrasing` is the wording that the question matches. */
    match: z.object({ curatedAnswerId: id, question: z.string(), phrasing: z.string() }).nullable(),
  }),
  status: 200,
  errors: [...ofEditors],
});
