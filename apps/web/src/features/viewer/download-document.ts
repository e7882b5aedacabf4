import { getDocumentFile } from '@lectern/contract';
import { fetchBlob } from '../../api/client.ts';

/** Saves the original under its name. The credential travels in a header, so a plain link would not do. */
export async function downloadDocument(documentId: string, name: string): Promise<void> {
  const url = URL.createObjectURL(await fetchBlob(getDocumentFile, { params: { documentId } }));
  const link = window.document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken hold of the bytes by the next turns of the loop.
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
