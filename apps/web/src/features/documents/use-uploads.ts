import { type DocumentLabels, toWire, uploadDocuments } from '@lectern/contract';
import { useCallback } from 'react';
import { uploadFile } from '../../api/client.ts';
import { useAddUploads as useAddUploadsTo } from '../../ui/upload/use-uploads.ts';
import type { SameNameChoice } from './versions/same-name-dialog.tsx';

export type UploadOptions = {
  parse: boolean;
  labels?: DocumentLabels | undefined;
  sameName?: SameNameChoice | undefined;
};

/** The way to upload into a knowledge base, where each file becomes a document. */
export function useAddUploads(knowledgeBaseId: string) {
  const { add: addTo, acceptedExtensions } = useAddUploadsTo(knowledgeBaseId);
  const add = useCallback(
    (files: readonly File[], { parse, labels, sameName }: UploadOptions) =>
      addTo(files, (file, options) =>
        uploadFile(uploadDocuments, {
          params: { knowledgeBaseId },
          query: {
            parse: parse ? 'true' : 'false',
            ...(sameName ? { sameName } : {}),
            ...(labels ? { labels: JSON.stringify(toWire(labels)) } : {}),
          },
          file,
          ...options,
        }),
      ),
    [addTo, knowledgeBaseId],
  );
  return { add, acceptedExtensions };
}
