import { getInvitation } from '@lectern/contract';
import { useApiQuery } from '../../../api/queries.ts';

/** The invitation behind the link in a mail; kept as it was when the page was opened, since answering it ends it. */
export function useInvitation(token: string | undefined) {
  return useApiQuery(
    getInvitation,
    { params: { token: token ?? '' } },
    { enabled: token !== undefined, staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY },
  );
}
