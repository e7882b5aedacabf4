import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { documentParams } from './documents.ts';

/** Why words of a document are in none of its chunks. `missing` has no reason: it is a fault. */
export const leftOutReasons = ['running_line', 'page_number', 'contents', 'notes', 'missing'] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

export const documentCoverage = z.object({
  /** Words of the document as stored; null where its last parse did not count them. */
  words: z.number().int().nullable(),
  /** Over all entries. */
  leftOutWords: z.number().int(),
  missingWords: z.number().int(),
  /** At most 200, the same text on several pages being one. */
  leftOut: z.array(
    z.object({
      reason: z.enum(leftOutReasons),
      text: z.string(),
      /** 1-based, in order; empty where the format has none. */
      pages: z.array(z.number().int()),
      /** On all of its pages together. */
      words: z.number().int(),
    }),
  ),
});
export type DocumentCoverage = z.infer<typeof documentCoverage>;

export const getDocumentCoverage = defineEndpoint({
  id: 'getDocumentCoverage',
  tag: 'Documents',
  summary: 'The words of a document that are in none of its chunks, and why',
  method: 'GET',
  path: '/documents/:documentId/coverage',
  access: 'Knowledge',
  scope: 'knowledge.read',
  params: documentParams,
  response: documentCoverage,
  status: 200,
  errors: ['document.not_found'],
});
