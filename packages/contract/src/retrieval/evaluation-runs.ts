import { z } from 'zod';
import { id, name, pageOf, paging, timestamp } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { type ErrorCode, errors } from '../core/errors.ts';
import { providerErrors } from '../core/model-errors.ts';
import { evaluationLimits } from './evaluation-sets.ts';
import { retrievalSettings } from './retrieval.ts';

export const evaluationStates = ['queued', 'running', 'finished', 'cancelled', 'failed'] as const;
export type EvaluationState = (typeof evaluationStates)[number];

/** Means over the questions of a run, 0–1 but for the time. Places beyond top N count for all but the hit rate. */
export const evaluationFigures = z.object({
  /** Share of questions with something expected among the top N hits: what an assistant gets. */
  hitRate: z.number(),
  recall5: z.number(),
  recall10: z.number(),
  mrr10: z.number(),
  ndcg10: z.number(),
  /** Milliseconds of a search. */
  meanMs: z.number(),
});
export type EvaluationFigures = z.infer<typeof evaluationFigures>;

export const evaluationVariant = z.object({
  name: z.string(),
  settings: retrievalSettings,
  /** Null until the run has ended. */
  figures: evaluationFigures.nullable(),
});
export type EvaluationVariant = z.infer<typeof evaluationVariant>;

const errorCode = z.enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]]);

export const evaluationRun = z.object({
  id,
  evaluationSetId: id,
  state: z.enum(evaluationStates),
  /** Questions asked so far, with every variant, and in all. */
  done: z.number().int(),
  total: z.number().int(),
  variants: z.array(evaluationVariant),
  /** Of the base, when the run began. */
  documentCount: z.number().int(),
  chunkCount: z.number().int(),
  /** Questions left out, since every document they should find is gone. */
  leftOut: z.number().int(),
  ownerName: z.string(),
  error: z.object({ code: errorCode, message: z.string() }).nullable(),
  createdAt: timestamp,
  finishedAt: timestamp.nullable(),
});
export type EvaluationRun = z.infer<typeof evaluationRun>;

/** What one variant found for one question. */
export const evaluationOutcome = z.object({
  /** Place of each expectation, in their order; null: not among the first hundred passages. */
  ranks: z.array(z.number().int().nullable()),
  /** Something expected is among the top N hits. */
  hit: z.boolean(),
  tookMs: z.number(),
  /** The documents that came first. */
  first: z.array(z.object({ documentId: id, documentName: z.string(), page: z.number().int().nullable() })),
});
export type EvaluationOutcome = z.infer<typeof evaluationOutcome>;

export const evaluationResult = z.object({
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
  /** One for each variant; empty until it was asked. */
  outcomes: z.array(evaluationOutcome),
});
export type EvaluationResult = z.infer<typeof evaluationResult>;

const tag = 'Evaluation';
const setParams = z.object({ evaluationSetId: id });
const runParams = z.object({ evaluationRunId: id });

export const listEvaluationRuns = defineEndpoint({
  id: 'listEvaluationRuns',
  tag,
  summary: 'Runs of a question set, newest first',
  method: 'GET',
  path: '/evaluation-sets/:evaluationSetId/runs',
  access: 'Knowledge',
  scope: 'knowledge.read',
  params: setParams,
  query: z.object(paging),
  response: pageOf(evaluationRun),
  status: 200,
  errors: ['evaluation.set_not_found'],
});

export const startEvaluationRun = defineEndpoint({
  id: 'startEvaluationRun',
  tag,
  summary:
    'Ask every question of a set with one or several settings, and keep how well each finds what it should',
  method: 'POST',
  path: '/evaluation-sets/:evaluationSetId/runs',
  access: 'Knowledge',
  scope: 'knowledge.write',
  params: setParams,
  body: z.strictObject({
    variants: z
      .array(z.strictObject({ name, settings: retrievalSettings.prefault({}) }))
      .min(1)
      .max(evaluationLimits.maxVariants),
  }),
  response: evaluationRun,
  status: 202,
  errors: [
    'evaluation.set_not_found',
    'knowledge_base.forbidden',
    'evaluation.no_questions',
    'evaluation.running',
    'evaluation.too_many_runs',
    'model.not_found',
    'model.wrong_type',
    ...providerErrors,
  ],
  rateLimit: 'model',
});

export const getEvaluationRun = defineEndpoint({
  id: 'getEvaluationRun',
  tag,
  summary: 'A run with its progress and figures',
  method: 'GET',
  path: '/evaluation-runs/:evaluationRunId',
  access: 'Knowledge',
  scope: 'knowledge.read',
  params: runParams,
  response: evaluationRun,
  status: 200,
  errors: ['evaluation.run_not_found'],
});

export const listEvaluationResults = defineEndpoint({
  id: 'listEvaluationResults',
  tag,
  summary: 'What a run found, question by question',
  method: 'GET',
  path: '/evaluation-runs/:evaluationRunId/results',
  access: 'Knowledge',
  scope: 'knowledge.read',
  params: runParams,
  response: z.object({ items: z.array(evaluationResult) }),
  status: 200,
  errors: ['evaluation.run_not_found'],
});

export const cancelEvaluationRun = defineEndpoint({
  id: 'cancelEvaluationRun',
  tag,
  summary: 'Cancel a run',
  method: 'POST',
  path: '/evaluation-runs/:evaluationRunId/cancel',
  access: 'Knowledge',
  scope: 'knowledge.write',
  params: runParams,
  response: evaluationRun,
  status: 202,
  errors: ['evaluation.run_not_found', 'knowledge_base.forbidden', 'evaluation.not_running'],
});

export const deleteEvaluationRun = defineEndpoint({
  id: 'deleteEvaluationRun',
  tag,
  summary: 'Delete a run; one that still goes on ends',
  method: 'DELETE',
  path: '/evaluation-runs/:evaluationRunId',
  access: 'Knowledge',
  scope: 'knowledge.write',
  audit: true,
  params: runParams,
  responseKind: 'none',
  status: 204,
  errors: ['evaluation.run_not_found', 'knowledge_base.forbidden'],
});
