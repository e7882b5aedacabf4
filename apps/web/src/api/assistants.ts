import { listAssistants } from '@lectern/contract';
import { useApiQuery } from './queries.ts';

/** The assistants that one may ask: one call for everything on a screen that shows some of them. */
export function useAssistants() {
  return useApiQuery(listAssistants, { query: { pageSize: 200 } });
}
