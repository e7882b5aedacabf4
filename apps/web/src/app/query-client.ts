import { MutationCache, QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { ApiError } from '../api/client.ts';
import type { MutationMeta } from '../api/queries.ts';
import { notify, notifyFailure } from '../ui/feedback/notify.ts';

/** Transient errors; everything else would only fail again. */
function mayRetry(failures: number, error: unknown): boolean {
  return (
    failures < 2 &&
    error instanceof ApiError &&
    (error.code === 'network' || error.code === 'server.unavailable')
  );
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { refetchOnWindowFocus: false, staleTime: 5_000, retry: mayRetry },
      mutations: { retry: false },
    },
    mutationCache: new MutationCache({
      onError: (error, _input, _result, mutation) => {
        if ((mutation.meta as MutationMeta | undefined)?.handlesError) return;
        if (error instanceof ApiError && error.code === 'aborted') return;
        notifyFailure(error);
      },
      onSuccess: (_data, _input, _result, mutation) => {
        const key = (mutation.meta as MutationMeta | undefined)?.successMessage;
        if (!key) return;
        const namespace = key.split(':')[0] ?? 'shell';
        void i18next.loadNamespaces(namespace).then(() => {
          notify('success', i18next.t(key as 'productName'));
        });
      },
    }),
  });
}
