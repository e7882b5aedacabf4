import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';

export const systemPart = z.object({
  id: z.enum(['database', 'index', 'objects', 'queue', 'mail']),
  ok: z.boolean(),
  /** Kind in use, such as `embedded` or `external`. */
  kind: z.string(),
  tookMs: z.number(),
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
});

export const getSystemStatus = defineEndpoint({
  id: 'getSystemStatus',
  tag: 'System',
  summary: 'State of the database, index, object store, queue and mail',
  method: 'GET',
  path: '/system/status',
  access: 'SettingsSystem',
  response: z.object({
    version: z.string(),
    nodeVersion: z.string(),
    uptimeSeconds: z.number(),
    memoryBytes: z.number(),
    roles: z.array(z.string()),
    parts: z.array(systemPart),
    /** Optional programs that were found, with their versions. */
    programs: z.array(z.object({ name: z.string(), version: z.string().nullable() })),
  }),
  status: 200,
});
