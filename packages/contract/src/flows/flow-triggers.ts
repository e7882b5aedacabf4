import { z } from 'zod';
import { id, name, timestamp } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { flowRunStates } from './flow-runs.ts';

export const flowTriggerKinds = ['schedule', 'webhook'] as const;

export const flowTriggerLimits = {
  /** Triggers of one flow. */
  most: 20,
  /** Schedules run no more often. */
  leastMinutesBetween: 5,
  /** Bytes of what is sent to a webhook. */
  webhookBytes: 262_144,
  /** How far the clocks of caller and server may be apart. */
  webhookSeconds: 300,
  /** A caller waits no longer for a result. */
  waitSeconds: 60,
} as const;

const question = z.string().trim().max(8_000);
const inputs = z.record(z.string().max(64), z.json());
/** Minute, hour, day of the month, month, day of the week. */
const cron = z.string().trim().min(9).max(100);
const timeZone = z
  .string()
  .max(64)
  .refine((zone) => {
    try {
      new Intl.DateTimeFormat('en', { timeZone: zone });
      return true;
    } catch {
      return false;
    }
  });

const schedule = z.strictObject({
  kind: z.literal('schedule'),
  cron,
  timeZone,
  question: question.default(''),
  inputs: inputs.default({}),
});
const webhook = z.strictObject({
  kind: z.literal('webhook'),
  /** Most calls a minute. */
  perMinute: z.number().int().min(1).max(600).default(60),
});
export const flowTriggerSettings = z.discriminatedUnion('kind', [schedule, webhook]);
export type FlowTriggerSettings = z.output<typeof flowTriggerSettings>;

/** What starts the published version of a flow by itself. */
export const flowTrigger = z.object({
  id,
  flowId: id,
  name: z.string(),
  enabled: z.boolean(),
  settings: flowTriggerSettings,
  /** In whose name it runs, with the rights that they have then. */
  ownerName: z.string(),
  /** Of a webhook: where to call, and the last characters of its secret. */
  url: z.string().nullable(),
  secretEnding: z.string(),
  /** Of a schedule that is switched on. */
  nextRunAt: timestamp.nullable(),
  lastRunAt: timestamp.nullable(),
  lastRunId: id.nullable(),
  /** Why it could not start the flow the last time, or was switched off. */
  problem: z.object({ code: z.string(), message: z.string() }).nullable(),
  createdAt: timestamp,
});
export type FlowTrigger = z.infer<typeof flowTrigger>;

/** The secret of a webhook is shown here and never again. */
const withSecret = flowTrigger.extend({ secret: z.string().nullable() });

const flowParams = z.object({ flowId: id });
const params = z.object({ flowTriggerId: id });

export const listFlowTriggers = defineEndpoint({
  id: 'listFlowTriggers',
  tag: 'Flows',
  summary: 'The schedules and webhooks that start a flow',
  method: 'GET',
  path: '/flows/:flowId/triggers',
  access: 'Flow',
  scope: 'flows.read',
  params: flowParams,
  response: z.object({ items: z.array(flowTrigger) }),
  status: 200,
  errors: ['flow.not_found'],
});

export const createFlowTrigger = defineEndpoint({
  id: 'createFlowTrigger',
  tag: 'Flows',
  summary: 'Have a schedule or a webhook start the published version of a flow, in the name of the caller',
  method: 'POST',
  path: '/flows/:flowId/triggers',
  access: 'Flow',
  scope: 'flows.write',
  params: flowParams,
  body: z.strictObject({ name, settings: flowTriggerSettings }),
  response: withSecret,
  status: 201,
  errors: [
    'flow.not_found',
    'flow_trigger.not_published',
    'flow_trigger.wrong_schedule',
    'flow_trigger.too_often',
    'flow_trigger.too_many',
    'flow_run.wrong_inputs',
  ],
});

export const updateFlowTrigger = defineEndpoint({
  id: 'updateFlowTrigger',
  tag: 'Flows',
  summary: 'Change a trigger, or switch it on or off; from then on it runs in the name of the caller',
  method: 'PATCH',
  path: '/flow-triggers/:flowTriggerId',
  access: 'Flow',
  scope: 'flows.write',
  params,
  body: z.strictObject({
    name: name.optional(),
    enabled: z.boolean().optional(),
    /** Of the same kind. */
    settings: flowTriggerSettings.optional(),
  }),
  response: flowTrigger,
  status: 200,
  errors: [
    'flow_trigger.not_found',
    'flow_trigger.wrong_schedule',
    'flow_trigger.too_often',
    'flow_run.wrong_inputs',
  ],
});

export const rotateFlowTriggerSecret = defineEndpoint({
  id: 'rotateFlowTriggerSecret',
  tag: 'Flows',
  summary: 'Give a webhook another secret; the one before is refused from then on',
  method: 'POST',
  path: '/flow-triggers/:flowTriggerId/secret',
  access: 'Flow',
  scope: 'flows.write',
  params,
  response: withSecret,
  status: 200,
  errors: ['flow_trigger.not_found', 'flow_trigger.no_webhook'],
});

export const deleteFlowTrigger = defineEndpoint({
  id: 'deleteFlowTrigger',
  tag: 'Flows',
  summary: 'Delete a trigger; runs that it started stay',
  method: 'DELETE',
  path: '/flow-triggers/:flowTriggerId',
  access: 'Flow',
  scope: 'flows.write',
  params,
  responseKind: 'none',
  status: 204,
  errors: ['flow_trigger.not_found'],
});

export const callFlowWebhook = defineEndpoint({
  id: 'callFlowWebhook',
  tag: 'Flows',
  summary:
    'Start a flow by its webhook. The header Lectern-Timestamp is the time in seconds; Lectern-Signature is the HMAC SHA-256 of “timestamp.body” with the secret, in hexadecimal. `question` of the body is the message, its other fields are the inputs',
  method: 'POST',
  path: '/flow-webhooks/:webhookId',
  access: 'anonymous',
  rateLimit: 'link',
  keepsBytes: true,
  params: z.object({ webhookId: id }),
  query: z.object({
    /** Seconds to wait for the result; without, the answer is the id of the run. */
    wait: z.coerce.number().int().min(1).max(flowTriggerLimits.waitSeconds).optional(),
  }),
  body: z.looseObject({}),
  maxBodyBytes: flowTriggerLimits.webhookBytes,
  response: z.object({
    runId: id,
    state: z.enum(flowRunStates),
    /** What the flow showed, where the caller waited for it. */
    text: z.string().nullable(),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
  }),
  status: 200,
  queues: ({ query }) => (query as { wait?: number }).wait === undefined,
  errors: [
    'flow_trigger.refused',
    'flow_trigger.too_many_calls',
    'flow_trigger.wrong_body',
    'flow_trigger.not_runnable',
    'flow_run.wrong_inputs',
  ],
});
