import { z } from 'zod';
import { id } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { unreadable } from '../core/errors.ts';
import { documentParams, versionQuery } from './documents.ts';

export const getDocumentFile = defineEndpoint({
  id: 'getDocumentFile',
  tag: 'Documents',
  summary: 'The original bytes; `Range` is honoured',
  method: 'GET',
  path: '/documents/:documentId/file',
  access: 'Chat',
  scope: 'knowledge.read',
  params: documentParams,
  query: z.object(versionQuery),
  responseKind: 'file',
  status: 200,
  errors: ['document.not_found', 'document.version_gone', 'request.range_not_satisfiable'],
});

/** The original in readable form: HTML whose blocks carry `data-block-id`, and where each lies in the document text. */
export const renderedDocument = z.object({
  html: z.string(),
  blocks: z.array(z.object({ id: z.string(), start: z.number().int(), end: z.number().int() })),
});
export type RenderedDocument = z.infer<typeof renderedDocument>;

export const getRenderedDocument = defineEndpoint({
  id: 'getRenderedDocument',
  tag: 'Documents',
  summary: 'The document as safe HTML with the place of each block',
  method: 'GET',
  path: '/documents/:documentId/rendered',
  access: 'Chat',
  scope: 'knowledge.read',
  params: documentParams,
  query: z.object(versionQuery),
  response: renderedDocument,
  status: 200,
  errors: ['document.not_found', 'document.version_gone', 'document.not_parsed', ...unreadable],
});

export const getDocumentPageImage = defineEndpoint({
  id: 'getDocumentPageImage',
  tag: 'Documents',
  summary: 'A page of a PDF or picture file, or a slide that was drawn, as a JPEG picture',
  method: 'GET',
  path: '/documents/:documentId/pages/:page/image',
  access: 'Chat',
  scope: 'knowledge.read',
  params: z.object({ documentId: id, page: z.coerce.number().int().min(1).max(10_000) }),
  query: z.object({ width: z.coerce.number().int().min(32).max(1_600).default(320), ...versionQuery }),
  responseKind: 'file',
  status: 200,
  errors: ['document.not_found', 'document.version_gone', 'document.page_not_found', ...unreadable],
});
