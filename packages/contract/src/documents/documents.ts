import { z } from 'zod';
import { abilities, id, name, pageOf, paging, timestamp } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { type ErrorCode, errors, unreadable } from '../core/errors.ts';
import { inQuery } from '../core/json-in-query.ts';
import { providerErrors } from '../core/model-errors.ts';
import { knowledgeBaseParams } from '../knowledge-bases/knowledge-bases.ts';
import { chunkOptions, enrichmentOptions, readingOptions } from '../knowledge-bases/processing-options.ts';
import { documentFilter } from '../retrieval/document-filter.ts';
import { chunkKinds } from './chunk-kinds.ts';
import {
  documentLabels,
  documentTags,
  fieldErrors,
  fieldValueChanges,
  fieldValues,
} from './metadata-fields.ts';

export const uploadLimits = { maxFileBytes: 10 * 1024 * 1024, maxFiles: 128 } as const;

/** Names in code, digits on the wire. */
export const documentStatusCodes = { unstarted: 0, parsing: 1, cancelled: 2, success: 3, fail: 4 } as const;
export type DocumentStatus = keyof typeof documentStatusCodes;

export const documentStatusNames = Object.fromEntries(
  Object.entries(documentStatusCodes).map(([status, code]) => [code, status]),
) as Record<number, DocumentStatus>;

/** The steps of a parse job, in order. */
export const parseStages = [
  'queued',
  'reading',
  /** Pages without a text layer, or speech. */
  'recognising',
  'chunking',
  'enriching',
  'embedding',
  'summarising',
  'indexing',
  'done',
] as const;
export type ParseStage = (typeof parseStages)[number];

const errorCode = z.enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]]);

