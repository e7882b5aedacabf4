import {
  cancelS3Import,
  deleteS3Connection,
  listFiles,
  listFolders,
  listS3Connections,
  listS3Imports,
  startS3Import,
} from '@lectern/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';

export function useS3Connections(enabled: boolean) {
  return useApiQuery(listS3Connections, {}, { enabled });
}

const shownImports = 5;

/** The newest imports, followed while one runs; what it brings appears in the lists as it comes. */
export function useS3Imports() {
  const client = useQueryClient();
  const query = useApiQuery(
    listS3Imports,
    { query: { page: 1, pageSize: shownImports } },
    {
      refetchInterval: ({ state }) =>
        state.data?.items.some(({ status }) => status === 'in_progress') ? 1_500 : false,
    },
  );
  const imported = query.data?.items.reduce((sum, { objects }) => sum + objects.imported, 0);
  const before = useRef(imported);
  useEffect(() => {
    if (before.current !== undefined && imported !== before.current)
      for (const { id } of [listFiles, listFolders]) void client.invalidateQueries({ queryKey: [id] });
    before.current = imported;
  }, [imported, client]);
  return query;
}

export function useS3Actions() {
  return {
    remove: useApiMutation(deleteS3Connection, {
      invalidates: [listS3Connections, listS3Imports],
      successMessage: 'files:s3.toast.deleted',
      handlesError: true,
    }),
    start: useApiMutation(startS3Import, { invalidates: [listS3Imports], handlesError: true }),
    cancel: useApiMutation(cancelS3Import, {
      invalidates: [listS3Imports],
      successMessage: 'files:s3.toast.cancelled',
    }),
  };
}
