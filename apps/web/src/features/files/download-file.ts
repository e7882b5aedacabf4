import { getFileContent, type StoredFile } from '@lectern/contract';
import { fetchFile } from '../../api/client.ts';
import { saveFile } from '../../ui/display/save-file.ts';
import { notifyFailure } from '../../ui/feedback/notify.ts';

/** Saves the bytes under the file's name. */
export async function downloadFile({ id, name }: Pick<StoredFile, 'id' | 'name'>): Promise<void> {
  try {
    const { bytes } = await fetchFile(getFileContent, { params: { fileId: id } });
    saveFile(bytes, name);
  } catch (error) {
    notifyFailure(error);
  }
}
