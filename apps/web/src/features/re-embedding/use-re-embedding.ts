import {
  cancelReEmbedding,
  estimateReEmbedding,
  getKnowledgeBase,
  getReEmbedding,
  listKnowledgeBases,
  type ReEmbedding,
  startReEmbedding,
} from '@lectern/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { callApi } from '../../api/client.ts';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';

const lookEveryMs = 1_000;

export function isRunning(task: ReEmbedding | undefined): boolean {
  return task?.state === 'queued' || task?.state === 'building';
}

/** The state, polled while it runs; once it is done the knowledge base is refetched. */
export function useReEmbedding(knowledgeBaseId: string) {
  const client = useQueryClient();
  const query = useApiQuery(
    getReEmbedding,
    { params: { knowledgeBaseId } },
    { refetchInterval: ({ state }) => (isRunning(state.data) ? lookEveryMs : false) },
  );
  const running = isRunning(query.data);
  const ran = useRef(false);
  useEffect(() => {
    if (ran.current && !running)
      for (const { id } of [getKnowledgeBase, listKnowledgeBases])
        void client.invalidateQueries({ queryKey: [id] });
    ran.current = running;
  }, [running, client]);
  return query;
}

/** The estimated model calls; they change with every document, so they are not cached. */
export function useReEmbeddingEstimate(knowledgeBaseId: string, embeddingModelId: string) {
  return useQuery({
    queryKey: [estimateReEmbedding.id, knowledgeBaseId, embeddingModelId],
    queryFn: ({ signal }) =>
      callApi(estimateReEmbedding, { params: { knowledgeBaseId }, body: { embeddingModelId }, signal }),
    gcTime: 0,
  });
}

/** What follows a start, from the form as well as from the button that goes on. */
export const startedReEmbedding = {
  invalidates: [getReEmbedding],
  successMessage: 'knowledge:reEmbedding.begun',
} as const;

export function useReEmbeddingActions() {
  return {
    start: useApiMutation(startReEmbedding, { ...startedReEmbedding, handlesError: true }),
    cancel: useApiMutation(cancelReEmbedding, {
      invalidates: [getReEmbedding],
      successMessage: 'knowledge:reEmbedding.stopped',
      handlesError: true,
    }),
  };
}
