import { getDocumentFile } from '@lectern/contract';
import { fetchBlob } from '../../api/client.ts';
import { saveFile } from '../../ui/display/save-file.ts';

/** Saves the original under its name. */
export async function downloadDocument(documentId: string, name: string, version?: number): Promise<void> {
  saveFile(
    await fetchBlob(getDocumentFile, {
      params: { documentId },
      query: version === undefined ? {} : { version },
    }),
    name,
  );
}
