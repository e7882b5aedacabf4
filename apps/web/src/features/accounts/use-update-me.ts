import type { Endpoint, Me, ResponseOf } from '@lectern/contract';
import { useQueryClient } from '@tanstack/react-query';
import { meQueryOptions } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { rememberMe } from '../../api/session.ts';

/** Puts an account that a call answered with in the place of the known one. */
export function useRememberMe() {
  const client = useQueryClient();
  return (me: Me) => {
    client.setQueryData(meQueryOptions.queryKey, me);
    rememberMe(me);
  };
}

/** A call that answers with the account. */
export function useUpdateMe<E extends Endpoint>(
  endpoint: ResponseOf<E> extends Me ? E : never,
  settings: Parameters<typeof useApiMutation<E>>[1] = {},
) {
  const remember = useRememberMe();
  return useApiMutation<E>(endpoint, {
    ...settings,
    onSuccess: (answer, ...rest) => {
      remember(answer as unknown as Me);
      return settings.onSuccess?.(answer, ...rest);
    },
  });
}

/** Language and theme follow the account, except where the server would refuse to keep them. */
export function maySaveLooks(me: Me): boolean {
  return !me.mustChangePassword && !me.impersonation;
}
