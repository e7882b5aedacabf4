import { z } from 'zod';
import { id, pageOf, paging, timestamp } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';

/** What an endpoint can be told. A test event is sent on request and cannot be chosen. */
export const webhookEventTypes = [
  'conversation.finished',
  'feedback.given',
  'question.unanswered',
  'document.parsed',
  'document.failed',
  'import.finished',
  'limit.near',
  'limit.reached',
  'member.joined',
] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];
export const webhookTestType = 'webhook.test';

export const webhookLimits = {
  /** Endpoints of a company. */
  mostEndpoints: 20,
  /** A conversation without a new message for so long is finished. */
  finishedAfterMinutes: 30,
  /** An endpoint answers within this time. */
  timeoutSeconds: 15,
  /** Deliveries can be looked at and replayed for so long. */
  keptDays: 30,
  /** An endpoint that no delivery has reached for so long is disabled. */
  disabledAfterDays: 5,
  /** How long the secret before goes on being used after a rotation. */
  defaultOverlapHours: 24,
  mostOverlapHours: 168,
} as const;

export const webhookDeliveryStates = ['queued', 'delivered', 'failed'] as const;
/** Why an attempt failed. `status`: the endpoint answered with another status than 2xx. */
export const webhookProblems = ['status', 'redirect', 'timeout', 'unreachable', 'refused', 'gone'] as const;
export type WebhookProblem = (typeof webhookProblems)[number];

const url = z
  .url({ protocol: /^https?$/ })
  .max(2_000)
  .refine((text) => URL.canParse(text) && new URL(text).username === '' && new URL(text).password === '');

const lastAttempt = z.object({
  at: timestamp,
  /** Null where no answer came. */
  status: z.number().int().nullable(),
  problem: z.enum(webhookProblems).nullable(),
});

/** An address of a company that events are sent to, signed by the convention of Standard Webhooks. */
export const webhookEndpoint = z.object({
  id,
  url: z.string(),
  description: z.string(),
  events: z.array(z.enum(webhookEventTypes)),
  /** Events carry the text of questions, answers and comments, not only ids and links. */
  includeText: z.boolean(),
  enabled: z.boolean(),
  /** Why it was disabled by itself: it answered 410, or failed for days. */
  disabledReason: z.enum(['gone', 'failing']).nullable(),
  secretEnding: z.string(),
  /** Until then deliveries are also signed with the secret before. */
  previousSecretUntil: timestamp.nullable(),
  /** No delivery got through since. */
  failingSince: timestamp.nullable(),
  lastAttempt: lastAttempt.nullable(),
  createdAt: timestamp,
});
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>;

