import { listModels, type ModelTypeName } from '@lectern/contract';
import { useApiQuery } from '../../../api/queries.ts';

const staleTime = 300_000;

/** Whether the company has a model of this type: without one, what needs it is not offered. */
export function useHasModel(type: ModelTypeName, enabled = true): boolean {
  const { data } = useApiQuery(listModels, { query: {} }, { staleTime, enabled });
  return data?.items.some((model) => model.type === type) ?? false;
}
