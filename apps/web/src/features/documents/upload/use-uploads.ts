import { getKnowledgeBase, getPublicSettings, listDocuments } from '@lectern/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { useApiQuery } from '../../../api/queries.ts';
import { type Upload, uploadQueue } from './upload-queue.ts';

const refreshPause = 400;

/** The uploads into one knowledge base, and the way to add some. */
export function useUploads(knowledgeBaseId: string) {
  const { data: settings } = useApiQuery(getPublicSettings, {}, { staleTime: Number.POSITIVE_INFINITY });
  const all = useSyncExternalStore(uploadQueue.subscribe, uploadQueue.getSnapshot);
  const uploads = useMemo(
    () => all.filter((upload) => upload.knowledgeBaseId === knowledgeBaseId),
    [all, knowledgeBaseId],
  );
  const acceptedExtensions = settings?.acceptedExtensions;
  const add = useCallback(
    (files: readonly File[], parse: boolean) =>
      uploadQueue.add(knowledgeBaseId, files, {
        parse,
        acceptedExtensions: (acceptedExtensions ?? []).map((extension) =>
          extension.replace(/^\./, '').toLowerCase(),
        ),
      }),
    [knowledgeBaseId, acceptedExtensions],
  );
  return { uploads, add, acceptedExtensions };
}

/** Brings arrived documents into the lists; many at once cause one refresh. */
export function useRefreshAfterUploads(): void {
  const client = useQueryClient();
  useEffect(() => {
    let timer: number | undefined;
    const leave = uploadQueue.subscribeUploaded(() => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => {
        void client.invalidateQueries({ queryKey: [listDocuments.id] });
        void client.invalidateQueries({ queryKey: [getKnowledgeBase.id] });
      }, refreshPause);
    });
    return () => {
      window.clearTimeout(timer);
      leave();
    };
  }, [client]);
}

export function isBusy({ state }: Upload): boolean {
  return state.kind === 'waiting' || state.kind === 'sending';
}
