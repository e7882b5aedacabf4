import {
  AppError,
  cancelParsing,
  type Document,
  deleteDocument,
  getDocumentFile,
  type Language,
  listDocuments,
  parseDocument,
  updateDocument,
  uploadDocuments,
} from '@lectern/contract';
import { z } from 'zod';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import {
  defineForeignEndpoint,
  ForeignRefusal,
  foreignRoute,
  rightsOf,
} from '../../platform/http/foreign-api.ts';
import type { Platform } from '../../platform/platform.ts';
import { listDocumentRows } from '../documents/document.queries.ts';
import { changeDocument, loadDocument, removeDocument } from '../documents/document.service.ts';
import { readOriginal } from '../documents/document-file.service.ts';
import { presentDocument } from '../documents/present-document.ts';
import { cancelParse, startParse } from '../documents/request-parse.service.ts';
import { uploadFiles } from '../documents/upload-documents.service.ts';
import { loadKnowledgeBase } from '../knowledge-bases/knowledge-base.service.ts';
import { parserConfig, readChunkOptions } from './dataset.routes.ts';
import {
  anyId,
  idsToDelete,
  listQuery,
  ok,
  presentTimes,
  readAs,
  readFilterId,
  readIds,
  refuse,
} from './envelope.ts';

const dataset = z.object({ dataset: anyId });
const document = z.object({ dataset: anyId, document: anyId });
const documentIds = z.object({ document_ids: z.array(anyId).min(1).max(500) });

const upload = defineForeignEndpoint({
  id: 'ragflow.uploadDocuments',
  method: 'POST',
  path: '/api/v1/datasets/:dataset/documents',
  ...rightsOf(uploadDocuments),
  params: dataset,
  multipart: true,
  status: 200,
});
const list = defineForeignEndpoint({
  id: 'ragflow.listDocuments',
  method: 'GET',
  path: '/api/v1/datasets/:dataset/documents',
  ...rightsOf(listDocuments),
  params: dataset,
  query: z.object({ ...listQuery, keywords: z.string().max(255).optional() }),
  status: 200,
});
const remove = defineForeignEndpoint({
  id: 'ragflow.deleteDocuments',
  method: 'DELETE',
  path: '/api/v1/datasets/:dataset/documents',
  ...rightsOf(deleteDocument),
  params: dataset,
  body: idsToDelete,
  status: 200,
});
const download = defineForeignEndpoint({
  id: 'ragflow.downloadDocument',
  method: 'GET',
  path: '/api/v1/datasets/:dataset/documents/:document',
  ...rightsOf(getDocumentFile),
  access: 'Knowledge',
  params: document,
  responseKind: 'file',
  status: 200,
});
const update = defineForeignEndpoint({
  id: 'ragflow.updateDocument',
  method: 'PUT',
  path: '/api/v1/datasets/:dataset/documents/:document',
  ...rightsOf(updateDocument),
  params: document,
  body: z.object({
    name: z.string().max(255).nullish(),
    chunk_method: z.string().max(64).nullish(),
    parser_config: parserConfig.nullish(),
    meta_fields: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).nullish(),
    enabled: z.union([z.boolean(), z.literal([0, 1])]).nullish(),
  }),
  status: 200,
});
const parse = defineForeignEndpoint({
  id: 'ragflow.parseDocuments',
  method: 'POST',
  path: '/api/v1/datasets/:dataset/chunks',
  ...rightsOf(parseDocument),
  params: dataset,
  body: documentIds,
  status: 200,
});
const stop = defineForeignEndpoint({
  id: 'ragflow.stopParsing',
  method: 'DELETE',
  path: '/api/v1/datasets/:dataset/chunks',
  ...rightsOf(cancelParsing),
  params: dataset,
  body: documentIds,
  status: 200,
});

export const documentEndpoints = [upload, list, remove, download, update, parse, stop];

const runs = ['UNSTART', 'RUNNING', 'CANCEL', 'DONE', 'FAIL'] as const;

export function presentDoc(shown: Document) {
  return {
    id: shown.id,
    name: shown.name,
    location: shown.name,
    thumbnail: null,
    dataset_id: shown.knowledgeBaseId,
    chunk_method: shown.chunkMethod,
    parser_config: {
      chunk_token_num: shown.chunkOptions.chunkTokenNumber,
      delimiter: shown.chunkOptions.delimiter,
    },
    source_type: 'local',
    type: shown.format,
    size: shown.sizeBytes,
    token_count: 0,
    chunk_count: shown.chunkCount,
    progress: runs[shown.status] === 'FAIL' ? -1 : runs[shown.status] === 'DONE' ? 1 : shown.percent / 100,
    progress_msg: shown.error?.message ?? '',
    process_begin_at: shown.processBeginAt,
    process_duration: (shown.processDurationMs ?? 0) / 1000,
    run: runs[shown.status],
    status: shown.enabled ? '1' : '0',
    meta_fields: shown.fieldValues,
    ...presentTimes({ createdAt: new Date(shown.createdAt), updatedAt: new Date(shown.createdAt) }),
  };
}

