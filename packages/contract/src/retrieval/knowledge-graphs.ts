import { z } from 'zod';
import { box, charRange, id, pageOf, paging, timestamp } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { type ErrorCode, errors } from '../core/errors.ts';
import { workEstimate } from '../knowledge-bases/estimates.ts';
import { knowledgeBaseParams } from '../knowledge-bases/knowledge-bases.ts';

/** `none`: never built. A graph that is built again, or whose build failed or was cancelled, continues answering as it was. */
export const graphStates = ['none', 'queued', 'building', 'ready', 'failed', 'cancelled'] as const;
export type GraphState = (typeof graphStates)[number];

/** The steps of a build, in order. */
export const graphStages = ['reading', 'extracting', 'assembling', 'reporting', 'storing'] as const;
export type GraphStage = (typeof graphStages)[number];

const errorCode = z.enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]]);

export const knowledgeGraph = z.object({
  knowledgeBaseId: id,
  state: z.enum(graphStates),
  stage: z.enum(graphStages).nullable(),
  /** 0–100 over the whole build. */
  percent: z.number(),
  /** Kept up to date after every parse; else only what is gone is taken out. */
  automatic: z.boolean(),
  entityTypes: z.array(z.string()),
  /** What reads the passages; null: the built-in method. */
  modelName: z.string().nullable(),
  entityCount: z.number().int(),
  relationCount: z.number().int(),
  communityCount: z.number().int(),
  /** Chunks that the graph was drawn from, and those left out since there were too many. */
  chunkCount: z.number().int(),
  chunksLeftOut: z.number().int(),
  /** Parts of the model's answers that could not be used. */
  skipped: z.number().int(),
  /** Entities of each type, the commonest first. */
  types: z.array(z.object({ type: z.string(), count: z.number().int() })),
  /** What all builds so far have used. */
  usage: z.object({
    calls: z.number().int(),
    promptTokens: z.number().int(),
    completionTokens: z.number().int(),
    /** In the platform's currency; null: the models have no price. */
    cost: z.number().nullable(),
    currency: z.string(),
  }),
  error: z.object({ code: errorCode, message: z.string() }).nullable(),
  /** When the graph that answers now was built. */
  builtAt: timestamp.nullable(),
});
export type KnowledgeGraph = z.infer<typeof knowledgeGraph>;

const tag = 'Knowledge graphs';

export const getKnowledgeGraph = defineEndpoint({
  id: 'getKnowledgeGraph',
  tag,
  summary: 'The graph of a knowledge base: its state, size and cost',
  method: 'GET',
  path: '/knowledge-bases/:knowledgeBaseId/graph',
  access: 'Knowledge',
  scope: 'knowledge.read',
  params: knowledgeBaseParams,
  response: knowledgeGraph,
  status: 200,
  errors: ['knowledge_base.not_found'],
});

export const estimateKnowledgeGraph = defineEndpoint({
  id: 'estimateKnowledgeGraph',
  tag,
  summary: 'What a build would ask of a model, in calls, tokens and money, before it begins',
  method: 'GET',
  path: '/knowledge-bases/:knowledgeBaseId/graph/estimate',
  access: 'Knowledge',
  scope: 'knowledge.read',
  params: knowledgeBaseParams,
  response: z.object({
    chunks: z.number().int(),
    /** Of these, chunks that were not read yet, or with other types or another model. */
    newChunks: z.number().int(),
    work: workEstimate,
    /** The same, were everything read again. */
    afresh: workEstimate,
    currency: z.string(),
  }),
  status: 200,
  errors: ['knowledge_base.not_found'],
});

export const buildKnowledgeGraph = defineEndpoint({
  id: 'buildKnowledgeGraph',
  tag,
  summary: 'Build or update the graph; chunks that were read before are not paid for again',
  method: 'POST',
  path: '/knowledge-bases/:knowledgeBaseId/graph',
  access: 'Knowledge',
  scope: 'knowledge.write',
  params: knowledgeBaseParams,
  body: z.strictObject({
    /** Forgets what was read, so that everything is asked about again. */
    afresh: z.boolean().default(false),
  }),
  response: knowledgeGraph,
  status: 202,
  errors: ['knowledge_base.not_found', 'knowledge_base.forbidden'],
});

