import { getPublicSettings } from '@lectern/contract';
import { useApiQuery } from '../../api/queries.ts';

/** The currency of prices, as its code; empty until it is known. */
export function useCurrency(): string {
  const { data } = useApiQuery(getPublicSettings, {}, { staleTime: Number.POSITIVE_INFINITY });
  return data?.currency ?? '';
}
