import { z } from 'zod';
import { id, name, pageOf, paging, timestamp } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { knowledgeBaseParams } from '../knowledge-bases/knowledge-bases.ts';

export const evaluationLimits = {
  maxSets: 50,
  maxQuestions: 1_000,
  /** Of one question. */
  maxExpected: 20,
  maxPassageLength: 500,
  maxFacts: 20,
  /** Settings tried in one run. */
  maxVariants: 6,
  /** Runs kept of a set. */
  maxRuns: 100,
  /** Characters of a table that is imported. */
  maxCsvLength: 1_500_000,
} as const;

/** What a question should find: a document, or a page of it, or a passage with these words. */
export const expectationInput = z.strictObject({
  documentId: id,
  page: z.number().int().min(1).max(100_000).nullable().default(null),
  /** Case, width of letters and white space do not matter. */
  text: z.string().trim().min(1).max(evaluationLimits.maxPassageLength).nullable().default(null),
});

export const evaluationExpectation = z.object({
  documentId: id,
  documentName: z.string(),
  page: z.number().int().nullable(),
  text: z.string().nullable(),
  /** The document was deleted: nothing can find it any more, and runs leave it out. */
  gone: z.boolean(),
});
export type EvaluationExpectation = z.infer<typeof evaluationExpectation>;

export const evaluationSet = z.object({
  id,
  knowledgeBaseId: id,
  name: z.string(),
  questionCount: z.number().int(),
  runCount: z.number().int(),
  /** Of the best settings in the newest run that ended. */
  lastRun: z
    .object({ id, finishedAt: timestamp, variantName: z.string(), ndcg10: z.number(), hitRate: z.number() })
    .nullable(),
  createdAt: timestamp,
});
export type EvaluationSet = z.infer<typeof evaluationSet>;

export const evaluationQuestion = z.object({
  id,
  question: z.string(),
  expected: z.array(evaluationExpectation),
  /** What an answer must say, in these words or others. */
  facts: z.array(z.string()),
  /** Nothing is known about it, and an answer must say so. */
  refusal: z.boolean(),
});
export type EvaluationQuestion = z.infer<typeof evaluationQuestion>;

const tag = 'Evaluation';
const setParams = z.object({ evaluationSetId: id });
const questionParams = z.object({ evaluationQuestionId: id });
const questionFields = {
  question: z.string().trim().min(1).max(4_000),
  expected: z.array(expectationInput).max(evaluationLimits.maxExpected),
  facts: z
    .array(z.string().trim().min(1).max(evaluationLimits.maxPassageLength))
    .max(evaluationLimits.maxFacts),
  refusal: z.boolean(),
};
const nothingExpected = ['evaluation.nothing_expected'] as const;

export const listEvaluationSets = defineEndpoint({
  id: 'listEvaluationSets',
  tag,
  summary: 'Question sets of a knowledge base, by name',
  method: 'GET',
  path: '/knowledge-bases/:knowledgeBaseId/evaluation-sets',
  access: 'Knowledge',
  scope: 'knowledge.read',
  params: knowledgeBaseParams,
  response: z.object({ items: z.array(evaluationSet) }),
  status: 200,
  errors: ['knowledge_base.not_found'],
});

export const createEvaluationSet = defineEndpoint({
  id: 'createEvaluationSet',
  tag,
  summary: 'Create a question set',
  method: 'POST',
  path: '/knowledge-bases/:knowledgeBaseId/evaluation-sets',
  access: 'Knowledge',
  scope: 'knowledge.write',
  params: knowledgeBaseParams,
  body: z.strictObject({ name }),
  response: evaluationSet,
  status: 201,
  errors: [
    'knowledge_base.not_found',
    'knowledge_base.forbidden',
    'evaluation.name_taken',
    'evaluation.too_many_sets',
  ],
});

export const updateEvaluationSet = defineEndpoint({
  id: 'updateEvaluationSet',
  tag,
  summary: 'Rename a question set',
  method: 'PATCH',
  path: '/evaluation-sets/:evaluationSetId',
  access: 'Knowledge',
  scope: 'knowledge.write',
  params: setParams,
  body: z.strictObject({ name }),
  response: evaluationSet,
  status: 200,
  errors: ['evaluation.set_not_found', 'knowledge_base.forbidden', 'evaluation.name_taken'],
});

export const deleteEvaluationSet = defineEndpoint({
  id: 'deleteEvaluationSet',
  tag,
  summary: 'Delete a question set with its questions and runs',
  method: 'DELETE',
  path: '/evaluation-sets/:evaluationSetId',
  access: 'Knowledge',
  scope: 'knowledge.write',
  audit: true,
  params: setParams,
  responseKind: 'none',
  status: 204,
  errors: ['evaluation.set_not_found', 'knowledge_base.forbidden'],
});