export const cancelKnowledgeGraph = defineEndpoint({
  id: 'cancelKnowledgeGraph',
  tag,
  summary: 'Cancel a build; what was read is kept, and the graph of before goes on answering',
  method: 'POST',
  path: '/knowledge-bases/:knowledgeBaseId/graph/cancel',
  access: 'Knowledge',
  scope: 'knowledge.write',
  params: knowledgeBaseParams,
  response: knowledgeGraph,
  status: 202,
  errors: ['knowledge_base.not_found', 'knowledge_base.forbidden', 'knowledge_graph.not_building'],
});

export const deleteKnowledgeGraph = defineEndpoint({
  id: 'deleteKnowledgeGraph',
  tag,
  summary: 'Delete the graph and all that was read for it',
  method: 'DELETE',
  path: '/knowledge-bases/:knowledgeBaseId/graph',
  access: 'Knowledge',
  scope: 'knowledge.write',
  audit: true,
  params: knowledgeBaseParams,
  responseKind: 'none',
  status: 204,
  errors: ['knowledge_base.not_found', 'knowledge_base.forbidden'],
});

export const graphEntity = z.object({
  id,
  name: z.string(),
  type: z.string(),
  aliases: z.array(z.string()),
  /** PageRank, 1 for the average entity. */
  rank: z.number(),
  /** Number of relations. */
  degree: z.number().int(),
  /** Chunks that name it. */
  mentions: z.number().int(),
  /** Number of its community; null where it has no relation. */
  community: z.number().int().nullable(),
});
export type GraphEntity = z.infer<typeof graphEntity>;

export const graphNetworkLimits = { maxNodes: 5_000, defaultNodes: 2_000 } as const;

export const getGraphNetwork = defineEndpoint({
  id: 'getGraphNetwork',
  tag,
  summary: 'The weightiest entities and the relations between them, to be drawn',
  method: 'GET',
  path: '/knowledge-bases/:knowledgeBaseId/graph/network',
  access: 'Knowledge',
  scope: 'knowledge.read',
  params: knowledgeBaseParams,
  query: z.object({
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(graphNetworkLimits.maxNodes)
      .default(graphNetworkLimits.defaultNodes),
  }),
  response: z.object({
    nodes: z.array(graphEntity.omit({ aliases: true })),
    /** `source` and `target` are places in `nodes`. */
    edges: z.array(z.object({ source: z.number().int(), target: z.number().int(), weight: z.number() })),
    communities: z.array(z.object({ number: z.number().int(), title: z.string(), size: z.number().int() })),
    /** Entities in all. */
    total: z.number().int(),
  }),
  status: 200,
  errors: ['knowledge_base.not_found'],
});

export const listGraphEntities = defineEndpoint({
  id: 'listGraphEntities',
  tag,
  summary: 'Entities of a graph, the weightiest first',
  method: 'GET',
  path: '/knowledge-bases/:knowledgeBaseId/graph/entities',
  access: 'Knowledge',
  scope: 'knowledge.read',
  params: knowledgeBaseParams,
  query: z.object({
    search: z.string().max(255).optional(),
    type: z.string().max(64).optional(),
    ...paging,
  }),
  response: pageOf(graphEntity),
  status: 200,
  errors: ['knowledge_base.not_found'],
});

/** A chunk that says something, for a reader to open. */
export const graphSource = z.object({
  chunkId: id,
  documentId: id,
  documentName: z.string(),
  headingPath: z.array(z.string()),
  page: z.number().int().nullable(),
  boxes: z.array(box),
  charRange: charRange.nullable(),
  text: z.string(),
});
export type GraphSource = z.infer<typeof graphSource>;

export const graphEntityDetail = graphEntity.extend({
  /** What the passages say of it. */
  descriptions: z.array(z.string()),
  neighbours: z.array(
    z.object({
      id,
      name: z.string(),
      type: z.string(),
      weight: z.number(),
      description: z.string(),
      /** Chunks that state the relation; empty where the two only are near each other. */
      chunkIds: z.array(id),
    }),
  ),
  sources: z.array(graphSource),
  /** Null for a community too small to have a report. */
  report: z.object({ title: z.string(), text: z.string() }).nullable(),
});
export type GraphEntityDetail = z.infer<typeof graphEntityDetail>;

export const getGraphEntity = defineEndpoint({
  id: 'getGraphEntity',
  tag,
  summary: 'An entity with its neighbours and the chunks it comes from',
  method: 'GET',
  path: '/knowledge-bases/:knowledgeBaseId/graph/entities/:entityId',
  access: 'Knowledge',
  scope: 'knowledge.read',
  params: knowledgeBaseParams.extend({ entityId: id }),
  response: graphEntityDetail,
  status: 200,
  errors: ['knowledge_base.not_found', 'knowledge_graph.entity_not_found'],
});
