import {
  buildKnowledgeGraph,
  cancelKnowledgeGraph,
  deleteKnowledgeGraph,
  estimateKnowledgeGraph,
  getGraphEntity,
  getGraphNetwork,
  getKnowledgeGraph,
  type KnowledgeGraph,
  listGraphEntities,
} from '@lectern/contract';
import { keepPreviousData } from '@tanstack/react-query';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';

const lookEveryMs = 1_000;
export const entitiesPageSize = 25;

export function isBuilding(graph: KnowledgeGraph | undefined): boolean {
  return graph?.state === 'queued' || graph?.state === 'building';
}

/** The graph's state, polled while it is being built. */
export function useGraph(knowledgeBaseId: string) {
  return useApiQuery(
    getKnowledgeGraph,
    { params: { knowledgeBaseId } },
    { refetchInterval: ({ state }) => (isBuilding(state.data) ? lookEveryMs : false) },
  );
}

export function useGraphEstimate(knowledgeBaseId: string, graph: KnowledgeGraph) {
  return useApiQuery(
    estimateKnowledgeGraph,
    { params: { knowledgeBaseId } },
    // The estimate changes with each build; while one runs the figures would only flicker.
    { enabled: !isBuilding(graph), staleTime: 0 },
  );
}

/** The network as the last build drew it; asked for once there is one. */
export function useNetwork(knowledgeBaseId: string, builtAt: string | null) {
  return useApiQuery(
    getGraphNetwork,
    { params: { knowledgeBaseId }, query: {} },
    { enabled: builtAt !== null, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  );
}

export type EntityFilter = { search?: string; type?: string; page: number };

export function useEntities(knowledgeBaseId: string, { search, type, page }: EntityFilter) {
  return useApiQuery(
    listGraphEntities,
    { params: { knowledgeBaseId }, query: { search, type, page, pageSize: entitiesPageSize } },
    { placeholderData: keepPreviousData },
  );
}

export function useEntity(knowledgeBaseId: string, entityId: string) {
  return useApiQuery(
    getGraphEntity,
    { params: { knowledgeBaseId, entityId } },
    { staleTime: 60_000, placeholderData: keepPreviousData },
  );
}

export function useGraphActions() {
  const graph = [getKnowledgeGraph, estimateKnowledgeGraph];
  return {
    build: useApiMutation(buildKnowledgeGraph, { invalidates: graph, successMessage: 'graph:card.begun' }),
    cancel: useApiMutation(cancelKnowledgeGraph, {
      invalidates: graph,
      successMessage: 'graph:card.cancelled',
    }),
    remove: useApiMutation(deleteKnowledgeGraph, {
      invalidates: [...graph, getGraphNetwork, listGraphEntities],
      successMessage: 'graph:card.deleted',
      handlesError: true,
    }),
  };
}
