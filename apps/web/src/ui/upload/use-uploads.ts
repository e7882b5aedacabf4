import { type Endpoint, getPublicSettings } from '@lectern/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { useApiQuery } from '../../api/queries.ts';
import { type SendFile, type Upload, uploadQueue } from './upload-queue.ts';

const refreshPause = 400;

/** The uploads into one place. */
export function useUploads(place: string): readonly Upload[] {
  const all = useSyncExternalStore(uploadQueue.subscribe, uploadQueue.getSnapshot);
  return useMemo(() => all.filter((upload) => upload.place === place), [all, place]);
}

/** The way to add uploads, without following their progress. */
export function useAddUploads(place: string) {
  const { data: settings } = useApiQuery(getPublicSettings, {}, { staleTime: Number.POSITIVE_INFINITY });
  const acceptedExtensions = settings?.acceptedExtensions;
  const add = useCallback(
    (files: readonly File[], send: SendFile) =>
      uploadQueue.add(place, files, {
        send,
        acceptedExtensions: (acceptedExtensions ?? []).map((extension) =>
          extension.replace(/^\./, '').toLowerCase(),
        ),
      }),
    [place, acceptedExtensions],
  );
  return { add, acceptedExtensions };
}

/** Brings what arrived into the lists; many at once cause one refresh. */
export function useRefreshAfterUploads(endpoints: readonly Endpoint[]): void {
  const client = useQueryClient();
  useEffect(() => {
    let timer: number | undefined;
    const leave = uploadQueue.subscribeUploaded(() => {
      timer ??= window.setTimeout(() => {
        timer = undefined;
        for (const { id } of endpoints) void client.invalidateQueries({ queryKey: [id] });
      }, refreshPause);
    });
    return () => {
      window.clearTimeout(timer);
      leave();
    };
  }, [client, endpoints]);
}

export function isBusy({ state }: Upload): boolean {
  return state.kind === 'waiting' || state.kind === 'sending';
}
