import { z } from 'zod';
import { id, timestamp } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { type ErrorCode, errors } from '../core/errors.ts';
import { workEstimate } from './estimates.ts';
import { knowledgeBaseParams } from './knowledge-bases.ts';

/** `none`: never asked for. In every state but `done` the previous vectors answer. */
export const reEmbeddingStates = ['none', 'queued', 'building', 'done', 'failed', 'cancelled'] as const;
export type ReEmbeddingState = (typeof reEmbeddingStates)[number];

/** In order. `catching_up`: what changed meanwhile; `swapping`: the new vectors take the place of the old. */
export const reEmbeddingStages = ['embedding', 'indexing', 'catching_up', 'swapping'] as const;
export type ReEmbeddingStage = (typeof reEmbeddingStages)[number];

const errorCode = z.enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]]);

export const reEmbedding = z.object({
  knowledgeBaseId: id,
  state: z.enum(reEmbeddingStates),
  stage: z.enum(reEmbeddingStages).nullable(),
  /** 0–100 over the whole. */
  percent: z.number(),
  /** The model and the share of the header (0–1) that it goes to; null where it was never asked for. */
  embeddingModelId: z.string().nullable(),
  folderWeight: z.number().nullable(),
  /** Chunks that have their new vector, and all that are to have one. */
  embeddedChunks: z.number().int(),
  totalChunks: z.number().int(),
  error: z.object({ code: errorCode, message: z.string() }).nullable(),
  startedAt: timestamp.nullable(),
  finishedAt: timestamp.nullable(),
});
export type ReEmbedding = z.infer<typeof reEmbedding>;

const tag = 'Re-embedding';

const target = z.strictObject({
  embeddingModelId: z.string().max(64),
  /** Absent: the base's own. */
  folderWeight: z.number().min(0).max(1).optional(),
});

export const getReEmbedding = defineEndpoint({
  id: 'getReEmbedding',
  tag,
  summary: 'Whether the vectors of a knowledge base are being made anew, and how far that is',
  method: 'GET',
  path: '/knowledge-bases/:knowledgeBaseId/re-embedding',
  access: 'Knowledge',
  scope: 'knowledge.read',
  params: knowledgeBaseParams,
  response: reEmbedding,
  status: 200,
  errors: ['knowledge_base.not_found'],
});

export const estimateReEmbedding = defineEndpoint({
  id: 'estimateReEmbedding',
  tag,
  summary: 'What embedding anew would ask of a model, in calls, tokens and money, before it begins',
  method: 'POST',
  path: '/knowledge-bases/:knowledgeBaseId/re-embedding/estimate',
  access: 'Knowledge',
  scope: 'knowledge.write',
  params: knowledgeBaseParams,
  body: target,
  response: z.object({
    chunks: z.number().int(),
    work: workEstimate,
    currency: z.string(),
  }),
  status: 200,
  errors: ['knowledge_base.not_found', 'knowledge_base.forbidden', 'model.not_found', 'model.wrong_type'],
});

export const startReEmbedding = defineEndpoint({
  id: 'startReEmbedding',
  tag,
  summary: 'Embed all chunks anew beside the index that answers, then let the new one answer',
  method: 'POST',
  path: '/knowledge-bases/:knowledgeBaseId/re-embedding',
  access: 'Knowledge',
  scope: 'knowledge.write',
  audit: true,
  params: knowledgeBaseParams,
  body: target,
  response: reEmbedding,
  status: 202,
  errors: [
    'knowledge_base.not_found',
    'knowledge_base.forbidden',
    'model.not_found',
    'model.wrong_type',
    're_embedding.running',
  ],
});

export const cancelReEmbedding = defineEndpoint({
  id: 'cancelReEmbedding',
  tag,
  summary: 'Cancel embedding anew, or give up one that failed; the index of before goes on answering',
  method: 'POST',
  path: '/knowledge-bases/:knowledgeBaseId/re-embedding/cancel',
  access: 'Knowledge',
  scope: 'knowledge.write',
  audit: true,
  params: knowledgeBaseParams,
  response: reEmbedding,
  status: 202,
  errors: ['knowledge_base.not_found', 'knowledge_base.forbidden', 're_embedding.not_running'],
});
