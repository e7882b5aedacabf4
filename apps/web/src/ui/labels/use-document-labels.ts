import { listDocumentLabels } from '@lectern/contract';
import { useApiQuery } from '../../api/queries.ts';

/** What the documents of these knowledge bases can be filtered by; of all without any. */
export function useDocumentLabels(knowledgeBaseIds: readonly string[]) {
  const query = knowledgeBaseIds.length > 0 ? { knowledgeBaseIds: knowledgeBaseIds.join(',') } : {};
  return useApiQuery(listDocumentLabels, { query }, { staleTime: 10_000 }).data;
}
