import { isAborted } from '@lectern/client';
import {
  type ArchiveTask,
  cancelArchiveTask,
  deleteArchiveTask,
  downloadArchive,
  getCompanyLimits,
  importKnowledgeBase,
  listArchiveTasks,
  listKnowledgeBases,
} from '@lectern/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { fetchFile, uploadFile } from '../../api/client.ts';
import { describeError } from '../../api/describe-error.ts';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import { saveFile } from '../../ui/display/save-file.ts';
import { notifyFailure } from '../../ui/feedback/notify.ts';

const pollMs = 1_500;

export function isTaskActive({ state }: Pick<ArchiveTask, 'state'>): boolean {
  return state === 'queued' || state === 'running';
}

/** The tasks, live; an imported knowledge base appears in the list by itself. */
export function useArchiveTasks() {
  const query = useApiQuery(
    listArchiveTasks,
    {},
    { refetchInterval: ({ state }) => (state.data?.items.some(isTaskActive) ? pollMs : false) },
  );
  const client = useQueryClient();
  const imported = query.data?.items.filter(
    ({ direction, state }) => direction === 'import' && state === 'finished',
  ).length;
  const before = useRef(imported);
  useEffect(() => {
    if (before.current !== undefined && imported !== undefined && imported > before.current)
      for (const { id } of [listKnowledgeBases, getCompanyLimits])
        void client.invalidateQueries({ queryKey: [id] });
    before.current = imported;
  }, [imported, client]);
  return query;
}

export function useArchiveActions() {
  return {
    cancel: useApiMutation(cancelArchiveTask, {
      invalidates: [listArchiveTasks],
      successMessage: 'archives:toast.cancelled',
      handlesError: true,
    }),
    remove: useApiMutation(deleteArchiveTask, {
      invalidates: [listArchiveTasks],
      successMessage: 'archives:toast.deleted',
      handlesError: true,
    }),
  };
}

/** Saves the archive; busy while it is downloading. */
export function useDownload() {
  const [busy, setBusy] = useState(false);
  const download = async (archiveTaskId: string) => {
    setBusy(true);
    try {
      const { bytes, name } = await fetchFile(downloadArchive, { params: { archiveTaskId } });
      saveFile(bytes, name);
    } catch (error) {
      notifyFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, download };
}

export type ArchiveUpload = { name: string; share: number; error?: string };

/** One archive on its way to the server. */
export function useArchiveUpload() {
  const client = useQueryClient();
  const [upload, setUpload] = useState<ArchiveUpload>();
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);
  return {
    upload,
    begin: async (file: File, refusal?: string) => {
      if (refusal !== undefined) {
        setUpload({ name: file.name, share: 0, error: refusal });
        return;
      }
      controller.current = new AbortController();
      setUpload({ name: file.name, share: 0 });
      try {
        await uploadFile(importKnowledgeBase, {
          file,
          signal: controller.current.signal,
          onProgress: (share) => setUpload({ name: file.name, share }),
        });
        await client.invalidateQueries({ queryKey: [listArchiveTasks.id] });
        setUpload(undefined);
      } catch (error) {
        setUpload(isAborted(error) ? undefined : { name: file.name, share: 0, error: describeError(error) });
      }
    },
    /** Stops it, or dismisses its error. */
    dismiss: () => {
      controller.current?.abort();
      setUpload(undefined);
    },
  };
}
