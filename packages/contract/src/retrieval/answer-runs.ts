import { z } from 'zod';
import { id, pageOf, paging, timestamp } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { type ErrorCode, errors } from '../core/errors.ts';
import { providerErrors } from '../core/model-errors.ts';
import { evaluationStates } from './evaluation-runs.ts';
import { evaluationLimits } from './evaluation-sets.ts';

/** Which settings of an assistant are asked, and who judges the answers. */
export const answerRunSettings = ['published', 'draft'] as const;
export const answerJudges = ['words', 'model'] as const;

/** Of a run that has ended; shares are 0–1, and null where no question tells. */
export const answerFigures = z.object({
  /** Answers that say all that is expected, or decline where nothing is known. */
  right: z.number().nullable(),
  facts: z.number().nullable(),
  /** Answers that cite an expected source. */
  sources: z.number().nullable(),
  /** Questions without an answer that were declined. */
  refusals: z.number().nullable(),
  /** Mean of the support scores. */
  support: z.number().nullable(),
  meanMs: z.number(),
  /** Of all calls of models. */
  tokens: z.number().int(),
  cost: z.number().nullable(),
});
export type AnswerFigures = z.infer<typeof answerFigures>;

const errorCode = z.enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]]);

export const answerRun = z.object({
  id,
  assistantId: id,
  evaluationSetId: id,
  setName: z.string(),
  settings: z.enum(answerRunSettings),
  /** The published version at that time; a draft is what would come after it. */
  version: z.number().int(),
  judge: z.enum(answerJudges),
  state: z.enum(evaluationStates),
  /** Questions asked so far, and in all. */
  done: z.number().int(),
  total: z.number().int(),
  /** Null until it has ended. */
  figures: answerFigures.nullable(),
  currency: z.string(),
  ownerName: z.string(),
  error: z.object({ code: errorCode, message: z.string() }).nullable(),
  createdAt: timestamp,
  finishedAt: timestamp.nullable(),
});
export type AnswerRun = z.infer<typeof answerRun>;

export const answerOutcome = z.object({
  answer: z.string(),
  right: z.boolean(),
  /** Whether the answer says each expected fact. */
  facts: z.array(z.boolean()),
  /** It cites an expected source; null where none is expected. */
  sources: z.boolean().nullable(),
  refused: z.boolean(),
  judgedBy: z.enum(answerJudges),
  support: z.number().nullable(),
  curated: z.boolean(),
  cited: z.array(z.object({ documentId: id, documentName: z.string(), page: z.number().int().nullable() })),
  durationMs: z.number().int(),
  tokens: z.number().int(),
  cost: z.number().nullable(),
  /** The model refused this question; its answer counts as wrong. */
  error: z.object({ code: errorCode, message: z.string() }).nullable(),
});
export type AnswerOutcome = z.infer<typeof answerOutcome>;

export const answerResult = z.object({
  /** The question as it was when the run began. */
  question: z.string(),
  expected: z.array(
    z.object({
      documentId: id,
      documentName: z.string(),
      page: z.number().int().nullable(),
      text: z.string().nullable(),
    }),
  ),
  facts: z.array(z.string()),
  refusal: z.boolean(),
  /** Null until it was asked. */
  outcome: answerOutcome.nullable(),
});
export type AnswerResult = z.infer<typeof answerResult>;

const tag = 'Evaluation';
const assistantParams = z.object({ assistantId: id });
const runParams = z.object({ answerRunId: id });
const ofEditors = ['assistant.not_found', 'assistant.forbidden'] as const;

export const listAssistantQuestionSets = defineEndpoint({
  id: 'listAssistantQuestionSets',
  tag,
  summary: 'Question sets of the knowledge bases of an assistant that the caller may open',
  method: 'GET',
  path: '/assistants/:assistantId/evaluation-sets',
  access: 'CreateChat',
  scope: 'assistants.read',
  params: assistantParams,
  response: z.object({
    items: z.array(
      z.object({
        id,
        name: z.string(),
        knowledgeBaseId: id,
        knowledgeBaseName: z.string(),
        questionCount: z.number().int(),
        mayChange: z.boolean(),
      }),
    ),
    /** Where the caller can make a set whose questions the assistant can be asked. */
    newIn: z.array(z.object({ id, name: z.string() })),
  }),
  status: 200,
  errors: ofEditors,
});

export const listAnswerRuns = defineEndpoint({
  id: 'listAnswerRuns',
  tag,
  summary: 'Runs of question sets over the answers of an assistant, newest first',
  method: 'GET',
  path: '/assistants/:assistantId/answer-runs',
  access: 'CreateChat',
  scope: 'assistants.read',
  params: assistantParams,
  query: z.object(paging),
  response: pageOf(answerRun),
  status: 200,
  errors: ofEditors,
});

/** Each question counts as a request, as any that an assistant answers; no conversation keeps it. */
export const startAnswerRun = defineEndpoint({
  id: 'startAnswerRun',
  tag,
  summary: 'Ask an assistant every question of a set, as published or as drafted, and judge its answers',
  method: 'POST',
  path: '/assistants/:assistantId/answer-runs',
  access: 'CreateChat',
  scope: 'assistants.write',
  params: assistantParams,
  body: z.strictObject({
    evaluationSetId: id,
    settings: z.enum(answerRunSettings).default('published'),
    judge: z.enum(answerJudges).default('words'),
  }),
  response: answerRun,
  status: 202,
  errors: [
    ...ofEditors,
    'assistant.no_draft',
    'evaluation.set_not_found',
    'evaluation.not_of_assistant',
    'evaluation.no_questions',
    'evaluation.running',
    'evaluation.too_many_runs',
    'quota.monthly_requests_reached',
    'quota.yearly_requests_reached',
    ...providerErrors,
  ],
  rateLimit: 'model',
});

export const getAnswerRun = defineEndpoint({
  id: 'getAnswerRun',
  tag,
  summary: 'A run with its progress and figures',
  method: 'GET',
  path: '/answer-runs/:answerRunId',
  access: 'CreateChat',
  scope: 'assistants.read',
  params: runParams,
  response: answerRun,
  status: 200,
  errors: ['evaluation.run_not_found', 'assistant.forbidden'],
});

export const listAnswerResults = defineEndpoint({
  id: 'listAnswerResults',
  tag,
  summary: 'The answers of a run with what is right about them',
  method: 'GET',
  path: '/answer-runs/:answerRunId/results',
  access: 'CreateChat',
  scope: 'assistants.read',
  params: runParams,
  response: z.object({ items: z.array(answerResult).max(evaluationLimits.maxQuestions) }),
  status: 200,
  errors: ['evaluation.run_not_found', 'assistant.forbidden'],
});

export const cancelAnswerRun = defineEndpoint({
  id: 'cancelAnswerRun',
  tag,
  summary: 'Cancel a run; what was asked stays counted',
  method: 'POST',
  path: '/answer-runs/:answerRunId/cancel',
  access: 'CreateChat',
  scope: 'assistants.write',
  params: runParams,
  response: answerRun,
  status: 202,
  errors: ['evaluation.run_not_found', 'assistant.forbidden', 'evaluation.not_running'],
});

export const deleteAnswerRun = defineEndpoint({
  id: 'deleteAnswerRun',
  tag,
  summary: 'Delete a run; one that still goes on ends',
  method: 'DELETE',
  path: '/answer-runs/:answerRunId',
  access: 'CreateChat',
  scope: 'assistants.write',
  audit: true,
  params: runParams,
  responseKind: 'none',
  status: 204,
  errors: ['evaluation.run_not_found', 'assistant.forbidden'],
});
