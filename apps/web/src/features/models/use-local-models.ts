import { listLocalModels } from '@lectern/contract';
import { useApiQuery } from '../../api/queries.ts';

const pollMs = 1_000;

/** Models of this server, polled while one is being installed. */
export function useLocalModels({ enabled = true } = {}) {
  return useApiQuery(
    listLocalModels,
    {},
    {
      enabled,
      refetchInterval: ({ state }) =>
        state.data?.items.some(({ install }) => install?.status === 'in_progress') ? pollMs : false,
    },
  );
}
