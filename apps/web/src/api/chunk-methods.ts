import { type ChunkMethodDescription, listChunkMethods } from '@lectern/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { apiQueryOptions } from './queries.ts';

/** The catalogue of chunk methods, with texts in the language of the page. It changes only with the program. */
export function useChunkMethods() {
  const { i18n } = useTranslation();
  return useQuery({
    ...apiQueryOptions(listChunkMethods, {}),
    queryKey: [listChunkMethods.id, i18n.language],
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
}

export type MethodTexts = Pick<ChunkMethodDescription, 'name'> &
  Partial<Pick<ChunkMethodDescription, 'description' | 'use'>>;

/** What a method is called and what it does; one that the catalogue does not list is called by its id. */
export function useMethodTexts(): (id: string) => MethodTexts {
  const { data } = useChunkMethods();
  return useCallback((id) => data?.items.find((method) => method.id === id) ?? { name: id }, [data]);
}
