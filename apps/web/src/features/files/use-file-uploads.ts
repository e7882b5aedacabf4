import { getCompanyLimits, listFiles, listFolders, uploadFilesToFolder } from '@lectern/contract';
import { useCallback } from 'react';
import { uploadFile } from '../../api/client.ts';
import { useAddUploads } from '../../ui/upload/use-uploads.ts';

/** One tray for all folders: a person moves on while files are sent. */
export const uploadPlace = 'files';

export const afterUploads = [listFiles, listFolders, getCompanyLimits];

/** The way to upload into a folder, or to the top. */
export function useFileUploads(folderId: string | undefined) {
  const { add: addTo, acceptedExtensions } = useAddUploads(uploadPlace);
  const add = useCallback(
    (files: readonly File[]) =>
      addTo(files, (file, options) =>
        uploadFile(uploadFilesToFolder, { query: { folderId }, file, ...options }),
      ),
    [addTo, folderId],
  );
  return { add, acceptedExtensions };
}
