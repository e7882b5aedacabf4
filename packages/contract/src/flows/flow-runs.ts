import { z } from 'zod';
import { citation } from '../chat/messages.ts';
import { id, pageOf, paging, timestamp } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { flowFormInput } from './flow-form.ts';
import { flowGraph } from './flow-graph.ts';

export const flowRunStates = ['queued', 'running', 'waiting', 'finished', 'failed', 'cancelled'] as const;
export const flowRunSources = ['editor', 'chat', 'schedule', 'webhook', 'api'] as const;

const runError = z.object({ code: z.string(), message: z.string() });

/** What a run waits for. */
export const flowAwaited = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('message') }),
  z.object({ kind: z.literal('form'), text: z.string(), fields: z.array(flowFormInput) }),
  z.object({ kind: z.literal('breakpoint') }),
]);

export const flowStep = z.object({
  key: z.string(),
  /** Empty for the flow itself; else the step that holds it, and the round. */
  frame: z.string(),
  nodeId: z.string(),
  /** What its node is called, where it is one of a flow that this one runs. */
  title: z.string().nullable(),
  visit: z.number().int(),
  status: z.enum(['running', 'waiting', 'succeeded', 'failed']),
  port: z.string().nullable(),
  inputs: z.record(z.string(), z.json()),
  outputs: z.record(z.string(), z.json()),
  citations: z.array(citation),
  error: runError.nullable(),
  awaits: flowAwaited.nullable(),
  attempts: z.number().int(),
  tokens: z.number(),
  price: z.number(),
  /** That answered in it; `insteadOf`: the one that was asked and could not. */
  models: z.array(z.object({ name: z.string(), insteadOf: z.string().nullable() })),
  startedAt: timestamp,
  finishedAt: timestamp.nullable(),
});
export type FlowStep = z.infer<typeof flowStep>;

export const flowPost = z.object({ text: z.string(), citations: z.array(citation) });

export const flowRunSummary = z.object({
  id,
  flowId: id,
  state: z.enum(flowRunStates),
  source: z.enum(flowRunSources),
  /** Null: of the draft. */
  version: z.number().int().nullable(),
  question: z.string(),
  /** The beginning of what it showed last. */
  answer: z.string(),
  /** The one node that it ran. */
  onlyNode: z.string().nullable(),
  startedByName: z.string().nullable(),
  stepCount: z.number().int(),
  tokens: z.number(),
  price: z.number(),
  /** Of work, without the time in which it waited for a person. */
  durationMs: z.number(),
  error: runError.extend({ nodeId: z.string().nullable() }).nullable(),
  startedAt: timestamp,
  finishedAt: timestamp.nullable(),
});
export type FlowRunSummary = z.infer<typeof flowRunSummary>;

export const flowRun = flowRunSummary.extend({
  graph: flowGraph,
  steps: z.array(flowStep),
  /** What the person wrote, from the first message on. */
  messages: z.array(z.string()),
  /** Shown to the person since their latest message. */
  posts: z.array(flowPost),
  history: z.array(z.object({ role: z.enum(['user', 'assistant']), content: z.string() })),
  variables: z.record(z.string(), z.json()),
  inputs: z.record(z.string(), z.json()),
});
export type FlowRun = z.infer<typeof flowRun>;

const flowParams = z.object({ flowId: id });
const runParams = z.object({ flowRunId: id });
const longestQuestion = 8_000;

export const startFlowRun = defineEndpoint({
  id: 'startFlowRun',
  tag: 'Flows',
  summary: 'Run a flow: its draft, or a published version',
  method: 'POST',
  path: '/flows/:flowId/runs',
  access: 'Flow',
  scope: 'flows.write',
  rateLimit: 'model',
  params: flowParams,
  body: z.strictObject({
    question: z.string().trim().max(longestQuestion).default(''),
    /** Values of the fields of its begin. */
    inputs: z.record(z.string().max(64), z.json()).default({}),
    /** Null: the draft. */
    version: z.number().int().min(1).nullable().default(null),
    /** The run stops before these nodes. */
    breakpoints: z.array(z.string().max(64)).max(100).default([]),
    /** Run this node alone, with what the steps of an earlier run put out. */
    onlyNode: z
      .strictObject({
        nodeId: z.string().max(64),
        fromRunId: id.nullable(),
        /** Put in the place of what earlier nodes put out, by node and name. */
        outputs: z.record(z.string().max(64), z.record(z.string().max(64), z.json())).default({}),
      })
      .nullable()
      .default(null),
  }),
  response: flowRun,
  status: 201,
  errors: [
    'flow.not_found',
    'flow.version_not_found',
    'flow.has_problems',
    'flow.not_published',
    'flow.calls_itself',
    'flow.nested_too_deep',
    'flow.sub_flow_waits',
    'flow.too_many_runs',
    'flow_run.wrong_inputs',
    'flow_run.not_found',
    'quota.monthly_requests_reached',
    'quota.yearly_requests_reached',
  ],
});

