import { ApiError } from '@lectern/client';
import { MutationCache, QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import type { MutationMeta } from '../api/queries.ts';
import { notify, notifyFailure } from '../ui/feedback/notify.ts';

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // The client of the API knows which calls to repeat.
      queries: { refetchOnWindowFocus: false, staleTime: 5_000, retry: false },
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
