import { z } from 'zod';
import { abilities, id, name, pageOf, paging, photo, timestamp } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { flowGraph } from './flow-graph.ts';

/** Something that keeps a flow from running, or from doing what was meant. */
export const flowProblem = z.object({
  code: z.string(),
  nodeId: z.string().nullable(),
  /** What it is about: an option, a port, a reference. */
  detail: z.string().nullable(),
  isWarning: z.boolean(),
});

export const flowSummary = z.object({
  id,
  name: z.string(),
  description: z.string(),
  avatar: z.string().nullable(),
  ownerName: z.string(),
  nodeCount: z.number().int(),
  /** Number of the version that others use; null: not published. */
  publishedVersion: z.number().int().nullable(),
  /** The draft differs from the published version. */
  hasChanges: z.boolean(),
  createdAt: timestamp,
  updatedAt: timestamp,
  abilities,
});
export type FlowSummary = z.infer<typeof flowSummary>;

export const flow = flowSummary.extend({
  graph: flowGraph,
  /** Raised by each save of the graph; a save names the revision that it changes. */
  revision: z.number().int(),
  savedByName: z.string(),
  problems: z.array(flowProblem),
});
export type Flow = z.infer<typeof flow>;

const description = z.string().trim().max(2_000);
const flowParams = z.object({ flowId: id });
const graphBody = 2_097_152;

export const listFlows = defineEndpoint({
  id: 'listFlows',
  tag: 'Flows',
  summary: 'The flows of the company',
  method: 'GET',
  path: '/flows',
  access: 'Flow',
  scope: 'flows.read',
  query: z.object({ search: z.string().max(255).optional(), ...paging }),
  response: pageOf(flowSummary),
  status: 200,
});

export const createFlow = defineEndpoint({
  id: 'createFlow',
  tag: 'Flows',
  summary: 'Create a flow: from a graph, from a template, or with a question and its answer',
  method: 'POST',
  path: '/flows',
  access: 'Flow',
  scope: 'flows.write',
  body: z
    .strictObject({
      name,
      description: description.optional(),
      avatar: photo.nullable().default(null),
      graph: flowGraph.optional(),
      templateId: z.string().max(64).optional(),
      /** Things of the company for the nodes that name some. */
      given: z
        .strictObject({
          knowledgeBaseIds: z.array(id).min(1).max(64).optional(),
          modelId: z.string().max(64).optional(),
          assistantId: id.optional(),
        })
        .default({}),
    })
    .refine(({ graph, templateId }) => graph === undefined || templateId === undefined, {
      path: ['templateId'],
    }),
  maxBodyBytes: graphBody,
  response: flow,
  status: 201,
  errors: ['flow.name_taken', 'flow.too_many', 'flow.template_not_found'],
});

export const getFlow = defineEndpoint({
  id: 'getFlow',
  tag: 'Flows',
  summary: 'One flow with the graph of its draft and what is wrong with it',
  method: 'GET',
  path: '/flows/:flowId',
  access: 'Flow',
  scope: 'flows.read',
  params: flowParams,
  response: flow,
  status: 200,
  errors: ['flow.not_found'],
});

export const updateFlow = defineEndpoint({
  id: 'updateFlow',
  tag: 'Flows',
  summary: 'Rename a flow, or save its draft',
  method: 'PATCH',
  path: '/flows/:flowId',
  access: 'Flow',
  scope: 'flows.write',
  params: flowParams,
  body: z
    .strictObject({
      name: name.optional(),
      description: description.optional(),
      avatar: photo.nullable().optional(),
      graph: flowGraph.optional(),
      /** The revision that the graph was made from; where another was saved since, nothing is overwritten. */
      revision: z.number().int().optional(),
    })
    .refine(({ graph, revision }) => graph === undefined || revision !== undefined, { path: ['revision'] }),
  maxBodyBytes: graphBody,
  response: flow,
  status: 200,
  errors: ['flow.not_found', 'flow.name_taken', 'flow.changed_elsewhere'],
});

export const copyFlow = defineEndpoint({
  id: 'copyFlow',
  tag: 'Flows',
  summary: 'Duplicate a flow',
  method: 'POST',
  path: '/flows/:flowId/copies',
  access: 'Flow',
  scope: 'flows.write',
  params: flowParams,
  response: flow,
  status: 201,
  errors: ['flow.not_found', 'flow.too_many'],
});

export const deleteFlow = defineEndpoint({
  id: 'deleteFlow',
  tag: 'Flows',
  summary: 'Delete a flow with its versions and runs',
  method: 'DELETE',
  path: '/flows/:flowId',
  access: 'Flow',
  scope: 'flows.write',
  params: flowParams,
  responseKind: 'none',
  status: 204,
  errors: ['flow.not_found'],
});

/** A flow as a file: no ids of the company, no secrets. */
export const flowFile = z.object({
  kind: z.literal('lectern.flow'),
  name: z.string().trim().min(1).max(255),
  description: description.default(''),
  graph: flowGraph,
});
export type FlowFile = z.output<typeof flowFile>;

