import { getDocumentFile } from '@lectern/contract';
import { fetchFile } from '../../api/client.ts';
import { saveFile } from '../../ui/display/save-file.ts';

/** Saves the original under its name. */
export async function downloadDocument(documentId: string, name: string, version?: number): Promise<void> {
  const { bytes } = await fetchFile(getDocumentFile, {
    params: { documentId },
    query: version === undefined ? {} : { version },
  });
  saveFile(bytes, name);
}
