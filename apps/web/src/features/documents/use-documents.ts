import {
  bulkUpdateDocuments,
  cancelParsing,
  type Document,
  deleteDocument,
  getDocument,
  getDocumentCoverage,
  getKnowledgeBase,
  getRenderedDocument,
  listChunks,
  listDocuments,
  listDuplicates,
  listKnowledgeBases,
  parseDocument,
  type QueryInputOf,
  updateDocument,
} from '@lectern/contract';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import { pollInterval } from './document-states.ts';

export type DocumentsQuery = NonNullable<QueryInputOf<typeof listDocuments>>;

/** The base's own counts follow when a document ends being parsed. */
export function useRefreshCounts(documents: readonly Document[] | undefined): void {
  const client = useQueryClient();
  const chunks = documents?.reduce((sum, { chunkCount }) => sum + chunkCount, 0);
  const before = useRef(chunks);
  useEffect(() => {
    if (chunks === undefined || before.current === chunks) return;
    before.current = chunks;
    void client.invalidateQueries({ queryKey: [getKnowledgeBase.id] });
  }, [chunks, client]);
}

export function useDocuments(knowledgeBaseId: string, query: DocumentsQuery) {
  return useApiQuery(
    listDocuments,
    { params: { knowledgeBaseId }, query },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => pollInterval(state.data?.items),
    },
  );
}

/** What shows something else once a document changed. */
export const documentQueries = [
  listDocuments,
  getDocument,
  getDocumentCoverage,
  getKnowledgeBase,
  listDuplicates,
];

/** Everything that can be done to documents; each call brings the lists up to date. */
export function useDocumentActions() {
  return {
    update: useApiMutation(updateDocument, { invalidates: documentQueries }),
    parse: useApiMutation(parseDocument, {
      invalidates: [...documentQueries, listChunks, getRenderedDocument],
    }),
    cancel: useApiMutation(cancelParsing, { invalidates: documentQueries }),
    remove: useApiMutation(deleteDocument, {
      invalidates: [...documentQueries, listKnowledgeBases],
      successMessage: 'knowledge:documents.deleted',
      handlesError: true,
    }),
    bulk: useApiMutation(bulkUpdateDocuments, { invalidates: [...documentQueries, listKnowledgeBases] }),
  };
}
