import {
  bulkUpdateChunks,
  type Chunk,
  deleteChunk,
  getDocument,
  getKnowledgeBase,
  listChunks,
  listDocuments,
  mergeChunk,
  undoChunkChange,
  updateChunk,
} from '@lectern/contract';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { apiQueryOptions, useApiMutation, useApiQuery } from '../../api/queries.ts';

export const chunksPageSize = 50;
const sweepPageSize = 200;

export type ChunksView = { search?: string; enabled?: boolean; page: number };

export function useChunks(documentId: string, { search, enabled, page }: ChunksView) {
  return useApiQuery(
    listChunks,
    {
      params: { documentId },
      query: {
        search,
        enabled: enabled === undefined ? undefined : enabled ? 'true' : 'false',
        page,
        pageSize: chunksPageSize,
      },
    },
    { placeholderData: keepPreviousData },
  );
}

/** What shows something else once chunks were added or taken away. */
export const chunkQueries = [listChunks, getDocument, listDocuments, getKnowledgeBase];

export function useChunkActions() {
  return {
    enable: useApiMutation(updateChunk, { invalidates: [listChunks] }),
    remove: useApiMutation(deleteChunk, {
      invalidates: chunkQueries,
      successMessage: 'knowledge:chunks.deleted',
      handlesError: true,
    }),
    merge: useApiMutation(mergeChunk, {
      invalidates: chunkQueries,
      successMessage: 'knowledge:chunks.merged',
    }),
    undo: useApiMutation(undoChunkChange, {
      invalidates: chunkQueries,
      successMessage: 'knowledge:chunks.undone',
    }),
    bulk: useApiMutation(bulkUpdateChunks, { invalidates: chunkQueries }),
  };
}

/**
 * Finds a chunk of a document among all its chunks, also those of other pages of the list.
 * `index` counts in reading order.
 */
export function useFindChunk(documentId: string) {
  const client = useQueryClient();
  return useCallback(
    async (matches: (chunk: Chunk) => boolean): Promise<{ chunk: Chunk; index: number } | undefined> => {
      for (let page = 1; ; page += 1) {
        const { items, total } = await client.fetchQuery({
          ...apiQueryOptions(listChunks, {
            params: { documentId },
            query: { page, pageSize: sweepPageSize },
          }),
          staleTime: 30_000,
        });
        const place = items.findIndex(matches);
        if (place >= 0) return { chunk: items[place]!, index: (page - 1) * sweepPageSize + place };
        if (items.length === 0 || page * sweepPageSize >= total) return undefined;
      }
    },
    [client, documentId],
  );
}
