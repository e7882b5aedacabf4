import { getMe, hasPermission, type Level, type Me, type Permission } from '@lectern/contract';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { apiQueryOptions } from './queries.ts';
import { rememberMe } from './session.ts';

const asked = apiQueryOptions(getMe, {});

/** Who is signed in changes seldom and by our own calls, which put the new value in place. */
export const meQueryOptions = {
  ...asked,
  queryFn: async (context: { signal: AbortSignal }): Promise<Me> => {
    const me = await asked.queryFn(context);
    rememberMe(me);
    return me;
  },
  staleTime: 5 * 60_000,
};

/** The signed-in account; the main layout guarantees that it is loaded below it. */
export function useMe(): Me {
  return useSuspenseQuery(meQueryOptions).data;
}

/** The signed-in account, or undefined on screens that anyone may see. */
export function useMaybeMe(): Me | undefined {
  return useQuery({ ...meQueryOptions, enabled: false }).data;
}

export function usePermission(permission: Permission): boolean {
  return hasPermission(useMe().level as Level, permission);
}
