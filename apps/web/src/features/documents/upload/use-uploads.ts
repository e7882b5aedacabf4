import { getKnowledgeBase, getPublicSettings, listDocuments } from '@lectern/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { useApiQuery } from '../../../api/queries.ts';
import { type Upload, uploadQueue } from './upload-queue.ts';

const refreshPause = 400;

/** The uploads into one knowledge base. */
export function useUploads(knowledgeBaseId: string): readonly Upload[] {
  const all = useSyncExternalStore(uploadQueue.subscribe, uploadQueue.getSnapshot);
  return useMemo(
    () => all.filter((upload) => upload.knowledgeBaseId === knowledgeBaseId),
    [all, knowledgeBaseId],
  );
}

/** The way to add uploads, without following their progress. */
export function useAddUploads(knowledgeBaseId: string) {
  const { data: settings } = useApiQuery(getPublicSettings, {}, { staleTime: Number.POSITIVE_INFINITY });
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
  return { add, acceptedExtensions };
}

/** Brings arrived documents into the lists; many at once cause one refresh. */
export function useRefreshAfterUploads(): void {
  const client = useQueryClient();
  useEffect(() => {
    let timer: number | undefined;
    const leave = uploadQueue.subscribeUploaded(() => {
      timer ??= window.setTimeout(() => {
        timer = undefined;
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
