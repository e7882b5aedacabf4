import { listChunkMethods } from '@lectern/contract';
import { useApiQuery } from '../../api/queries.ts';

/** The catalogue changes only with the program. */
export function useChunkMethods() {
  return useApiQuery(listChunkMethods, {}, { staleTime: Number.POSITIVE_INFINITY });
}
