import { z } from 'zod';
import { id } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { knowledgeBaseParams } from './knowledge-bases.ts';
import { chunkOptions, enrichmentOptions, readingOptions } from './processing-options.ts';

/** Everything in a parse that calls a model. */
export const modelWorks = [
  'embedding',
  'recognition',
  'speech',
  'refinement',
  'keywords',
  'questions',
  'figures',
  'summaries',
  'graph',
] as const;

export const workEstimate = z.object({
  work: z.enum(modelWorks),
  /** Null: no such model is configured, and the work is left out. */
  modelName: z.string().nullable(),
  /** Done in this process, by what comes with the product. */
  builtIn: z.boolean(),
  calls: z.number().int(),
  promptTokens: z.number().int(),
  completionTokens: z.number().int(),
  /** In the platform's currency; null: the model has no price. */
  cost: z.number().nullable(),
});

export const estimateParse = defineEndpoint({
  id: 'estimateParse',
  tag: 'Documents',
  summary: 'What parsing would ask of models, in calls, tokens and money, before it begins',
  method: 'POST',
  path: '/knowledge-bases/:knowledgeBaseId/parse-estimate',
  access: 'Knowledge',
  scope: 'knowledge.write',
  params: knowledgeBaseParams,
  body: z.strictObject({
    /** Absent: every document of the base. */
    documentIds: z.array(id).min(1).max(500).optional(),
    /** Absent: each document's own. */
    settings: z
      .strictObject({
        chunkMethod: z.string().max(64),
        chunkOptions,
        readingOptions,
        enrichmentOptions,
      })
      .optional(),
  }),
  response: z.object({
    documents: z.number().int(),
    works: z.array(workEstimate),
    currency: z.string(),
    /** Whether chunks were counted; else estimated from the size of files. */
    exact: z.boolean(),
  }),
  status: 200,
  errors: [
    'knowledge_base.not_found',
    'document.not_found',
    'knowledge_base.chunk_method_unknown',
    'knowledge_base.chunk_options_invalid',
  ],
});