export const listEvaluationQuestions = defineEndpoint({
  id: 'listEvaluationQuestions',
  tag,
  summary: 'Questions of a set, in the order in which they were added',
  method: 'GET',
  path: '/evaluation-sets/:evaluationSetId/questions',
  access: 'Knowledge',
  scope: 'knowledge.read',
  params: setParams,
  query: z.object({ search: z.string().max(255).optional(), ...paging }),
  response: pageOf(evaluationQuestion),
  status: 200,
  errors: ['evaluation.set_not_found'],
});

export const addEvaluationQuestion = defineEndpoint({
  id: 'addEvaluationQuestion',
  tag,
  summary: 'Add a question; one that is there already gets what else it should find',
  method: 'POST',
  path: '/evaluation-sets/:evaluationSetId/questions',
  access: 'Knowledge',
  scope: 'knowledge.write',
  params: setParams,
  body: z.strictObject({
    question: questionFields.question,
    expected: questionFields.expected.default([]),
    facts: questionFields.facts.default([]),
    refusal: questionFields.refusal.default(false),
  }),
  response: evaluationQuestion,
  status: 201,
  errors: [
    'evaluation.set_not_found',
    'knowledge_base.forbidden',
    'document.not_found',
    'evaluation.too_many_questions',
    'evaluation.too_many_expected',
    ...nothingExpected,
  ],
});

export const updateEvaluationQuestion = defineEndpoint({
  id: 'updateEvaluationQuestion',
  tag,
  summary: 'Change a question or what it should find',
  method: 'PATCH',
  path: '/evaluation-questions/:evaluationQuestionId',
  access: 'Knowledge',
  scope: 'knowledge.write',
  params: questionParams,
  body: z.strictObject({
    question: questionFields.question.optional(),
    expected: questionFields.expected.optional(),
    facts: questionFields.facts.optional(),
    refusal: questionFields.refusal.optional(),
  }),
  response: evaluationQuestion,
  status: 200,
  errors: [
    'evaluation.question_not_found',
    'evaluation.question_taken',
    ...nothingExpected,
    'knowledge_base.forbidden',
    'document.not_found',
  ],
});

export const deleteEvaluationQuestion = defineEndpoint({
  id: 'deleteEvaluationQuestion',
  tag,
  summary: 'Delete a question; runs keep what they found',
  method: 'DELETE',
  path: '/evaluation-questions/:evaluationQuestionId',
  access: 'Knowledge',
  scope: 'knowledge.write',
  params: questionParams,
  responseKind: 'none',
  status: 204,
  errors: ['evaluation.question_not_found', 'knowledge_base.forbidden'],
});

/** Why a row was left out: no question, no document, none of this name, several of it, no page number, text too long. */
export const csvProblems = [
  'no_question',
  'no_document',
  'document_unknown',
  'document_ambiguous',
  'page_invalid',
  'too_long',
  'too_many',
] as const;

export const importEvaluationQuestions = defineEndpoint({
  id: 'importEvaluationQuestions',
  tag,
  summary:
    'Add questions from CSV with the columns question, document, page and text, a row for each expectation',
  method: 'POST',
  path: '/evaluation-sets/:evaluationSetId/questions/import',
  access: 'Knowledge',
  scope: 'knowledge.write',
  params: setParams,
  body: z.strictObject({ csv: z.string().min(1).max(evaluationLimits.maxCsvLength) }),
  maxBodyBytes: 6 * 1024 * 1024,
  response: z.object({
    /** Questions that are new, and those that were there and find more now. */
    added: z.number().int(),
    extended: z.number().int(),
    /** Rows that were left out, at most 100 of them; `line` counts from 1, the heading included. */
    problems: z.array(z.object({ line: z.number().int(), problem: z.enum(csvProblems), value: z.string() })),
    problemCount: z.number().int(),
  }),
  status: 200,
  errors: [
    'evaluation.set_not_found',
    'knowledge_base.forbidden',
    'evaluation.csv_unreadable',
    'evaluation.csv_columns_missing',
  ],
  rateLimit: 'upload',
});

export const exportEvaluationQuestions = defineEndpoint({
  id: 'exportEvaluationQuestions',
  tag,
  summary: 'The questions of a set as CSV, as they can be imported',
  method: 'GET',
  path: '/evaluation-sets/:evaluationSetId/questions/export',
  access: 'Knowledge',
  scope: 'knowledge.read',
  params: setParams,
  responseKind: 'file',
  status: 200,
  errors: ['evaluation.set_not_found'],
});
