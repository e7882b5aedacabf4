import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { documentParams, versionQuery } from './documents.ts';

/**
 * Whether an Office file can be shown as pages. `preparing`: ask again in a second; `failed`: it could not be laid out;
 * `no_program`: nothing on the server lays files out; `not_needed`: not an Office file.
 */
export const pdfCopy = z.object({
  state: z.enum(['preparing', 'ready', 'failed', 'no_program', 'not_needed']),
});
export type PdfCopy = z.infer<typeof pdfCopy>;

export const getDocumentPdfCopy = defineEndpoint({
  id: 'getDocumentPdfCopy',
  tag: 'Documents',
  summary: 'Whether an Office document can be shown as pages; the first call has its PDF copy made',
  method: 'GET',
  path: '/documents/:documentId/pdf-copy',
  access: 'Chat',
  scope: 'knowledge.read',
  params: documentParams,
  query: z.object(versionQuery),
  response: pdfCopy,
  status: 200,
  errors: ['document.not_found', 'document.version_gone'],
});

export const getDocumentPdfCopyFile = defineEndpoint({
  id: 'getDocumentPdfCopyFile',
  tag: 'Documents',
  summary: 'The PDF copy of an Office document; `Range` is honoured',
  method: 'GET',
  path: '/documents/:documentId/pdf-copy/file',
  access: 'Chat',
  scope: 'knowledge.read',
  params: documentParams,
  query: z.object(versionQuery),
  responseKind: 'file',
  status: 200,
  errors: [
    'document.not_found',
    'document.version_gone',
    'document.no_pdf_copy',
    'request.range_not_satisfiable',
  ],
});
