import {
  type ConversationFile,
  conversationFileLimits,
  deleteConversationFile,
  getPublicSettings,
  listConversationFiles,
  uploadConversationFiles,
} from '@lectern/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uploadFile } from '../../../api/client.ts';
import { describeError } from '../../../api/describe-error.ts';
import { useApiMutation, useApiQuery } from '../../../api/queries.ts';

/** A file on its way to the server, or one that it refused. */
export type SentFile = { key: number; name: string; share: number; error: string | null };

const pollMs = 700;
/** Unstarted, or being read. */
const isWaiting = ({ status }: ConversationFile) => status === 0 || status === 1;

/** The files that will come with the next question. */
export function useConversationFiles(
  conversationId: string | undefined,
  openConversation: () => Promise<string>,
) {
  const { t } = useTranslation('share');
  const client = useQueryClient();
  const [uploads, setUploads] = useState<SentFile[]>([]);
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set());
  const serial = useRef(0);
  const { data: settings } = useApiQuery(getPublicSettings, {}, { staleTime: Number.POSITIVE_INFINITY });
  const { data } = useApiQuery(
    listConversationFiles,
    { params: { conversationId: conversationId ?? '' } },
    {
      enabled: conversationId !== undefined,
      refetchInterval: (query) => (query.state.data?.items.some(isWaiting) ? pollMs : false),
    },
  );
  const remove = useApiMutation(deleteConversationFile, { invalidates: [listConversationFiles] });
  const files = (data?.items ?? []).filter(({ id, used }) => !used && !asked.has(id));
  const refresh = () => client.invalidateQueries({ queryKey: [listConversationFiles.id] });
  const change = (key: number, changes: Partial<SentFile>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...changes } : one)));

  async function send(file: File, key: number, target: Promise<string>): Promise<void> {
    try {
      const { refused } = await uploadFile(uploadConversationFiles, {
        params: { conversationId: await target },
        file,
        onProgress: (share) => change(key, { share }),
      });
      if (refused[0]) return change(key, { error: refused[0].message });
      await refresh();
      setUploads((all) => all.filter((one) => one.key !== key));
    } catch (error) {
      change(key, { error: describeError(error) });
    }
  }

  function add(chosen: readonly File[]): void {
    if (chosen.length === 0) return;
    const room = Math.max(0, conversationFileLimits.ofQuestion - files.length - uploads.length);
    const target = openConversation();
    const begun = chosen.map((file, index) => ({
      key: serial.current++,
      name: file.name,
      share: 0,
      error: index < room ? null : t('files.tooMany', { max: conversationFileLimits.ofQuestion }),
    }));
    setUploads((all) => [...all, ...begun]);
    for (const [index, file] of chosen.slice(0, room).entries())
      void send(file, (begun[index] as SentFile).key, target);
  }

  return {
    files,
    uploads,
    accept: settings?.acceptedExtensions.map((extension) => `.${extension.replace(/^\./, '')}`).join(','),
    /** Something is still sent or read: the question waits for it. */
    busy: uploads.some(({ error }) => error === null) || files.some(isWaiting),
    readyIds: files.filter(({ status }) => status === 3).map(({ id }) => id),
    add,
    remove: (id: string) =>
      conversationId !== undefined && remove.mutate({ params: { conversationId, conversationFileId: id } }),
    dismiss: (key: number) => setUploads((all) => all.filter((one) => one.key !== key)),
    /** They went with a question. */
    markAsked: (ids: string[]) => {
      setAsked((all) => new Set([...all, ...ids]));
      setUploads([]);
    },
  };
}

export type ConversationFiles = ReturnType<typeof useConversationFiles>;
