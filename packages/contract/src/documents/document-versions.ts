import { z } from 'zod';
import { id, timestamp } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { inQuery } from '../core/json-in-query.ts';
import { knowledgeBaseParams } from '../knowledge-bases/knowledge-bases.ts';
import { document, documentParams, uploadLimits } from './documents.ts';

/** A document keeps so many files that were replaced. */
export const mostDocumentVersions = 50;

export const documentVersion = z.object({
  number: z.number().int(),
  fileName: z.string(),
  format: z.string(),
  sizeBytes: z.number().int(),
  /** The file that the document has now. */
  current: z.boolean(),
  /** Its passages answer questions; another one does while the current file is read, or where it cannot be read. */
  answers: z.boolean(),
  /** Its text is known and can be compared. */
  hasText: z.boolean(),
  addedByName: z.string(),
  addedAt: timestamp,
});
export type DocumentVersion = z.infer<typeof documentVersion>;

const versionParams = documentParams.extend({ number: z.coerce.number().int().min(1).max(1_000_000) });
const replacing = [
  'document.not_found',
  'document.no_file',
  'document.too_large',
  'document.too_many_files',
  'document.unsupported',
  'document.empty',
  'document.same_file',
  'document.too_many_versions',
  'knowledge_base.forbidden',
  'quota.storage_reached',
] as const;

export const replaceDocumentFile = defineEndpoint({
  id: 'replaceDocumentFile',
  tag: 'Documents',
  summary:
    'Give a document another file (one part `file`); the earlier one is kept, and answers until the new one is read',
  method: 'POST',
  path: '/documents/:documentId/file',
  access: 'Knowledge',
  scope: 'knowledge.write',
  params: documentParams,
  multipart: true,
  response: document,
  status: 202,
  queues: () => true,
  errors: [...replacing],
  rateLimit: 'upload',
});

export const listDocumentVersions = defineEndpoint({
  id: 'listDocumentVersions',
  tag: 'Documents',
  summary: 'The files that a document has and had, the newest first',
  method: 'GET',
  path: '/documents/:documentId/versions',
  access: 'Knowledge',
  scope: 'knowledge.read',
  params: documentParams,
  response: z.object({ items: z.array(documentVersion) }),
  status: 200,
  errors: ['document.not_found'],
});

export const getDocumentVersionText = defineEndpoint({
  id: 'getDocumentVersionText',
  tag: 'Documents',
  summary: 'The text of a version as its chunks hold it, to compare it with another',
  method: 'GET',
  path: '/documents/:documentId/versions/:number/text',
  access: 'Knowledge',
  scope: 'knowledge.read',
  params: versionParams,
  response: z.object({
    text: z.string(),
    /** The end of a long text is left out. */
    truncated: z.boolean(),
  }),
  status: 200,
  errors: ['document.not_found', 'document.version_gone', 'document.not_parsed'],
});

export const restoreDocumentVersion = defineEndpoint({
  id: 'restoreDocumentVersion',
  tag: 'Documents',
  summary: 'Make an earlier file the current one; it is parsed again, and the other one answers until then',
  method: 'POST',
  path: '/documents/:documentId/versions/:number/restore',
  access: 'Knowledge',
  scope: 'knowledge.write',
  params: versionParams,
  response: document,
  status: 202,
  queues: () => true,
  errors: [
    'document.not_found',
    'document.version_gone',
    'document.version_in_use',
    'knowledge_base.forbidden',
  ],
});

export const deleteDocumentVersion = defineEndpoint({
  id: 'deleteDocumentVersion',
  tag: 'Documents',
  summary: 'Delete an earlier file of a document; citations of it can no longer be opened',
  method: 'DELETE',
  path: '/documents/:documentId/versions/:number',
  access: 'Knowledge',
  scope: 'knowledge.write',
  audit: true,
  params: versionParams,
  responseKind: 'none',
  status: 204,
  errors: [
    'document.not_found',
    'document.version_gone',
    'document.version_in_use',
    'knowledge_base.forbidden',
  ],
});

export const findSameNames = defineEndpoint({
  id: 'findSameNames',
  tag: 'Documents',
  summary: 'Which of these file names documents of the knowledge base have already',
  method: 'GET',
  path: '/knowledge-bases/:knowledgeBaseId/same-names',
  access: 'Knowledge',
  scope: 'knowledge.read',
  params: knowledgeBaseParams,
  query: z.object({
    /** As a JSON list. */
    names: inQuery(z.array(z.string()).max(uploadLimits.maxFiles)).optional(),
  }),
  response: z.object({ items: z.array(z.object({ id, name: z.string() })) }),
  status: 200,
  errors: ['knowledge_base.not_found'],
});
