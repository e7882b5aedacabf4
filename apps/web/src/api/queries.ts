import type { ApiError, CallInput } from '@lectern/client';
import { type Endpoint, getPublicSettings, type ResponseOf } from '@lectern/contract';
import {
  type QueryClient,
  type UseMutationOptions,
  type UseMutationResult,
  type UseQueryOptions,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { TextKey } from '../locales/i18n.ts';
import { callApi } from './client.ts';

type Options<E extends Endpoint, Selected> = Omit<
  UseQueryOptions<ResponseOf<E>, ApiError, Selected>,
  'queryKey' | 'queryFn'
>;

/** Key and function of a query, for `useQuery`, `prefetchQuery` and `setQueryData` alike. */
export function apiQueryOptions<E extends Endpoint>(endpoint: E, input: Omit<CallInput<E>, 'signal'>) {
  return {
    queryKey: [endpoint.id, input] as const,
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<ResponseOf<E>> =>
      (callApi as (endpoint: Endpoint, input: object) => Promise<ResponseOf<E>>)(endpoint, {
        ...input,
        signal,
      }),
  };
}

export function useApiQuery<E extends Endpoint, Selected = ResponseOf<E>>(
  endpoint: E,
  input: Omit<CallInput<E>, 'signal'>,
  options: Options<E, Selected> = {},
): UseQueryResult<Selected, ApiError> {
  return useQuery({ ...apiQueryOptions(endpoint, input), ...options } as UseQueryOptions<
    ResponseOf<E>,
    ApiError,
    Selected
  >);
}

/** Marks what the query client does when a mutation ends; see `app/query-client.ts`. */
export type MutationMeta = { successMessage?: TextKey; handlesError?: boolean };

type MutationSettings<E extends Endpoint> = Omit<
  UseMutationOptions<ResponseOf<E>, ApiError, CallInput<E>>,
  'mutationFn' | 'meta'
> & {
  /** Every query of these endpoints is fetched again after a success. */
  invalidates?: readonly Endpoint[];
  /** Shown as a notification after a success. */
  successMessage?: TextKey;
  /** The caller shows the error itself; otherwise it becomes a notification. */
  handlesError?: boolean;
};

export function useApiMutation<E extends Endpoint>(
  endpoint: E,
  settings: MutationSettings<E> = {},
): UseMutationResult<ResponseOf<E>, ApiError, CallInput<E>> {
  const client = useQueryClient();
  const { invalidates = [], successMessage, handlesError, onSuccess, ...options } = settings;
  return useMutation({
    ...options,
    mutationFn: (input) =>
      (callApi as (endpoint: Endpoint, input: unknown) => Promise<ResponseOf<E>>)(endpoint, input),
    meta: { successMessage, handlesError } satisfies MutationMeta,
    onSuccess: async (...outcome) => {
      await Promise.all(invalidates.map(({ id }) => client.invalidateQueries({ queryKey: [id] })));
      return onSuccess?.(...outcome);
    },
  });
}

/** All that was fetched in a session's name; what a page shows to anyone stays, for it may be on the screen. */
export function forgetSession(client: QueryClient): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== getPublicSettings.id });
  client.getMutationCache().clear();
}
