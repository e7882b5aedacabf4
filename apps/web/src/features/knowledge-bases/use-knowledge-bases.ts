import {
  deleteKnowledgeBase,
  getCompanyLimits,
  getKnowledgeBase,
  listKnowledgeBases,
} from '@lectern/contract';
import { keepPreviousData } from '@tanstack/react-query';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';

export const knowledgeBasesPageSize = 48;

export function useKnowledgeBases(search: string | undefined, page: number) {
  return useApiQuery(
    listKnowledgeBases,
    { query: { search, page, pageSize: knowledgeBasesPageSize } },
    { placeholderData: keepPreviousData },
  );
}

export function useKnowledgeBase(knowledgeBaseId: string) {
  return useApiQuery(getKnowledgeBase, { params: { knowledgeBaseId } });
}

export function useKnowledgeBaseActions() {
  return {
    remove: useApiMutation(deleteKnowledgeBase, {
      invalidates: [listKnowledgeBases, getCompanyLimits],
      successMessage: 'knowledge:list.deleted',
      handlesError: true,
    }),
  };
}
