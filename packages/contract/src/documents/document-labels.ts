import { z } from 'zod';
import { id } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { knowledgeBaseParams } from '../knowledge-bases/knowledge-bases.ts';
import { documentTags, fieldErrors, fieldValueChanges, metadataFields } from './metadata-fields.ts';

export const labelDocuments = defineEndpoint({
  id: 'labelDocuments',
  tag: 'Documents',
  summary: 'Add and remove tags of many documents, and set values of their fields',
  method: 'POST',
  path: '/knowledge-bases/:knowledgeBaseId/documents/labels',
  access: 'Knowledge',
  scope: 'knowledge.write',
  params: knowledgeBaseParams,
  body: z.strictObject({
    documentIds: z.array(id).min(1).max(500),
    addTags: documentTags.default([]),
    removeTags: documentTags.default([]),
    fieldValues: fieldValueChanges.default({}),
  }),
  response: z.object({ changed: z.number().int() }),
  status: 200,
  errors: [
    'knowledge_base.not_found',
    'knowledge_base.forbidden',
    'document.not_found',
    'document.too_many_tags',
    ...fieldErrors,
  ],
});

export const previewFolderRules = defineEndpoint({
  id: 'previewFolderRules',
  tag: 'Documents',
  summary: 'How many existing documents each folder rule of a knowledge base would change',
  method: 'GET',
  path: '/knowledge-bases/:knowledgeBaseId/folder-rules',
  access: 'Knowledge',
  scope: 'knowledge.read',
  params: knowledgeBaseParams,
  response: z.object({ items: z.array(z.object({ folderId: id, documents: z.number().int() })) }),
  status: 200,
  errors: ['knowledge_base.not_found', 'knowledge_base.forbidden'],
});

export const applyFolderRule = defineEndpoint({
  id: 'applyFolderRule',
  tag: 'Documents',
  summary:
    'Give the existing documents of a folder and its subfolders the tags and values that new ones get; what they have stays',
  method: 'POST',
  path: '/knowledge-bases/:knowledgeBaseId/folder-rules/apply',
  access: 'Knowledge',
  scope: 'knowledge.write',
  params: knowledgeBaseParams,
  body: z.strictObject({ folderId: id }),
  response: z.object({ changed: z.number().int() }),
  status: 200,
  errors: ['knowledge_base.not_found', 'knowledge_base.forbidden', 'folder.not_found'],
});

export const listDocumentLabels = defineEndpoint({
  id: 'listDocumentLabels',
  tag: 'Documents',
  summary: 'What documents of knowledge bases can be filtered by: their fields, and the tags in use',
  method: 'GET',
  path: '/document-labels',
  access: 'Search',
  scope: 'retrieval',
  query: z.object({
    /** Separated by commas; by default all that the caller may search. */
    knowledgeBaseIds: z
      .string()
      .transform((ids) => ids.split(','))
      .pipe(z.array(id).max(64))
      .optional(),
  }),
  response: z.object({
    /** The most used first. */
    tags: z.array(z.object({ name: z.string(), count: z.number().int() })),
    fields: metadataFields,
    /** File types among the documents. */
    types: z.array(z.string()),
  }),
  status: 200,
  errors: ['knowledge_base.not_found'],
});
