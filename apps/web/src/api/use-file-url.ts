import type { Endpoint } from '@lectern/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type CallInput, fetchBlob } from './client.ts';
import type { ApiError } from './error.ts';

/**
 * An address under which an `<img>` or `<audio>` finds the bytes of a `file` answer, which asks for a credential that
 * they cannot send. Undefined until the bytes are there.
 */
export function useFileUrl<E extends Endpoint>(
  endpoint: E,
  input: Omit<CallInput<E>, 'signal'>,
  { enabled = true }: { enabled?: boolean } = {},
): { url: string | undefined; error: ApiError | null; retry: () => void } {
  const { data, error, refetch } = useQuery<Blob, ApiError>({
    queryKey: [endpoint.id, input, 'bytes'],
    queryFn: ({ signal }) => fetchBlob(endpoint, { ...input, signal } as CallInput<E>),
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
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
