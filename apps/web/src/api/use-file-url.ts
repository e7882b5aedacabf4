import type { ApiError, CallInput, FileEndpoint } from '@lectern/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { fetchFile } from './client.ts';

/**
 * An address under which an `<img>` or `<audio>` finds the bytes of a `file` answer, which asks for a credential that
 * they cannot send. Undefined until the bytes are there.
 */
export function useFileUrl<E extends FileEndpoint>(
  endpoint: E,
  input: Omit<CallInput<E>, 'signal'>,
  { enabled = true }: { enabled?: boolean } = {},
): { url: string | undefined; error: ApiError | null; retry: () => void } {
  const { data, error, refetch } = useQuery<Blob, ApiError>({
    queryKey: [endpoint.id, input, 'bytes'],
    queryFn: async ({ signal }) => (await fetchFile(endpoint, { ...input, signal } as CallInput<E>)).bytes,
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!data) return;
    const made = URL.createObjectURL(data);
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl(undefined);
    };
  }, [data]);
  return { url, error, retry: () => void refetch() };
}