export const listFlowRuns = defineEndpoint({
  id: 'listFlowRuns',
  tag: 'Flows',
  summary: 'The runs of a flow, newest first',
  method: 'GET',
  path: '/flows/:flowId/runs',
  access: 'Flow',
  scope: 'flows.read',
  params: flowParams,
  query: z.object({
    search: z.string().max(255).optional(),
    state: z.enum(flowRunStates).optional(),
    source: z.enum(flowRunSources).optional(),
    /** `draft`, or the number of a version. */
    version: z.union([z.literal('draft'), z.coerce.number().int().min(1)]).optional(),
    ...paging,
  }),
  response: pageOf(flowRunSummary),
  status: 200,
  errors: ['flow.not_found'],
});

export const getFlowRun = defineEndpoint({
  id: 'getFlowRun',
  tag: 'Flows',
  summary: 'One run with its steps',
  method: 'GET',
  path: '/flow-runs/:flowRunId',
  access: 'Flow',
  scope: 'flows.read',
  params: runParams,
  response: flowRun,
  status: 200,
  errors: ['flow_run.not_found'],
});

export const flowRunEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('run'), run: flowRun }),
  z.object({ type: z.literal('step'), step: flowStep }),
  z.object({ type: z.literal('delta'), text: z.string() }),
  /** The words so far are not the answer: that begins now. */
  z.object({ type: z.literal('restart') }),
  z.object({ type: z.literal('post'), post: flowPost }),
  z.object({ type: z.literal('done'), run: flowRun }),
]);
export type FlowRunEvent = z.infer<typeof flowRunEvent>;

export const watchFlowRun = defineEndpoint({
  id: 'watchFlowRun',
  tag: 'Flows',
  summary: 'Follow a run: what it has done, then each step as it happens, until it ends or waits',
  method: 'GET',
  path: '/flow-runs/:flowRunId/events',
  access: 'Flow',
  scope: 'flows.read',
  params: runParams,
  responseKind: 'events',
  response: flowRunEvent,
  status: 200,
  errors: ['flow_run.not_found'],
});

export const answerFlowRun = defineEndpoint({
  id: 'answerFlowRun',
  tag: 'Flows',
  summary: 'Give a waiting run what it waits for: a message, the values of a form, or leave to go on',
  method: 'POST',
  path: '/flow-runs/:flowRunId/answers',
  access: 'Flow',
  scope: 'flows.write',
  rateLimit: 'model',
  params: runParams,
  body: z.strictObject({
    stepKey: z.string().max(1_000),
    answer: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('message'), text: z.string().trim().min(1).max(longestQuestion) }),
      z.strictObject({ kind: z.literal('form'), values: z.record(z.string().max(64), z.json()) }),
      z.strictObject({
        kind: z.literal('go'),
        /** Stop again before the next node. */
        once: z.boolean().default(false),
        /** From now on, the run stops before these nodes. */
        breakpoints: z.array(z.string().max(64)).max(100).optional(),
      }),
    ]),
  }),
  response: flowRun,
  status: 200,
  errors: [
    'flow_run.not_found',
    'flow_run.not_waiting',
    'flow_run.wrong_answer',
    'quota.monthly_requests_reached',
    'quota.yearly_requests_reached',
  ],
});

export const cancelFlowRun = defineEndpoint({
  id: 'cancelFlowRun',
  tag: 'Flows',
  summary: 'Cancel a run; what it has done stays',
  method: 'POST',
  path: '/flow-runs/:flowRunId/cancellation',
  access: 'Flow',
  scope: 'flows.write',
  params: runParams,
  response: flowRun,
  status: 200,
  errors: ['flow_run.not_found', 'flow_run.not_active'],
});

export const deleteFlowRun = defineEndpoint({
  id: 'deleteFlowRun',
  tag: 'Flows',
  summary: 'Delete a run with its trace',
  method: 'DELETE',
  path: '/flow-runs/:flowRunId',
  access: 'Flow',
  scope: 'flows.write',
  params: runParams,
  responseKind: 'none',
  status: 204,
  errors: ['flow_run.not_found'],
});
