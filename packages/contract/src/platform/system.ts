import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { ocrLanguages } from '../knowledge-bases/processing-options.ts';

export const systemPart = z.object({
  id: z.enum(['database', 'index', 'objects', 'queue', 'mail']),
  ok: z.boolean(),
  /** Kind in use, such as `embedded` or `external`. */
  kind: z.string(),
  tookMs: z.number(),
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
});

export const optionalProgram = z.object({
  id: z.enum(['tesseract', 'libreoffice', 'chromium']),
  /** `included`: the program is not there, but what comes with the product does its work. */
  state: z.enum(['found', 'included', 'missing']),
  /** Where it was found; for what is included, where its data is. */
  path: z.string().nullable(),
  version: z.string().nullable(),
  /** Languages that it reads. */
  languages: z.array(z.enum(ocrLanguages)),
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
    /** Programs that extend what can be read, whether or not they are there. */
    programs: z.array(optionalProgram),
  }),
  status: 200,
});