/** The document of that knowledge base: one under another is not there. */
export async function loadDocumentIn<Action extends 'read' | 'update'>(
  tx: Tx,
  actor: Actor,
  action: Action,
  { dataset: baseId, document: id }: { dataset: string; document: string },
) {
  const found = await loadDocument(tx, actor, action, id);
  if (found.document.knowledgeBaseId !== baseId) throw new AppError('document.not_found');
  return found;
}

/** All of them are there before the first one is changed. */
function checkAll(
  { database }: Platform,
  actor: Actor,
  baseId: string,
  ids: readonly string[],
): Promise<void> {
  return database.withActor(actor, async (tx) => {
    await loadKnowledgeBase(tx, actor, 'update', baseId);
    for (const id of ids) await loadDocumentIn(tx, actor, 'update', { dataset: baseId, document: id });
  });
}

async function listPage(
  platform: Platform,
  actor: Actor,
  language: Language,
  baseId: string,
  query: z.output<typeof list.query>,
) {
  return platform.database.withActor(actor, async (tx) => {
    const base = await loadKnowledgeBase(tx, actor, 'read', baseId);
    const id = readFilterId(query.id);
    const { rows, total } = id
      ? { rows: [await loadDocumentIn(tx, actor, 'read', { dataset: baseId, document: id })], total: 1 }
      : await listDocumentRows(tx, base.id, {
          search: query.keywords || query.name || undefined,
          sort: 'created_at',
          direction: query.desc ? 'desc' : 'asc',
          page: query.page,
          pageSize: query.page_size,
        });
    const named = rows.filter((row) => query.name === undefined || row.document.name === query.name);
    if (query.name !== undefined && named.length === 0)
      refuse(`There is no document called ${query.name}.`, 'document.not_found');
    const docs = named.map((row) => presentDoc(presentDocument(row, { actor, base, language })));
    return ok({ docs, total: query.name === undefined ? total : docs.length });
  });
}

export function documentRoutes(platform: Platform) {
  return [
    foreignRoute(upload, async ({ actor, params, request, language }) => {
      const options = { parse: false, language, replacesSameName: false };
      const { documents, refused } = await uploadFiles(platform, actor, params.dataset, request, options);
      const [first] = refused;
      if (first) throw new ForeignRefusal('document.unsupported', first.message);
      return ok(documents.map(presentDoc));
    }),
    foreignRoute(list, ({ actor, params, query, language }) =>
      listPage(platform, actor, language, params.dataset, query),
    ),
    foreignRoute(remove, async ({ actor, params, body }) => {
      const ids = readIds(body);
      await checkAll(platform, actor, params.dataset, ids);
      for (const id of ids) await removeDocument(platform, actor, id);
      return ok();
    }),
    foreignRoute(download, async ({ actor, params, request }) => {
      await platform.database.withActor(actor, (tx) => loadDocumentIn(tx, actor, 'read', params));
      return readOriginal(platform, actor, { documentId: params.document }, request.headers.range);
    }),
    foreignRoute(update, async ({ actor, params, body, language }) => {
      await platform.database.withActor(actor, (tx) => loadDocumentIn(tx, actor, 'update', params));
      const chunkOptions = readChunkOptions(body.parser_config);
      const input = readAs(updateDocument.body, {
        ...(body.name ? { name: body.name } : {}),
        ...(body.chunk_method ? { chunkMethod: body.chunk_method } : {}),
        ...(Object.keys(chunkOptions).length > 0 ? { chunkOptions } : {}),
        ...(body.meta_fields ? { fieldValues: body.meta_fields } : {}),
        ...(body.enabled === null || body.enabled === undefined ? {} : { enabled: Boolean(body.enabled) }),
      });
      return ok(presentDoc(await changeDocument(platform, actor, params.document, input, language)));
    }),
    foreignRoute(parse, async ({ actor, params, body, language }) => {
      await checkAll(platform, actor, params.dataset, body.document_ids);
      for (const id of body.document_ids) await startParse(platform, actor, id, language);
      return ok();
    }),
    foreignRoute(stop, async ({ actor, params, body, language }) => {
      await checkAll(platform, actor, params.dataset, body.document_ids);
      for (const id of body.document_ids) await cancelParse(platform, actor, id, language);
      return ok();
    }),
  ];
}
