import {
  createKnowledgeBase,
  deleteDocument,
  deleteKnowledgeBase,
  getDocument,
  getKnowledgeBase,
  linkFiles,
  listDocuments,
  listKnowledgeBases,
  retrieve,
  updateKnowledgeBase,
} from '@lectern/contract';
import { z } from 'zod';
import { defineForeignEndpoint, rightsOf } from '../../../platform/http/foreign-api.ts';
import { cursorQuery } from '../cursor-page.ts';
import { attributeFilter } from './attribute-filter.ts';

const params = z.object({ store: z.string().max(100) });
const fileParams = z.object({ store: z.string().max(100), file: z.string().max(100) });
const attributes = z.record(z.string().max(64), z.union([z.string().max(512), z.number(), z.boolean()]));

export const listStores = defineForeignEndpoint({
  id: 'openai.listVectorStores',
  method: 'GET',
  path: '/vector_stores',
  ...rightsOf(listKnowledgeBases),
  query: z.object(cursorQuery),
  status: 200,
});
export const createStore = defineForeignEndpoint({
  id: 'openai.createVectorStore',
  method: 'POST',
  path: '/vector_stores',
  ...rightsOf(createKnowledgeBase),
  body: z.object({
    name: z.string().max(255).nullish(),
    description: z.string().max(2_000).nullish(),
    file_ids: z.array(z.string().max(100)).max(500).nullish(),
    expires_after: z.unknown().optional(),
  }),
  status: 200,
});
export const getStore = defineForeignEndpoint({
  id: 'openai.getVectorStore',
  method: 'GET',
  path: '/vector_stores/:store',
  ...rightsOf(getKnowledgeBase),
  params,
  status: 200,
});
export const updateStore = defineForeignEndpoint({
  id: 'openai.updateVectorStore',
  method: 'POST',
  path: '/vector_stores/:store',
  ...rightsOf(updateKnowledgeBase),
  params,
  body: z.object({ name: z.string().max(255).nullish(), expires_after: z.unknown().optional() }),
  status: 200,
});
export const deleteStore = defineForeignEndpoint({
  id: 'openai.deleteVectorStore',
  method: 'DELETE',
  path: '/vector_stores/:store',
  ...rightsOf(deleteKnowledgeBase),
  params,
  status: 200,
});
export const searchStore = defineForeignEndpoint({
  id: 'openai.searchVectorStore',
  method: 'POST',
  path: '/vector_stores/:store/search',
  ...rightsOf(retrieve),
  params,
  body: z.object({
    query: z.union([z.string().min(1).max(4_000), z.array(z.string().min(1).max(4_000)).min(1).max(8)]),
    max_num_results: z.number().int().min(1).max(50).nullish(),
    filters: attributeFilter.nullish(),
    ranking_options: z.object({ score_threshold: z.number().min(0).max(1).nullish() }).nullish(),
  }),
  status: 200,
});
export const listStoreFiles = defineForeignEndpoint({
  id: 'openai.listVectorStoreFiles',
  method: 'GET',
  path: '/vector_stores/:store/files',
  ...rightsOf(listDocuments),
  params,
  query: z.object({
    ...cursorQuery,
    filter: z.enum(['in_progress', 'completed', 'failed', 'cancelled']).optional(),
  }),
  status: 200,
});
export const attachFile = defineForeignEndpoint({
  id: 'openai.createVectorStoreFile',
  method: 'POST',
  path: '/vector_stores/:store/files',
  ...rightsOf(linkFiles),
  params,
  body: z.object({ file_id: z.string().max(100), attributes: attributes.nullish() }),
  status: 200,
});
export const getStoreFile = defineForeignEndpoint({
  id: 'openai.getVectorStoreFile',
  method: 'GET',
  path: '/vector_stores/:store/files/:file',
  ...rightsOf(getDocument),
  access: 'Knowledge',
  params: fileParams,
  status: 200,
});
export const detachFile = defineForeignEndpoint({
  id: 'openai.deleteVectorStoreFile',
  method: 'DELETE',
  path: '/vector_stores/:store/files/:file',
  ...rightsOf(deleteDocument),
  params: fileParams,
  status: 200,
});

export const vectorStoreEndpoints = [
  listStores,
  createStore,
  getStore,
  updateStore,
  deleteStore,
  searchStore,
  listStoreFiles,
  attachFile,
  getStoreFile,
  detachFile,
];
