import {
  createKnowledgeBase,
  deleteKnowledgeBase,
  deleteKnowledgeGraph,
  getGraphNetwork,
  listKnowledgeBases,
  updateKnowledgeBase,
} from '@lectern/contract';
import { z } from 'zod';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { defineForeignEndpoint, foreignRoute, rightsOf } from '../../platform/http/foreign-api.ts';
import type { Platform } from '../../platform/platform.ts';
import { listKnowledgeBaseRows } from '../knowledge-bases/knowledge-base.queries.ts';
import {
  changeKnowledgeBase,
  createKnowledgeBaseFor,
  loadKnowledgeBase,
  presentKnowledgeBases,
  removeKnowledgeBase,
} from '../knowledge-bases/knowledge-base.service.ts';
import type { KnowledgeBaseRow } from '../knowledge-bases/knowledge-base.table.ts';
import { deleteGraph, readGraphNetwork } from '../knowledge-graphs/knowledge-graph.service.ts';
import { listUsableModels } from '../models/model.service.ts';
import {
  anyId,
  idsToDelete,
  listQuery,
  ok,
  pageOf,
  presentTimes,
  readAs,
  readFilterId,
  readIds,
  refuse,
} from './envelope.ts';

/** What a list goes over before it is narrowed and paged. */
const mostListed = 1_000;
const mostNodes = 256;

const dataset = z.object({ dataset: anyId });

/** Options of its chunk methods that ours have too. */
export const parserConfig = z.looseObject({
  chunk_token_num: z.number().int().nullish(),
  delimiter: z.string().nullish(),
  html4excel: z.boolean().nullish(),
  raptor: z.looseObject({ use_raptor: z.boolean().nullish() }).nullish(),
  graphrag: z.looseObject({ use_graphrag: z.boolean().nullish() }).nullish(),
});

const fields = {
  description: z.string().max(2_000).nullish(),
  avatar: z.string().nullish(),
  embedding_model: z.string().max(255).nullish(),
  permission: z.enum(['me', 'team']).nullish(),
  chunk_method: z.string().max(64).nullish(),
  parser_config: parserConfig.nullish(),
};

const create = defineForeignEndpoint({
  id: 'ragflow.createDataset',
  method: 'POST',
  path: '/api/v1/datasets',
  ...rightsOf(createKnowledgeBase),
  body: z.object({ name: z.string().max(255), ...fields }),
  status: 200,
});
const list = defineForeignEndpoint({
  id: 'ragflow.listDatasets',
  method: 'GET',
  path: '/api/v1/datasets',
  ...rightsOf(listKnowledgeBases),
  query: z.object(listQuery),
  status: 200,
});
const remove = defineForeignEndpoint({
  id: 'ragflow.deleteDatasets',
  method: 'DELETE',
  path: '/api/v1/datasets',
  ...rightsOf(deleteKnowledgeBase),
  body: idsToDelete,
  status: 200,
});
const update = defineForeignEndpoint({
  id: 'ragflow.updateDataset',
  method: 'PUT',
  path: '/api/v1/datasets/:dataset',
  ...rightsOf(updateKnowledgeBase),
  params: dataset,
  body: z.object({ name: z.string().max(255).optional(), ...fields, pagerank: z.number().nullish() }),
  status: 200,
});
const graph = defineForeignEndpoint({
  id: 'ragflow.getKnowledgeGraph',
  method: 'GET',
  path: '/api/v1/datasets/:dataset/knowledge_graph',
  ...rightsOf(getGraphNetwork),
  params: dataset,
  status: 200,
});
const removeGraph = defineForeignEndpoint({
  id: 'ragflow.deleteKnowledgeGraph',
  method: 'DELETE',
  path: '/api/v1/datasets/:dataset/knowledge_graph',
  ...rightsOf(deleteKnowledgeGraph),
  params: dataset,
  status: 200,
});

export const datasetEndpoints = [create, list, remove, update, graph, removeGraph];

export function readChunkOptions(config: z.output<typeof parserConfig> | null | undefined) {
  if (config?.raptor?.use_raptor || config?.graphrag?.use_graphrag)
    refuse(
      'Summaries and knowledge graphs are set up in the settings of a knowledge base, not by parser_config.',
    );
  return {
    ...(config?.chunk_token_num ? { chunkTokenNumber: config.chunk_token_num } : {}),
    ...(config?.delimiter ? { delimiter: config.delimiter } : {}),
    ...(config?.html4excel ? { excelToHtml: true } : {}),
  };
}

/** It names a model with its provider behind an @; the name is what counts here. */
async function findEmbedding(tx: Tx, wanted: string): Promise<string> {
  const [name = ''] = wanted.split('@');
  const model = (await listUsableModels(tx)).find(
    (one) => one.type === 'embedding' && [one.id, one.name, one.modelName].includes(name),
  );
  return model?.id ?? refuse(`There is no embedding model called ${name}.`, 'model.not_found');
}