export const exportFlow = defineEndpoint({
  id: 'exportFlow',
  tag: 'Flows',
  summary:
    'The draft as a file for another company or installation: without knowledge bases, models and credentials',
  method: 'GET',
  path: '/flows/:flowId/file',
  access: 'Flow',
  scope: 'flows.read',
  params: flowParams,
  responseKind: 'file',
  status: 200,
  errors: ['flow.not_found'],
});

/** What did not come over with a part of another product's flow. */
export const flowImportRemarks = [
  'knowledge_bases',
  'model',
  'credential',
  'tools',
  'some_tools',
  'mail',
  'database',
  'dialect',
  'statement',
  'files',
  'expression',
  'first_only',
  'result',
  'option',
] as const;

export const flowImportReport = z.object({
  /** The product whose file it is. */
  source: z.enum(['lectern', 'ragflow', 'dify']),
  /** Of another product: what became of each part. */
  parts: z.array(
    z.object({
      name: z.string(),
      /** What the other product calls it. */
      type: z.string(),
      /** The component that does its work; null: it was kept as a note. */
      component: z.string().nullable(),
      nodeId: z.string(),
      remarks: z.array(z.enum(flowImportRemarks)),
    }),
  ),
});
export type FlowImportReport = z.infer<typeof flowImportReport>;

export const importFlow = defineEndpoint({
  id: 'importFlow',
  tag: 'Flows',
  summary:
    'Create a flow from the text of a file: one of ours, an agent of RAGFlow (JSON) or an app of Dify (YAML); what has no counterpart is kept as notes and reported',
  method: 'POST',
  path: '/flow-imports',
  access: 'Flow',
  scope: 'flows.write',
  body: z.strictObject({
    /** The text of the file. */
    text: z.string().min(2).max(graphBody),
    /** Names the flow where the file does not. */
    fileName: z.string().trim().max(255).default(''),
  }),
  maxBodyBytes: 2 * graphBody,
  response: flow.extend({ report: flowImportReport }),
  status: 201,
  errors: ['flow.wrong_file', 'flow.too_many'],
});

export const checkFlow = defineEndpoint({
  id: 'checkFlow',
  tag: 'Flows',
  summary: 'What is wrong with a graph; nothing is saved',
  method: 'POST',
  path: '/flow-checks',
  access: 'Flow',
  scope: 'flows.read',
  body: z.strictObject({ graph: flowGraph }),
  maxBodyBytes: graphBody,
  response: z.object({ problems: z.array(flowProblem) }),
  status: 200,
});

export const flowVersion = z.object({
  number: z.number().int(),
  note: z.string(),
  publishedByName: z.string(),
  publishedAt: timestamp,
  nodeCount: z.number().int(),
});
export type FlowVersion = z.infer<typeof flowVersion>;

const versionParams = z.object({ flowId: id, number: z.coerce.number().int().min(1) });

/** Why a flow cannot run those that it calls. */
const ofCalledFlows = [
  'flow.not_published',
  'flow.calls_itself',
  'flow.nested_too_deep',
  'flow.sub_flow_waits',
] as const;

export const publishFlow = defineEndpoint({
  id: 'publishFlow',
  tag: 'Flows',
  summary: 'Publish the draft as a new version, which others then use',
  method: 'POST',
  path: '/flows/:flowId/versions',
  access: 'Flow',
  scope: 'flows.write',
  params: flowParams,
  body: z.strictObject({
    note: z.string().trim().max(500).default(''),
    /** The revision that is to be published; where another was saved since, nothing happens. */
    revision: z.number().int(),
  }),
  response: flow,
  status: 201,
  errors: ['flow.not_found', 'flow.changed_elsewhere', 'flow.has_problems', ...ofCalledFlows],
});

export const listFlowVersions = defineEndpoint({
  id: 'listFlowVersions',
  tag: 'Flows',
  summary: 'The published versions of a flow, newest first',
  method: 'GET',
  path: '/flows/:flowId/versions',
  access: 'Flow',
  scope: 'flows.read',
  params: flowParams,
  query: z.object(paging),
  response: pageOf(flowVersion),
  status: 200,
  errors: ['flow.not_found'],
});

export const getFlowVersion = defineEndpoint({
  id: 'getFlowVersion',
  tag: 'Flows',
  summary: 'One version of a flow with its graph',
  method: 'GET',
  path: '/flows/:flowId/versions/:number',
  access: 'Flow',
  scope: 'flows.read',
  params: versionParams,
  response: flowVersion.extend({ graph: flowGraph }),
  status: 200,
  errors: ['flow.not_found', 'flow.version_not_found'],
});

export const restoreFlowVersion = defineEndpoint({
  id: 'restoreFlowVersion',
  tag: 'Flows',
  summary: 'Publish an earlier version again, as a new one; the draft becomes the same',
  method: 'POST',
  path: '/flows/:flowId/versions/:number/restoration',
  access: 'Flow',
  scope: 'flows.write',
  params: versionParams,
  response: flow,
  status: 201,
  errors: ['flow.not_found', 'flow.version_not_found', 'flow.has_problems', ...ofCalledFlows],
});
