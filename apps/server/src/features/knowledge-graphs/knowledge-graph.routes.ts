import {
  buildKnowledgeGraph,
  cancelKnowledgeGraph,
  deleteKnowledgeGraph,
  estimateKnowledgeGraph,
  getGraphEntity,
  getGraphNetwork,
  getKnowledgeGraph,
  getMindMap,
  listGraphEntities,
} from '@lectern/contract';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { estimateGraph } from './estimate-graph.service.ts';
import {
  buildGraph,
  cancelGraph,
  deleteGraph,
  listEntities,
  readEntity,
  readGraph,
  readGraphNetwork,
} from './knowledge-graph.service.ts';
import { readMindMap } from './mind-map.service.ts';

export function knowledgeGraphRoutes(platform: Platform) {
  return [
    route(getKnowledgeGraph, ({ actor, params, language }) =>
      readGraph(platform, actor, params.knowledgeBaseId, language),
    ),
    route(estimateKnowledgeGraph, ({ actor, params }) =>
      estimateGraph(platform, actor, params.knowledgeBaseId),
    ),
    route(buildKnowledgeGraph, ({ actor, params, body, language }) =>
      buildGraph(platform, actor, params.knowledgeBaseId, body, language),
    ),
    route(cancelKnowledgeGraph, ({ actor, params, language }) =>
      cancelGraph(platform, actor, params.knowledgeBaseId, language),
    ),
    route(deleteKnowledgeGraph, ({ actor, params }) => deleteGraph(platform, actor, params.knowledgeBaseId)),
    route(getGraphNetwork, ({ actor, params, query }) =>
      readGraphNetwork(platform, actor, params.knowledgeBaseId, query.limit),
    ),
    route(listGraphEntities, ({ actor, params, query }) =>
      listEntities(platform, actor, params.knowledgeBaseId, query),
    ),
    route(getGraphEntity, ({ actor, params }) => readEntity(platform, actor, params)),
    route(getMindMap, ({ actor, params, signal }) => readMindMap(platform, actor, params.documentId, signal)),
  ];
}
