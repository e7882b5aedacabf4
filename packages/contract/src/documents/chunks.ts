import { z } from 'zod';
import { box, charRange, id, pageOf, paging, queryBoolean } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { providerErrors } from '../core/model-errors.ts';
import { chunkKinds } from './chunk-kinds.ts';
import { documentParams } from './documents.ts';

/** How a person changed chunks; each can be undone. */
export const chunkChanges = ['edit', 'merge', 'split'] as const;
export type ChunkChange = (typeof chunkChanges)[number];

export const fieldValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export const chunk = z.object({
  id,
  documentId: id,
  ordinal: z.number().int(),
  /** Markdown. */
  text: z.string(),
  keywords: z.array(z.string()),
  /** Questions that it answers; each is found like a title. */
  questions: z.array(z.string()),
  kind: z.enum(chunkKinds),
  /** Kind `summary`: the chunks it was written over. */
  sourceChunkIds: z.array(id),
  /** Typed cells of a row, named and ordered as in its sheet, or facts by name. */
  fields: z.array(z.object({ name: z.string(), value: fieldValue })).nullable(),
  hasImage: z.boolean(),
  enabled: z.boolean(),
  headingPath: z.array(z.string()),
  tokens: z.number().int(),
  page: z.number().int().nullable(),
  pageEnd: z.number().int().nullable(),
  boxes: z.array(box),
  /** In the document text; null for a chunk that a person added. */
  charRange: charRange.nullable(),
  /** Added or changed by a person: kept when the document is parsed again only if asked for. */
  edited: z.boolean(),
  /** The change that `undoChunkChange` would undo. */
  lastChange: z.enum(chunkChanges).nullable(),
});
export type Chunk = z.infer<typeof chunk>;

const text = z.string().trim().min(1).max(100_000);
/** As many as a person may give a chunk. */
export const chunkLimits = { keywords: 64, questions: 32 } as const;

const keywords = z.array(z.string().trim().min(1).max(100)).max(chunkLimits.keywords);
const questions = z.array(z.string().trim().min(1).max(500)).max(chunkLimits.questions);

export const listChunks = defineEndpoint({
  id: 'listChunks',
  tag: 'Chunks',
  summary: 'Chunks of a document in reading order',
  method: 'GET',
  path: '/documents/:documentId/chunks',
  access: 'Knowledge',
  scope: 'knowledge.read',
  params: documentParams,
  query: z.object({ search: z.string().max(255).optional(), enabled: queryBoolean.optional(), ...paging }),
  response: pageOf(chunk),
  status: 200,
  errors: ['document.not_found'],
});

export const createChunk = defineEndpoint({
  id: 'createChunk',
  tag: 'Chunks',
  summary: 'Add a chunk by hand; it is found at once',
  method: 'POST',
  path: '/documents/:documentId/chunks',
  access: 'Knowledge',
  scope: 'knowledge.write',
  params: documentParams,
  body: z.strictObject({ text, keywords: keywords.default([]), questions: questions.default([]) }),
  response: chunk,
  status: 201,
  errors: [
    'document.not_found',
    'knowledge_base.forbidden',
    'chunk.too_long',
    'document.already_parsing',
    'model.not_found',
    ...providerErrors,
  ],
});

export const chunkParams = z.object({ documentId: id, chunkId: id });

export const getChunk = defineEndpoint({
  id: 'getChunk',
  tag: 'Chunks',
  summary: 'One chunk',
  method: 'GET',
  path: '/documents/:documentId/chunks/:chunkId',
  access: 'Knowledge',
  scope: 'knowledge.read',
  params: chunkParams,
  response: chunk,
  status: 200,
  errors: ['document.not_found', 'chunk.not_found'],
});

export const updateChunk = defineEndpoint({
  id: 'updateChunk',
  tag: 'Chunks',
  summary: 'Edit, enable or disable a chunk',
  method: 'PATCH',
  path: '/documents/:documentId/chunks/:chunkId',
  access: 'Knowledge',
  scope: 'knowledge.write',
  params: chunkParams,
  body: z.strictObject({
    text: text.optional(),
    keywords: keywords.optional(),
    questions: questions.optional(),
    enabled: z.boolean().optional(),
  }),
  response: chunk,
  status: 200,
  errors: [
    'document.not_found',
    'chunk.not_found',
    'knowledge_base.forbidden',
    'chunk.too_long',
    'document.already_parsing',
    'model.not_found',
    ...providerErrors,
  ],
});

const changeErrors = [
  'document.not_found',
  'chunk.not_found',
  'chunk.changed',
  'knowledge_base.forbidden',
  'document.already_parsing',
  'model.not_found',
  ...providerErrors,
] as const;

export const mergeChunk = defineEndpoint({
  id: 'mergeChunk',
  tag: 'Chunks',
  summary: 'Merge a chunk with the next one',
  method: 'POST',
  path: '/documents/:documentId/chunks/:chunkId/merge',
  access: 'Knowledge',
  scope: 'knowledge.write',
  params: chunkParams,
  response: z.object({ items: z.array(chunk) }),
  status: 200,
  errors: ['chunk.not_mergeable', 'chunk.too_long', ...changeErrors],
});

export const splitChunk = defineEndpoint({
  id: 'splitChunk',
  tag: 'Chunks',
  summary: 'Split a chunk in two',
  method: 'POST',
  path: '/documents/:documentId/chunks/:chunkId/split',
  access: 'Knowledge',
  scope: 'knowledge.write',
  params: chunkParams,
  /** `at`: where the second part starts, in UTF-16 units of `text`. */
  body: z.strictObject({ at: z.number().int().min(1).max(100_000) }),
  response: z.object({ items: z.array(chunk) }),
  status: 200,
  errors: ['chunk.not_splittable', ...changeErrors],
});

export const undoChunkChange = defineEndpoint({
  id: 'undoChunkChange',
  tag: 'Chunks',
  summary: 'Undo the last change of a chunk: an edit, a merge or a split',
  method: 'POST',
  path: '/documents/:documentId/chunks/:chunkId/undo',
  access: 'Knowledge',
  scope: 'knowledge.write',
  params: chunkParams,
  response: z.object({ items: z.array(chunk) }),
  status: 200,
  errors: ['chunk.nothing_to_undo', 'chunk.changed_together', ...changeErrors],
});

export const deleteChunk = defineEndpoint({
  id: 'deleteChunk',
  tag: 'Chunks',
  summary: 'Delete a chunk',
  method: 'DELETE',
  path: '/documents/:documentId/chunks/:chunkId',
  access: 'Knowledge',
  scope: 'knowledge.write',
  audit: true,
  params: chunkParams,
  responseKind: 'none',
  status: 204,
  errors: ['document.not_found', 'chunk.not_found', 'knowledge_base.forbidden', 'document.already_parsing'],
});

export const chunkBulkActions = ['enable', 'disable', 'delete'] as const;

export const bulkUpdateChunks = defineEndpoint({
  id: 'bulkUpdateChunks',
  tag: 'Chunks',
  summary: 'One action on many chunks of a document',
  method: 'POST',
  path: '/documents/:documentId/chunks/bulk',
  access: 'Knowledge',
  scope: 'knowledge.write',
  params: documentParams,
  body: z.strictObject({ action: z.enum(chunkBulkActions), chunkIds: z.array(id).min(1).max(1_000) }),
  response: z.object({ changed: z.number().int() }),
  status: 200,
  errors: ['document.not_found', 'chunk.not_found', 'knowledge_base.forbidden', 'document.already_parsing'],
});
