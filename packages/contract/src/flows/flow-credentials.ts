import { z } from 'zod';
import { id, name, timestamp } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';

/** A secret that components of flows send to a service. It is never shown again. */
export const flowCredential = z.object({
  id,
  name: z.string(),
  /** The only host that it is sent to. */
  host: z.string(),
  /** Its last characters. */
  secretEnding: z.string(),
  /** Flows whose draft or published version names it. */
  usedBy: z.array(z.object({ id, name: z.string() })),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type FlowCredential = z.infer<typeof flowCredential>;

const host = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/);
/** Sent as a header or within an address: one line. */
const secret = z
  .string()
  .trim()
  .min(1)
  .max(8_000)
  .regex(/^[^\r\n]+$/);
const params = z.object({ flowCredentialId: id });

export const listFlowCredentials = defineEndpoint({
  id: 'listFlowCredentials',
  tag: 'Flows',
  summary: 'The credentials that flows of the company may use, without their secrets',
  method: 'GET',
  path: '/flow-credentials',
  access: 'Flow',
  scope: 'flows.read',
  response: z.object({ items: z.array(flowCredential) }),
  status: 200,
});

export const createFlowCredential = defineEndpoint({
  id: 'createFlowCredential',
  tag: 'Flows',
  summary: 'Store a credential for the components of flows',
  method: 'POST',
  path: '/flow-credentials',
  access: 'Flow',
  scope: 'flows.write',
  body: z.strictObject({ name, host, secret }),
  response: flowCredential,
  status: 201,
  errors: ['flow_credential.name_taken', 'flow_credential.too_many'],
});

export const updateFlowCredential = defineEndpoint({
  id: 'updateFlowCredential',
  tag: 'Flows',
  summary: 'Rename a credential, or replace its secret; another host needs another secret',
  method: 'PATCH',
  path: '/flow-credentials/:flowCredentialId',
  access: 'Flow',
  scope: 'flows.write',
  params,
  body: z
    .strictObject({ name: name.optional(), host: host.optional(), secret: secret.optional() })
    .refine((body) => body.host === undefined || body.secret !== undefined, { path: ['secret'] }),
  response: flowCredential,
  status: 200,
  errors: ['flow_credential.not_found', 'flow_credential.name_taken'],
});

export const deleteFlowCredential = defineEndpoint({
  id: 'deleteFlowCredential',
  tag: 'Flows',
  summary: 'Delete a credential; steps that use it fail from then on',
  method: 'DELETE',
  path: '/flow-credentials/:flowCredentialId',
  access: 'Flow',
  scope: 'flows.write',
  params,
  responseKind: 'none',
  status: 204,
  errors: ['flow_credential.not_found'],
});
