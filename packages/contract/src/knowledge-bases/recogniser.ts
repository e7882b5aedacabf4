import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { ocrLanguages } from './processing-options.ts';

export const recogniser = z.object({
  /** `found`: a program of the machine; `included`: what comes with the product. */
  state: z.enum(['found', 'included']),
  /** As people know it. */
  name: z.string(),
  /** Null where it does not say. */
  version: z.string().nullable(),
  /** Languages that it has data for; those that are chosen besides are left out when pages are read. */
  languages: z.array(z.enum(ocrLanguages)),
});
export type Recogniser = z.infer<typeof recogniser>;

export const getRecogniser = defineEndpoint({
  id: 'getRecogniser',
  tag: 'Knowledge bases',
  summary: 'What reads scans and photographs on this installation, and in which languages',
  method: 'GET',
  path: '/recogniser',
  access: 'Knowledge',
  scope: 'knowledge.read',
  /** Null: nothing does; pages without text need a vision model. */
  response: z.object({ recogniser: recogniser.nullable() }),
  status: 200,
});
