import {
  bulkUpdateChunks,
  type Chunk,
  createChunk,
  deleteChunk,
  listChunks,
  type RetrievalHit,
  retrievalSettings,
  retrieve,
  updateChunk,
} from '@lectern/contract';
import { z } from 'zod';
import { defineForeignEndpoint, foreignRoute, rightsOf } from '../../platform/http/foreign-api.ts';
import type { Platform } from '../../platform/platform.ts';
import { findChunk, listChunkRows } from '../chunks/chunk.queries.ts';
import { addChunk, changeChunk, changeChunks } from '../chunks/chunk.service.ts';
import { presentChunk, presentChunks } from '../chunks/present-chunk.ts';
import { presentDocument } from '../documents/present-document.ts';
import { loadKnowledgeBase, retrievalDefaultsOf } from '../knowledge-bases/knowledge-base.service.ts';
import { listUsableModels } from '../models/model.service.ts';
import { checkDocuments, searchBases } from '../retrieval/retrieval.service.ts';
import { sourceOf } from '../usage/usage.service.ts';
import { loadDocumentIn, presentDoc } from './document.routes.ts';
import { anyId, ok, readAs, readFilterId, refuse } from './envelope.ts';

const document = z.object({ dataset: anyId, document: anyId });
const words = z.array(z.string()).nullish();
const path = '/api/v1/datasets/:dataset/documents/:document/chunks' as const;

const add = defineForeignEndpoint({
  id: 'ragflow.addChunk',
  method: 'POST',
  path,
  ...rightsOf(createChunk),
  params: document,
  body: z.object({ content: z.string(), important_keywords: words, questions: words }),
  status: 200,
});
const list = defineForeignEndpoint({
  id: 'ragflow.listChunks',
  method: 'GET',
  path,
  ...rightsOf(listChunks),
  params: document,
  query: z.object({
    keywords: z.string().max(255).optional(),
    page: z.coerce.number().int().min(1).default(1),
    page_size: z.coerce.number().int().min(1).max(200).default(30),
    id: z.string().max(64).optional(),
  }),
  status: 200,
});
const remove = defineForeignEndpoint({
  id: 'ragflow.deleteChunks',
  method: 'DELETE',
  path,
  ...rightsOf(deleteChunk),
  params: document,
  body: z.object({ chunk_ids: z.array(anyId).max(1_000).nullish() }),
  status: 200,
});
const update = defineForeignEndpoint({
  id: 'ragflow.updateChunk',
  method: 'PUT',
  path: `${path}/:chunk`,
  ...rightsOf(updateChunk),
  params: z.object({ dataset: anyId, document: anyId, chunk: anyId }),
  body: z.object({
    content: z.string().nullish(),
    important_keywords: words,
    questions: words,
    available: z.boolean().nullish(),
  }),
  status: 200,
});
const search = defineForeignEndpoint({
  id: 'ragflow.retrieve',
  method: 'POST',
  path: '/api/v1/retrieval',
  ...rightsOf(retrieve),
  body: z.object({
    question: z.string().min(1).max(4_000),
    dataset_ids: z.array(anyId).max(64).nullish(),
    document_ids: z.array(anyId).max(1_000).nullish(),
    page: z.number().int().min(1).nullish(),
    page_size: z.number().int().min(1).max(200).nullish(),
    similarity_threshold: z.number().min(0).max(1).nullish(),
    vector_similarity_weight: z.number().min(0).max(1).nullish(),
    top_k: z.number().int().min(1).max(2_048).nullish(),
    rerank_id: z.string().max(255).nullish(),
    cross_languages: z.array(z.string()).nullish(),
    metadata_condition: z.unknown().optional(),
  }),
  status: 200,
});

export const chunkEndpoints = [add, list, remove, update, search];

const presentIn = (dataset: string, name: string) => (chunk: Chunk) => ({
  id: chunk.id,
  content: chunk.text,
  document_id: chunk.documentId,
  document_name: name,
  docnm_kwd: name,
  dataset_id: dataset,
  important_keywords: chunk.keywords,
  questions: chunk.questions,
  available: chunk.enabled,
  image_id: '',
  positions: presentPositions(chunk.boxes),
  create_time: '',
  create_timestamp: 0,
});

/** Page, left, right, top and bottom; ours are shares of the page. */
export const presentPositions = (boxes: Chunk['boxes']) =>
  boxes.map(({ page, x0, x1, y0, y1 }) => [page, x0, x1, y0, y1]);

/** A passage as its answers and searches refer to it. */
export function presentPassage(hit: {
  chunkId: string;
  documentId: string;
  documentName: string;
  knowledgeBaseId: string;
  text: string;
  boxes: Chunk['boxes'];
  score: number;
  scores?: { vector: number; keyword: number };
}) {
  return {
    id: hit.chunkId,
    content: hit.text,
    document_id: hit.documentId,
    document_name: hit.documentName,
    document_keyword: hit.documentName,
    dataset_id: hit.knowledgeBaseId,
    kb_id: hit.knowledgeBaseId,
    image_id: '',
    doc_type: '',
    positions: presentPositions(hit.boxes),
    similarity: hit.score,
    vector_similarity: hit.scores?.vector ?? hit.score,
    term_similarity: hit.scores?.keyword ?? hit.score,
  };
}

