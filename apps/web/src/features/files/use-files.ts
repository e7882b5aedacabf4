import {
  deleteFiles,
  getCompanyLimits,
  getFile,
  getKnowledgeBase,
  listDocuments,
  listFiles,
  listFolders,
  listKnowledgeBases,
  unlinkFile,
} from '@lectern/contract';
import { keepPreviousData } from '@tanstack/react-query';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';

export const filesPageSize = 50;

/** What the address says about the list. */
export type FilesView = {
  folder?: string;
  search?: string;
  shelf?: 'base';
  /** The knowledge base whose files are shown alone. */
  base?: string;
  sort?: 'name' | 'created_at' | 'size';
  direction?: 'asc' | 'desc';
  page: number;
  /** The file that is opened. */
  file?: string;
};

export function useFolders({ folder, search, shelf }: FilesView) {
  return useApiQuery(
    listFolders,
    { query: { parentId: folder, search } },
    { placeholderData: keepPreviousData, enabled: shelf === undefined },
  );
}

export function useFiles({ folder, search, shelf = undefined, base, sort, direction, page }: FilesView) {
  return useApiQuery(
    listFiles,
    {
      query: {
        shelf: shelf ?? 'manager',
        folderId: shelf === undefined && search === undefined ? folder : undefined,
        knowledgeBaseId: base,
        search,
        sort: sort ?? 'name',
        direction: direction ?? 'asc',
        page,
        pageSize: filesPageSize,
      },
    },
    { placeholderData: keepPreviousData },
  );
}

/** What shows something else once a file or folder changed. */
export const fileQueries = [listFiles, listFolders, getFile];
/** Also what shows documents of them. */
export const basesAndFiles = [
  ...fileQueries,
  listDocuments,
  getKnowledgeBase,
  listKnowledgeBases,
  getCompanyLimits,
];

/** Everything that can be done to files and folders; each call brings the lists up to date. */
export function useFileActions() {
  return {
    remove: useApiMutation(deleteFiles, {
      invalidates: basesAndFiles,
      successMessage: 'files:toast.deleted',
      handlesError: true,
    }),
    unlink: useApiMutation(unlinkFile, {
      invalidates: basesAndFiles,
      successMessage: 'files:toast.unlinked',
      handlesError: true,
    }),
  };
}
