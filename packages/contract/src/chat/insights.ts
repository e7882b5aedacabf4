import { z } from 'zod';
import { isTimeZone } from '../accounts/accounts.ts';
import { id, timestamp } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { answerFeedback } from './answer-feedback.ts';
import { citation, messageStatuses } from './messages.ts';

export const insightPeriods = [7, 30, 90] as const;

/** Why an answer deserves a look. */
export const insightReasons = ['unanswered', 'unsourced', 'rated_down', 'unsupported', 'failed'] as const;
export type InsightReason = (typeof insightReasons)[number];

const cost = z.number().nullable();

/** How an assistant did, over its published settings: conversations with the draft are left out. */
export const assistantInsights = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  /** Every day, also those without questions. An answer without a source, or that failed, is not answered. */
  days: z.array(z.object({ day: z.iso.date(), answered: z.number().int(), notAnswered: z.number().int() })),
  questions: z.number().int(),
  /** Answered from a source, or by a curated answer. */
  answered: z.number().int(),
  /** Nothing passed the threshold. */
  unanswered: z.number().int(),
  /** Passages were found and none is cited. */
  unsourced: z.number().int(),
  failed: z.number().int(),
  curated: z.number().int(),
  ratedUp: z.number().int(),
  ratedDown: z.number().int(),
  /** Mean of the support scores, 0–1; null where no answer was checked. */
  support: z.number().nullable(),
  /** Of answers that are not curated, in milliseconds. */
  medianMs: z.number().int().nullable(),
  slowMs: z.number().int().nullable(),
  medianFirstTokenMs: z.number().int().nullable(),
  /** Of all model calls for its questions. */
  tokens: z.number().int(),
  /** Null where no model has a price. */
  cost,
  currency: z.string(),
});
export type AssistantInsights = z.infer<typeof assistantInsights>;

/** Where a question was asked. */
const source = z.enum(['app', 'api', 'widget']);

const insightQuestion = z.object({
  messageId: id,
  question: z.string(),
  source,
  reasons: z.array(z.enum(insightReasons)),
  askedAt: timestamp,
});
export type InsightQuestion = z.infer<typeof insightQuestion>;

export const insightGroup = z.object({
  /** Questions that are alike; the last one asked is the example. */
  question: z.string(),
  count: z.number().int(),
  lastAskedAt: timestamp,
  reasons: z.array(z.enum(insightReasons)),
  /** The last ones. */
  items: z.array(insightQuestion),
});
export type InsightGroup = z.infer<typeof insightGroup>;

const costlyAnswer = z.object({
  messageId: id,
  question: z.string(),
  source,
  askedAt: timestamp,
  modelName: z.string().nullable(),
  durationMs: z.number().int().nullable(),
  firstTokenMs: z.number().int().nullable(),
  tokens: z.number().int(),
  cost,
});
export type CostlyAnswer = z.infer<typeof costlyAnswer>;

const tag = 'Insights';
const assistantParams = z.object({ assistantId: id });
const errors = ['assistant.not_found', 'assistant.forbidden'] as const;
const period = {
  days: z.coerce
    .number()
    .int()
    .default(30)
    .refine((days) => (insightPeriods as readonly number[]).includes(days)),
  /** By default the account's own. */
  timezone: z.string().max(64).refine(isTimeZone).optional(),
};

export const getAssistantInsights = defineEndpoint({
  id: 'getAssistantInsights',
  tag,
  summary: 'How the answers of an assistant were in the last 7, 30 or 90 days',
  method: 'GET',
  path: '/assistants/:assistantId/insights',
  access: 'CreateChat',
  scope: 'assistants.read',
  params: assistantParams,
  query: z.object(period),
  response: assistantInsights,
  status: 200,
  errors,
});

/** Questions of everybody, without their names: those who may change an assistant see where it fails. */
export const listInsightQuestions = defineEndpoint({
  id: 'listInsightQuestions',
  tag,
  summary: 'Questions that an assistant did not answer well, grouped by likeness',
  method: 'GET',
  path: '/assistants/:assistantId/insights/questions',
  access: 'CreateChat',
  scope: 'assistants.read',
  params: assistantParams,
  query: z.object({ ...period, reason: z.enum(insightReasons).optional() }),
  response: z.object({
    items: z.array(insightGroup),
    /** How many questions they are; the last 1,000 of the period at most. */
    questions: z.number().int(),
    /** There were more. */
    truncated: z.boolean(),
  }),
  status: 200,
  errors,
});

export const listCostlyAnswers = defineEndpoint({
  id: 'listCostlyAnswers',
  tag,
  summary: 'The slowest or the most expensive answers of an assistant',
  method: 'GET',
  path: '/assistants/:assistantId/insights/answers',
  access: 'CreateChat',
  scope: 'assistants.read',
  params: assistantParams,
  query: z.object({ ...period, by: z.enum(['time', 'price']).default('time') }),
  response: z.object({ items: z.array(costlyAnswer), currency: z.string() }),
  status: 200,
  errors,
});

export const insightAnswer = z.object({
  messageId: id,
  question: z.string(),
  source,
  searchedQuestion: z.string().nullable(),
  answer: z.string(),
  status: z.enum(messageStatuses),
  citations: z.array(citation),
  reasons: z.array(z.enum(insightReasons)),
  feedback: answerFeedback.nullable(),
  support: z.number().nullable(),
  modelName: z.string().nullable(),
  durationMs: z.number().int().nullable(),
  firstTokenMs: z.number().int().nullable(),
  tokens: z.number().int(),
  cost,
  currency: z.string(),
  askedAt: timestamp,
  /** Only where it is the caller's own. */
  conversationId: id.nullable(),
});
export type InsightAnswer = z.infer<typeof insightAnswer>;

export const getInsightAnswer = defineEndpoint({
  id: 'getInsightAnswer',
  tag,
  summary: 'A question to an assistant with its answer, without telling who asked',
  method: 'GET',
  path: '/assistants/:assistantId/insights/answers/:messageId',
  access: 'CreateChat',
  scope: 'assistants.read',
  params: z.object({ assistantId: id, messageId: id }),
  response: insightAnswer,
  status: 200,
  errors: [...errors, 'message.not_found'],
});