type Fields = z.output<typeof create.body> | z.output<typeof update.body>;

/** The same settings as our own call takes. */
async function readSettings(tx: Tx, body: Fields) {
  if (body.avatar && !body.avatar.startsWith('data:image/'))
    refuse('A picture comes as a data URL: data:image/png;base64,…');
  const chunkOptions = readChunkOptions(body.parser_config);
  return {
    ...(body.description === null || body.description === undefined ? {} : { description: body.description }),
    ...(body.avatar ? { photo: body.avatar } : {}),
    ...(body.permission ? { permission: body.permission } : {}),
    ...(body.chunk_method ? { chunkMethod: body.chunk_method } : {}),
    ...(body.embedding_model ? { embeddingModelId: await findEmbedding(tx, body.embedding_model) } : {}),
    ...(Object.keys(chunkOptions).length > 0 ? { chunkOptions } : {}),
  };
}

async function present(tx: Tx, actor: Actor, rows: KnowledgeBaseRow[]) {
  const names = new Map((await listUsableModels(tx)).map((model) => [model.id, model.name]));
  return (await presentKnowledgeBases(tx, actor, rows)).map((base, n) => ({
    id: base.id,
    name: base.name,
    avatar: base.photo ?? '',
    tenant_id: actor.companyId,
    created_by: rows[n]?.ownerId ?? '',
    description: base.description,
    language: base.language,
    embedding_model: names.get(base.embeddingModelId) ?? base.embeddingModelId,
    permission: base.permission,
    document_count: base.documentCount,
    chunk_count: base.chunkCount,
    chunk_method: base.chunkMethod,
    parser_config: {
      chunk_token_num: base.chunkOptions.chunkTokenNumber,
      delimiter: base.chunkOptions.delimiter,
    },
    pagerank: 0,
    status: '1',
    ...presentTimes({ createdAt: new Date(base.createdAt), updatedAt: new Date(base.updatedAt) }),
  }));
}

async function read({ database }: Platform, actor: Actor, id: string) {
  return database.withActor(actor, async (tx) => {
    const [shown] = await present(tx, actor, [await loadKnowledgeBase(tx, actor, 'read', id)]);
    return ok(shown);
  });
}

export function datasetRoutes(platform: Platform) {
  const { database } = platform;
  return [
    foreignRoute(create, async ({ actor, body }) => {
      const settings = await database.withActor(actor, (tx) => readSettings(tx, body));
      const input = readAs(createKnowledgeBase.body, { name: body.name, ...settings });
      const { id } = await createKnowledgeBaseFor(platform, actor, input);
      return read(platform, actor, id);
    }),
    foreignRoute(list, ({ actor, query }) =>
      database.withActor(actor, async (tx) => {
        const id = readFilterId(query.id);
        const { rows } = id
          ? { rows: [await loadKnowledgeBase(tx, actor, 'read', id)] }
          : await listKnowledgeBaseRows(tx, actor, { page: 1, pageSize: mostListed });
        const named = rows.filter(({ name }) => query.name === undefined || name === query.name);
        if (query.name !== undefined && named.length === 0)
          refuse(`There is no dataset called ${query.name}.`, 'knowledge_base.not_found');
        return ok(await present(tx, actor, pageOf(named, query)));
      }),
    ),
    foreignRoute(remove, async ({ actor, body }) => {
      for (const id of readIds(body)) await removeKnowledgeBase(platform, actor, id);
      return ok();
    }),
    foreignRoute(update, async ({ actor, params, body }) => {
      if (body.pagerank)
        refuse('Knowledge bases have no pagerank: filters and folder weight take its place.');
      const settings = await database.withActor(actor, (tx) => readSettings(tx, body));
      const input = readAs(updateKnowledgeBase.body, {
        ...(body.name ? { name: body.name } : {}),
        ...settings,
      });
      await changeKnowledgeBase(platform, actor, params.dataset, input);
      return read(platform, actor, params.dataset);
    }),
    foreignRoute(graph, async ({ actor, params }) => {
      const { nodes, edges } = await readGraphNetwork(platform, actor, params.dataset, mostNodes);
      const names = nodes.map(({ name }) => name);
      return ok({
        graph: {
          directed: false,
          multigraph: false,
          nodes: nodes.map(({ name, type, rank }) => ({
            id: name,
            entity_name: name,
            entity_type: type,
            pagerank: rank,
          })),
          edges: edges.map(({ source, target, weight }) => ({
            source: names[source],
            target: names[target],
            weight,
          })),
        },
        mind_map: {},
      });
    }),
    foreignRoute(removeGraph, async ({ actor, params }) => {
      await deleteGraph(platform, actor, params.dataset);
      return ok();
    }),
  ];
}