/** How many of the passages each document has. */
export function countDocuments(passages: readonly { documentId: string; documentName: string }[]) {
  const byId = Map.groupBy(passages, ({ documentId }) => documentId);
  return [...byId].map(([id, ofOne]) => ({
    doc_id: id,
    doc_name: ofOne[0]?.documentName ?? '',
    count: ofOne.length,
  }));
}

function presentHit(hit: RetrievalHit) {
  const scores = { vector: hit.vectorScore, keyword: hit.keywordScore };
  return { ...presentPassage({ ...hit, scores }), highlight: hit.text, important_keywords: [] };
}

export function chunkRoutes(platform: Platform) {
  const { database } = platform;
  return [
    foreignRoute(add, async ({ actor, params, body }) => {
      const found = await database.withActor(actor, (tx) => loadDocumentIn(tx, actor, 'update', params));
      const input = readAs(createChunk.body, {
        text: body.content,
        keywords: body.important_keywords ?? [],
        questions: body.questions ?? [],
      });
      const chunk = await addChunk(platform, actor, params.document, input);
      return ok({ chunk: presentIn(params.dataset, found.document.name)(chunk) });
    }),
    foreignRoute(list, ({ actor, params, query, language }) =>
      database.withActor(actor, async (tx) => {
        const { document: row, file, base } = await loadDocumentIn(tx, actor, 'read', params);
        const id = readFilterId(query.id);
        const one = id ? await findChunk(tx, row, id) : undefined;
        if (id && !one) refuse(`There is no chunk with the id ${id}.`, 'chunk.not_found');
        const { rows, total } = one
          ? { rows: [one], total: 1 }
          : await listChunkRows(tx, row, {
              ...(query.keywords ? { search: query.keywords } : {}),
              page: query.page,
              pageSize: query.page_size,
            });
        const shown = one ? [await presentChunk(tx, one)] : await presentChunks(tx, rows);
        return ok({
          chunks: shown.map(presentIn(params.dataset, row.name)),
          doc: presentDoc(presentDocument({ document: row, file }, { actor, base, language })),
          total,
        });
      }),
    ),
    foreignRoute(remove, async ({ actor, params, body }) => {
      if (!body.chunk_ids || body.chunk_ids.length === 0)
        refuse('Name the chunk_ids: nothing is deleted by leaving them out.');
      await database.withActor(actor, (tx) => loadDocumentIn(tx, actor, 'update', params));
      const input = readAs(bulkUpdateChunks.body, { action: 'delete', chunkIds: body.chunk_ids });
      await changeChunks(platform, actor, params.document, input);
      return ok();
    }),
    foreignRoute(update, async ({ actor, params, body }) => {
      await database.withActor(actor, (tx) => loadDocumentIn(tx, actor, 'update', params));
      const input = readAs(updateChunk.body, {
        ...(body.content ? { text: body.content } : {}),
        ...(body.important_keywords ? { keywords: body.important_keywords } : {}),
        ...(body.questions ? { questions: body.questions } : {}),
        ...(typeof body.available === 'boolean' ? { enabled: body.available } : {}),
      });
      await changeChunk(platform, actor, { documentId: params.document, chunkId: params.chunk }, input);
      return ok();
    }),
    foreignRoute(search, async ({ actor, body, signal }) => {
      if (!body.dataset_ids || body.dataset_ids.length === 0) refuse('dataset_ids is required.');
      if (body.metadata_condition)
        refuse('metadata_condition is not supported: use a document filter of our own API.');
      if (body.cross_languages && body.cross_languages.length > 0)
        refuse('cross_languages is not supported here: set it up in an assistant.');
      const datasetIds = [...new Set(body.dataset_ids)];
      const documentIds = body.document_ids && body.document_ids.length > 0 ? body.document_ids : undefined;
      const { bases, rerankModelId } = await database.withActor(actor, async (tx) => {
        const loaded = [];
        for (const id of datasetIds) loaded.push(await loadKnowledgeBase(tx, actor, 'read', id));
        if (documentIds) await checkDocuments(tx, loaded, documentIds);
        const rerank = body.rerank_id?.split('@')[0];
        const model = rerank
          ? (await listUsableModels(tx)).find(
              (one) => one.type === 'rerank' && [one.id, one.name, one.modelName].includes(rerank),
            )
          : undefined;
        if (rerank && !model) refuse(`There is no rerank model called ${rerank}.`, 'model.not_found');
        return { bases: loaded, rerankModelId: model?.id };
      });
      const [page, size] = [body.page ?? 1, body.page_size ?? 30];
      const settings = retrievalSettings.parse({
        ...retrievalDefaultsOf(bases),
        similarityThreshold: body.similarity_threshold ?? 0.2,
        keywordWeight: 1 - (body.vector_similarity_weight ?? 0.3),
        ...(body.top_k ? { topK: body.top_k } : {}),
        topN: Math.min(200, page * size),
        ...(rerankModelId ? { rerankModelId } : {}),
      });
      const { hits } = await searchBases(platform, actor, {
        question: body.question,
        bases,
        documentIds,
        settings,
        source: sourceOf(actor),
        signal,
      });
      return ok({
        chunks: hits.slice((page - 1) * size, page * size).map(presentHit),
        doc_aggs: countDocuments(hits),
        total: hits.length,
      });
    }),
  ];
}
