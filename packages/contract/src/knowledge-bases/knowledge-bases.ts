import { z } from 'zod';
import { abilities, id, name, pageOf, paging, photo, timestamp } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { fieldErrors, folderRule, metadataFields, metadataLimits } from '../documents/metadata-fields.ts';
import { retrievalDefaults } from '../retrieval/retrieval.ts';
import { chunkOptions, enrichmentOptions, readingOptions } from './processing-options.ts';
import { profileIds } from './profiles.ts';

export const knowledgeBaseParams = z.object({ knowledgeBaseId: id });

export const knowledgeBasePermissions = ['me', 'team'] as const;

export const knowledgeBase = z.object({
  id,
  name: z.string(),
  description: z.string(),
  photo: z.string().nullable(),
  language: z.string(),
  permission: z.enum(knowledgeBasePermissions),
  embeddingModelId: z.string(),
  chunkMethod: z.string(),
  chunkOptions,
  readingOptions,
  enrichmentOptions,
  /** Share (0–1) of file name and title in a chunk's score. */
  folderWeight: z.number(),
  /** Defaults of its retrieval tests and of new assistants. */
  topK: z.number().int(),
  rerankModelId: z.string().nullable(),
  /** Properties that its documents have values of. */
  metadataFields,
  folderRules: z.array(folderRule),
  documentCount: z.number().int(),
  chunkCount: z.number().int(),
  ownerName: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
  abilities,
});
export type KnowledgeBase = z.infer<typeof knowledgeBase>;

const settings = {
  description: z.string().max(2_000).optional(),
  photo: photo.nullable().optional(),
  language: z.enum(['en', 'fr', 'zh', 'zh-TRADITIONAL']).optional(),
  permission: z.enum(knowledgeBasePermissions).optional(),
  embeddingModelId: z.string().max(64).optional(),
  chunkMethod: z.string().max(64).optional(),
  chunkOptions: chunkOptions.optional(),
  readingOptions: readingOptions.optional(),
  enrichmentOptions: enrichmentOptions.optional(),
  folderWeight: z.number().min(0).max(1).optional(),
  topK: retrievalDefaults.topK.optional(),
  rerankModelId: retrievalDefaults.rerankModelId.optional(),
  metadataFields: metadataFields.optional(),
  /** Tags and values for documents that come in from folders. */
  folderRules: z.array(folderRule).max(metadataLimits.maxFolderRules).optional(),
};

export const listKnowledgeBases = defineEndpoint({
  id: 'listKnowledgeBases',
  tag: 'Knowledge bases',
  summary: 'Knowledge bases that the caller may see, newest first',
  method: 'GET',
  path: '/knowledge-bases',
  access: 'Knowledge',
  scope: 'knowledge.read',
  query: z.object({ search: z.string().max(255).optional(), ...paging }),
  response: pageOf(knowledgeBase),
  status: 200,
});

export const createKnowledgeBase = defineEndpoint({
  id: 'createKnowledgeBase',
  tag: 'Knowledge bases',
  summary: 'Create a knowledge base',
  method: 'POST',
  path: '/knowledge-bases',
  access: 'Knowledge',
  scope: 'knowledge.write',
  body: z.strictObject({
    name,
    /** Sets method and options at once; what is given besides goes before it. */
    profile: z.enum(profileIds).optional(),
    ...settings,
  }),
  response: knowledgeBase,
  status: 201,
  errors: [
    'knowledge_base.name_taken',
    'quota.knowledge_bases_reached',
    'knowledge_base.chunk_method_unknown',
    'knowledge_base.chunk_options_invalid',
    ...fieldErrors,
    'model.not_found',
    'model.wrong_type',
  ],
});

export const getKnowledgeBase = defineEndpoint({
  id: 'getKnowledgeBase',
  tag: 'Knowledge bases',
  summary: 'One knowledge base with its configuration',
  method: 'GET',
  path: '/knowledge-bases/:knowledgeBaseId',
  access: 'Knowledge',
  scope: 'knowledge.read',
  params: knowledgeBaseParams,
  response: knowledgeBase,
  status: 200,
  errors: ['knowledge_base.not_found'],
});

export const updateKnowledgeBase = defineEndpoint({
  id: 'updateKnowledgeBase',
  tag: 'Knowledge bases',
  summary: 'Rename or configure a knowledge base; the embedding model is fixed once chunks exist',
  method: 'PATCH',
  path: '/knowledge-bases/:knowledgeBaseId',
  access: 'Knowledge',
  scope: 'knowledge.write',
  params: knowledgeBaseParams,
  body: z.strictObject({ name: name.optional(), ...settings }),
  response: knowledgeBase,
  status: 200,
  errors: [
    'knowledge_base.not_found',
    'knowledge_base.forbidden',
    'knowledge_base.name_taken',
    'knowledge_base.embedding_model_locked',
    'knowledge_base.chunk_method_unknown',
    'knowledge_base.chunk_options_invalid',
    ...fieldErrors,
    'model.not_found',
    'model.wrong_type',
  ],
});

export const deleteKnowledgeBase = defineEndpoint({
  id: 'deleteKnowledgeBase',
  tag: 'Knowledge bases',
  summary: 'Delete a knowledge base with its documents, chunks and index',
  method: 'DELETE',
  path: '/knowledge-bases/:knowledgeBaseId',
  access: 'Knowledge',
  scope: 'knowledge.write',
  audit: true,
  params: knowledgeBaseParams,
  responseKind: 'none',
  status: 204,
  errors: ['knowledge_base.not_found', 'knowledge_base.forbidden'],
});

/** One option of a method, component or provider, as the form draws it. Texts are in the caller's language; without a label, the page has its own. */
export const formField = z.object({
  name: z.string(),
  label: z.string().optional(),
  description: z.string().optional(),
  widget: z.enum(['text', 'password', 'textarea', 'number', 'switch', 'select', 'tags']),
  required: z.boolean(),
  default: z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()]).optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  step: z.number().optional(),
  choices: z.array(z.string()).optional(),
  /** What each choice is called, in the same order. */
  choiceLabels: z.array(z.string()).optional(),
});
export type FormField = z.infer<typeof formField>;

export const chunkMethodDescription = z.object({
  id: z.string(),
  /** In the caller's language: name, what it does, and which documents it is for. */
  name: z.string(),
  description: z.string(),
  use: z.string(),
  /** Formats by id; empty: every format. */
  accepts: z.array(z.string()),
  options: z.array(formField),
  /** The graph of entities is drawn from its chunks without being asked for apart. */
  drawsGraph: z.boolean(),
  /** A chat model, where there is one, goes over its chunks a second time. */
  refines: z.boolean(),
});
export type ChunkMethodDescription = z.infer<typeof chunkMethodDescription>;

export const listChunkMethods = defineEndpoint({
  id: 'listChunkMethods',
  tag: 'Knowledge bases',
  summary: 'The chunk methods with their options',
  method: 'GET',
  path: '/chunk-methods',
  access: 'Knowledge',
  scope: 'knowledge.read',
  response: z.object({ items: z.array(chunkMethodDescription) }),
  status: 200,
});