/** One line of a document's progress: a text key with its details, shown in the reader's language. */
export const progressMessage = z.object({
  at: timestamp,
  key: z.string(),
  details: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type ProgressMessage = z.infer<typeof progressMessage>;

export const document = z.object({
  id,
  knowledgeBaseId: id,
  name: z.string(),
  title: z.string().nullable(),
  /** Format id, such as `pdf`. */
  format: z.string(),
  sizeBytes: z.number().int(),
  pageCount: z.number().int().nullable(),
  enabled: z.boolean(),
  status: z.number().int().min(0).max(4),
  stage: z.enum(parseStages).nullable(),
  /** 0–100 over the whole parse. */
  percent: z.number(),
  messages: z.array(progressMessage),
  error: z.object({ code: errorCode, message: z.string() }).nullable(),
  /** Why a queued document has not begun, as a text key; null while it runs. */
  waitingReason: z.string().nullable(),
  chunkCount: z.number().int(),
  chunkMethod: z.string(),
  chunkOptions,
  readingOptions,
  enrichmentOptions,
  /** The page it was imported from. */
  sourceUrl: z.string().nullable(),
  /** What the file says of itself: author, date and what its chunk method found. */
  metadata: z.record(z.string(), z.string()),
  tags: z.array(z.string()),
  /** Values of the metadata fields of its knowledge base. */
  fieldValues,
  processBeginAt: timestamp.nullable(),
  processDurationMs: z.number().int().nullable(),
  /** The number of its file, which grows when it is replaced. */
  fileVersion: z.number().int(),
  /** The file that its chunks were made of: another one while a new file is read, or where it cannot be read. */
  answeringVersion: z.number().int(),
  createdAt: timestamp,
  abilities,
});
export type Document = z.infer<typeof document>;

export const documentParams = z.object({ documentId: id });

/** Which file of a document, by number; without it the one that answers questions. */
export const versionQuery = { version: z.coerce.number().int().min(1).max(1_000_000).optional() };

const filterInQuery = inQuery(documentFilter);

export const listDocuments = defineEndpoint({
  id: 'listDocuments',
  tag: 'Documents',
  summary: 'Documents of a knowledge base with their parsing state',
  method: 'GET',
  path: '/knowledge-bases/:knowledgeBaseId/documents',
  access: 'Knowledge',
  scope: 'knowledge.read',
  params: knowledgeBaseParams,
  query: z.object({
    search: z.string().max(255).optional(),
    status: z.coerce.number().int().min(0).max(4).optional(),
    /** A document filter as JSON. */
    filter: filterInQuery.optional(),
    sort: z.enum(['name', 'created_at', 'size', 'chunk_count']).default('created_at'),
    direction: z.enum(['asc', 'desc']).default('desc'),
    ...paging,
  }),
  response: pageOf(document),
  status: 200,
  errors: ['knowledge_base.not_found'],
});

const refused = z.array(z.object({ name: z.string(), code: errorCode, message: z.string() }));

/**
 * Files that were refused are next to those that were taken: one bad file never stops the rest. One that the base's
 * chunk method does not take gets a method that does, and a message that says so.
 */
export const uploadResult = z.object({
  documents: z.array(document),
  refused,
  /** Of those that were taken: which have the same bytes as an older document of the base. */
  duplicates: z.array(z.object({ documentId: id, original: z.object({ id, name: z.string() }) })),
});

export const uploadDocuments = defineEndpoint({
  id: 'uploadDocuments',
  tag: 'Documents',
  summary: 'Upload files into a knowledge base: parts named `file`, at most 10 MB each and 128 of them',
  method: 'POST',
  path: '/knowledge-bases/:knowledgeBaseId/documents',
  access: 'Knowledge',
  scope: 'knowledge.write',
  params: knowledgeBaseParams,
  query: z.object({
    /** Parse at once; `false` leaves the documents unstarted. */
    parse: z.enum(['true', 'false']).default('true'),
    /** Tags and field values of these files, as JSON. */
    labels: inQuery(documentLabels).optional(),
    /** Where a document has the name of a file: give it this file, or add another document with a number. */
    sameName: z.enum(['keep_both', 'replace']).default('keep_both'),
  }),
  multipart: true,
  response: uploadResult,
  status: 201,
  queues: ({ query }) => (query as { parse: string }).parse === 'true',
  errors: [
    'knowledge_base.not_found',
    'knowledge_base.forbidden',
    'document.no_file',
    'document.too_large',
    'document.unsupported',
    'document.empty',
    ...fieldErrors,
    'quota.storage_reached',
  ],
  rateLimit: 'upload',
});

export const createTextDocument = defineEndpoint({
  id: 'createTextDocument',
  tag: 'Documents',
  summary: 'Add a text (Markdown or plain) as a document, with its title and metadata',
  method: 'POST',
  path: '/knowledge-bases/:knowledgeBaseId/documents/text',
  access: 'Knowledge',
  scope: 'knowledge.write',
  params: knowledgeBaseParams,
  body: z.strictObject({
    name,
    title: z.string().trim().max(1_000).optional(),
    text: z.string().min(1).max(uploadLimits.maxFileBytes),
    format: z.enum(['markdown', 'text']).default('markdown'),
    metadata: z.record(z.string().max(64), z.string().max(1_000)).default({}),
    tags: documentTags.default([]),
    fieldValues: fieldValues.default({}),
    parse: z.boolean().default(true),
  }),
  // Room for the escapes of JSON.
  maxBodyBytes: uploadLimits.maxFileBytes * 2,
  response: document,
  status: 201,
  queues: ({ body }) => (body as { parse: boolean }).parse,
  errors: [
    'knowledge_base.not_found',
    'knowledge_base.forbidden',
    'document.too_large',
    ...fieldErrors,
    'quota.storage_reached',
  ],
  rateLimit: 'upload',
});

export const getDocument = defineEndpoint({
  id: 'getDocument',
  tag: 'Documents',
  summary: 'One document with its parsing state',
  method: 'GET',
  path: '/documents/:documentId',
  access: 'Chat',
  scope: 'knowledge.read',
  params: documentParams,
  query: z.object(versionQuery),
  response: document,
  status: 200,
  errors: ['document.not_found', 'document.version_gone'],
});

export const updateDocument = defineEndpoint({
  id: 'updateDocument',
  tag: 'Documents',
  summary: 'Rename, enable, disable or tag a document, set its fields, or how it is cut at the next parse',
  method: 'PATCH',
  path: '/documents/:documentId',
  access: 'Knowledge',
  scope: 'knowledge.write',
  params: documentParams,
  body: z.strictObject({
    name: name.optional(),
    enabled: z.boolean().optional(),
    chunkMethod: z.string().max(64).optional(),
    chunkOptions: chunkOptions.optional(),
    readingOptions: readingOptions.optional(),
    enrichmentOptions: enrichmentOptions.optional(),
    tags: documentTags.optional(),
    fieldValues: fieldValueChanges.optional(),
  }),
  response: document,
  status: 200,
  errors: [
    'document.not_found',
    'document.name_taken',
    'document.method_refuses_format',
    ...fieldErrors,
    'file.extension_fixed',
    'knowledge_base.forbidden',
    'knowledge_base.chunk_method_unknown',
    'knowledge_base.chunk_options_invalid',
  ],
});

export const deleteDocument = defineEndpoint({
  id: 'deleteDocument',
  tag: 'Documents',
  summary: 'Delete a document: gone from every answer at once',
  method: 'DELETE',
  path: '/documents/:documentId',
  access: 'Knowledge',
  scope: 'knowledge.write',
  audit: true,
  params: documentParams,
  responseKind: 'none',
  status: 204,
  errors: ['document.not_found', 'knowledge_base.forbidden'],
});

export const parseDocument = defineEndpoint({
  id: 'parseDocument',
  tag: 'Documents',
  summary: 'Parse a document, again if need be; its chunks are replaced when the new ones are ready',
  method: 'POST',
  path: '/documents/:documentId/parse',
  access: 'Knowledge',
  scope: 'knowledge.write',
  params: documentParams,
  response: document,
  status: 202,
  errors: ['document.not_found', 'knowledge_base.forbidden', 'document.already_parsing'],
});

export const cancelParsing = defineEndpoint({
  id: 'cancelParsing',
  tag: 'Documents',
  summary: 'Cancel the parse of a document; it stops within seconds',
  method: 'POST',
  path: '/documents/:documentId/cancel',
  access: 'Knowledge',
  scope: 'knowledge.write',
  params: documentParams,
  response: document,
  status: 202,
  errors: ['document.not_found', 'knowledge_base.forbidden', 'document.not_parsing'],
});

/** `apply_settings`: read, cut and enriched as the base says from now on, and parsed again. */
export const documentBulkActions = [
  'parse',
  'apply_settings',
  'cancel',
  'enable',
  'disable',
  'delete',
] as const;

export const bulkUpdateDocuments = defineEndpoint({
  id: 'bulkUpdateDocuments',
  tag: 'Documents',
  summary:
    'One action on many documents of a knowledge base; those it does not apply to are left as they are',
  method: 'POST',
  path: '/knowledge-bases/:knowledgeBaseId/documents/bulk',
  access: 'Knowledge',
  scope: 'knowledge.write',
  params: knowledgeBaseParams,
  body: z.strictObject({
    action: z.enum(documentBulkActions),
    documentIds: z.array(id).min(1).max(500),
  }),
  /** `apply_settings`: documents that the base's chunk method does not take are refused, and stay as they are. */
  response: z.object({ changed: z.number().int(), refused }),
  status: 200,
  errors: ['knowledge_base.not_found', 'knowledge_base.forbidden', 'document.not_found'],
});

export const chunkPreview = z.object({
  ordinal: z.number().int(),
  kind: z.enum(chunkKinds),
  text: z.string(),
  questions: z.array(z.string()),
  headingPath: z.array(z.string()),
  page: z.number().int().nullable(),
  tokens: z.number().int(),
});

export const previewChunks = defineEndpoint({
  id: 'previewChunks',
  tag: 'Documents',
  summary: 'How the document would be cut with these settings, without storing a chunk',
  method: 'POST',
  path: '/documents/:documentId/chunk-preview',
  access: 'Knowledge',
  scope: 'knowledge.write',
  params: documentParams,
  body: z.strictObject({
    chunkMethod: z.string().max(64),
    chunkOptions,
    readingOptions: readingOptions.optional(),
    /** Reads the first of the pages that are pictures; what was read is kept, and serves the parse too. */
    recognise: z.boolean().default(false),
  }),
  response: z.object({
    chunks: z.array(chunkPreview),
    total: z.number().int(),
    pagesRead: z.number().int(),
    /** Of these pages, those that are pictures and were not read yet; `with` names what reads them, null where nothing does. */
    unread: z.object({ pages: z.number().int(), with: z.string().nullable() }),
  }),
  status: 200,
  errors: [
    'document.not_found',
    'document.method_refuses_format',
    'knowledge_base.chunk_method_unknown',
    'knowledge_base.chunk_options_invalid',
    ...providerErrors,
    ...unreadable,
  ],
  rateLimit: 'model',
});