export const webhookDelivery = z.object({
  /** Of this delivery. The same event has one delivery for each endpoint. */
  id,
  /** The `webhook-id` header: the same for every attempt and replay. */
  eventId: id,
  type: z.string(),
  state: z.enum(webhookDeliveryStates),
  attempts: z.number().int(),
  lastAttempt: lastAttempt.nullable(),
  nextAttemptAt: timestamp.nullable(),
  createdAt: timestamp,
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

const attempt = lastAttempt.extend({
  durationMs: z.number().int(),
  /** Status line, headers and the beginning of the body. */
  responseHead: z.string(),
});

/** The secret is shown here and never again. */
const withSecret = z.object({ endpoint: webhookEndpoint, secret: z.string() });

const settings = {
  url,
  description: z.string().trim().max(255),
  events: z.array(z.enum(webhookEventTypes)).min(1).max(webhookEventTypes.length),
  includeText: z.boolean(),
};

const shared = { tag: 'Webhooks', access: 'SettingsCompany' } as const;
const endpointParams = z.object({ webhookEndpointId: id });
const deliveryParams = z.object({ webhookDeliveryId: id });

export const listWebhookEndpoints = defineEndpoint({
  ...shared,
  id: 'listWebhookEndpoints',
  summary: 'The addresses that events are sent to',
  method: 'GET',
  path: '/company/webhook-endpoints',
  response: z.object({ items: z.array(webhookEndpoint) }),
  status: 200,
});

export const createWebhookEndpoint = defineEndpoint({
  ...shared,
  id: 'createWebhookEndpoint',
  summary: 'Send events to an address; the secret that signs them is shown this once',
  method: 'POST',
  path: '/company/webhook-endpoints',
  whileImpersonating: 'refused',
  body: z.strictObject({
    ...settings,
    description: settings.description.default(''),
    includeText: settings.includeText.default(false),
  }),
  response: withSecret,
  status: 201,
  errors: ['webhook.too_many', 'webhook.address_refused'],
});

export const updateWebhookEndpoint = defineEndpoint({
  ...shared,
  id: 'updateWebhookEndpoint',
  summary: 'Change an endpoint, or switch it on or off; switched on again, waiting deliveries are sent',
  method: 'PATCH',
  path: '/company/webhook-endpoints/:webhookEndpointId',
  whileImpersonating: 'refused',
  params: endpointParams,
  body: z.strictObject({
    url: settings.url.optional(),
    description: settings.description.optional(),
    events: settings.events.optional(),
    includeText: settings.includeText.optional(),
    enabled: z.boolean().optional(),
  }),
  response: webhookEndpoint,
  status: 200,
  errors: ['webhook.not_found', 'webhook.address_refused'],
});

export const deleteWebhookEndpoint = defineEndpoint({
  ...shared,
  id: 'deleteWebhookEndpoint',
  summary: 'Delete an endpoint with its deliveries',
  method: 'DELETE',
  path: '/company/webhook-endpoints/:webhookEndpointId',
  params: endpointParams,
  responseKind: 'none',
  status: 204,
  errors: ['webhook.not_found'],
});

export const rotateWebhookSecret = defineEndpoint({
  ...shared,
  id: 'rotateWebhookSecret',
  summary: 'Give an endpoint another secret; for a while deliveries are signed with both',
  method: 'POST',
  path: '/company/webhook-endpoints/:webhookEndpointId/secret',
  whileImpersonating: 'refused',
  params: endpointParams,
  body: z.strictObject({
    /** 0: the secret before is not used again. */
    overlapHours: z
      .number()
      .int()
      .min(0)
      .max(webhookLimits.mostOverlapHours)
      .default(webhookLimits.defaultOverlapHours),
  }),
  response: withSecret,
  status: 200,
  errors: ['webhook.not_found'],
});

export const testWebhookEndpoint = defineEndpoint({
  ...shared,
  id: 'testWebhookEndpoint',
  summary: 'Send a test event',
  method: 'POST',
  path: '/company/webhook-endpoints/:webhookEndpointId/test',
  params: endpointParams,
  response: webhookDelivery,
  status: 202,
  errors: ['webhook.not_found', 'webhook.disabled'],
});

export const listWebhookDeliveries = defineEndpoint({
  ...shared,
  id: 'listWebhookDeliveries',
  summary: 'What was sent to an endpoint in the last 30 days, newest first',
  method: 'GET',
  path: '/company/webhook-endpoints/:webhookEndpointId/deliveries',
  params: endpointParams,
  query: z.object({ state: z.enum(webhookDeliveryStates).optional(), ...paging }),
  response: pageOf(webhookDelivery),
  status: 200,
  errors: ['webhook.not_found'],
});

export const getWebhookDelivery = defineEndpoint({
  ...shared,
  id: 'getWebhookDelivery',
  summary: 'A delivery with its body and its attempts',
  method: 'GET',
  path: '/company/webhook-deliveries/:webhookDeliveryId',
  // The body may hold what people said.
  whileImpersonating: 'refused',
  params: deliveryParams,
  response: webhookDelivery.extend({
    /** The body of the request, as the endpoint would get it now. */
    body: z.string(),
    /** The latest ones, oldest first. */
    history: z.array(attempt),
  }),
  status: 200,
  errors: ['webhook.delivery_not_found'],
});

export const replayWebhookDelivery = defineEndpoint({
  ...shared,
  id: 'replayWebhookDelivery',
  summary: 'Send a delivery again, under the same webhook-id',
  method: 'POST',
  path: '/company/webhook-deliveries/:webhookDeliveryId/replay',
  params: deliveryParams,
  response: webhookDelivery,
  status: 202,
  errors: ['webhook.delivery_not_found', 'webhook.disabled'],
});

export const replayFailedWebhookDeliveries = defineEndpoint({
  ...shared,
  id: 'replayFailedWebhookDeliveries',
  summary: 'Send every failed delivery since a moment again',
  method: 'POST',
  path: '/company/webhook-endpoints/:webhookEndpointId/replay',
  params: endpointParams,
  body: z.strictObject({ since: timestamp }),
  response: z.object({ replayed: z.number().int() }),
  status: 202,
  errors: ['webhook.not_found', 'webhook.disabled'],
});
