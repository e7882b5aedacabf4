import {
  documentAddress,
  getDocument,
  listChunks,
  listKnowledgeBases,
  retrieve,
  toDocumentPlace,
} from '@lectern/contract';
import { z } from 'zod';
import { cut, defineTool, readOnly, type Tool } from './tool.ts';

const basesAtOnce = 50;
const mostPassages = 20;
const longestPassage = 4_000;
const chunksOfPage = 20;
const longestChunk = 4_000;

const id = z.uuid();
const page = z.number().int().min(1).max(10_000).default(1);

const listBases = defineTool({
  name: 'list_knowledge_bases',
  title: 'List knowledge bases',
  description: 'Lists the knowledge bases that you may search, newest first, with their ids.',
  scopes: ['knowledge.read'],
  annotations: readOnly,
  input: z.object({ search: z.string().max(255).optional().describe('Part of the name'), page }),
  output: z.object({
    knowledge_bases: z.array(
      z.object({ id, name: z.string(), description: z.string(), document_count: z.number().int() }),
    ),
    total: z.number().int(),
  }),
  run: async ({ search, page: number }, { api, caller, signal }) => {
    const query = { search, page: number, pageSize: basesAtOnce };
    const { items, total } = await api.call(listKnowledgeBases, { query }, caller, signal);
    const bases = items.map(({ id: baseId, name, description, documentCount }) => ({
      id: baseId,
      name,
      description: cut(description, 500),
      document_count: documentCount,
    }));
    const lines = bases.map(
      ({ name, id: baseId, document_count }) => `- ${name} (${baseId}), ${document_count} documents`,
    );
    return {
      text: lines.length === 0 ? 'There is no knowledge base here.' : lines.join('\n'),
      structured: { knowledge_bases: bases, total },
    };
  },
});

const passage = z.object({
  number: z.number().int(),
  text: z.string(),
  document_id: id,
  document_name: z.string(),
  page: z.number().int().nullable(),
  heading_path: z.array(z.string()),
  score: z.number(),
  url: z.string().describe('Opens the document at the passage'),
});

const retrievePassages = defineTool({
  name: 'retrieve',
  title: 'Find passages',
  description:
    'Finds the passages of knowledge bases that answer a question, best first. Cite a passage by its number and link its url, which opens the original at that place.',
  scopes: ['retrieval'],
  annotations: readOnly,
  input: z.object({
    query: z.string().trim().min(1).max(4_000),
    knowledge_base_ids: z.array(id).min(1).max(64).describe('From list_knowledge_bases'),
    limit: z.number().int().min(1).max(mostPassages).default(8),
  }),
  output: z.object({ passages: z.array(passage) }),
  run: async ({ query, knowledge_base_ids, limit }, { api, caller, publicUrl, signal }) => {
    const { hits } = await api.call(
      retrieve,
      { body: { question: query, knowledgeBaseIds: knowledge_base_ids, settings: { topN: limit } } },
      caller,
      signal,
    );
    const passages = hits.slice(0, limit).map((hit, n) => ({
      number: n + 1,
      text: cut(hit.text, longestPassage),
      document_id: hit.documentId,
      document_name: hit.documentName,
      page: hit.page,
      heading_path: hit.headingPath,
      score: hit.score,
      url: publicUrl + documentAddress(hit.documentId, toDocumentPlace(hit)),
    }));
    const texts = passages.map(
      ({ number, text, document_name, page: on, url }) =>
        `[${number}] ${document_name}${on === null ? '' : `, page ${on}`}\n${url}\n${text}`,
    );
    return {
      text: texts.length === 0 ? 'Nothing was found.' : texts.join('\n\n'),
      structured: { passages },
    };
  },
});

const readDocument = defineTool({
  name: 'read_document',
  title: 'Read a document',
  description: 'Reads the text of a document, some passages at a time, in reading order.',
  scopes: ['knowledge.read'],
  annotations: readOnly,
  input: z.object({
    document_id: id.describe('From retrieve'),
    page: page.describe('Of this text, not of the file'),
  }),
  output: z.object({
    document_id: id,
    name: z.string(),
    url: z.string(),
    page: z.number().int(),
    page_count: z.number().int(),
    text: z.string(),
  }),
  run: async ({ document_id, page: number }, { api, caller, publicUrl, signal }) => {
    const params = { documentId: document_id };
    const { name } = await api.call(getDocument, { params, query: {} }, caller, signal);
    const query = { page: number, pageSize: chunksOfPage, enabled: 'true' as const };
    const { items, total } = await api.call(listChunks, { params, query }, caller, signal);
    const text = cut(items.map((chunk) => cut(chunk.text, longestChunk)).join('\n\n'));
    const pageCount = Math.max(1, Math.ceil(total / chunksOfPage));
    const [first] = items;
    const place = { page: first?.page ?? null, boxes: [], charRange: first?.charRange ?? null };
    const url = publicUrl + documentAddress(document_id, toDocumentPlace(place));
    return {
      text: `${name}, part ${number} of ${pageCount}\n${url}\n\n${text}`,
      structured: { document_id, name, url, page: number, page_count: pageCount, text },
    };
  },
});

export const knowledgeTools: readonly Tool[] = [listBases, retrievePassages, readDocument];
