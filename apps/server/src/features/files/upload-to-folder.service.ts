import type { Language, StoredFile } from '@lectern/contract';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { findFreeFileName } from '../file-storage/file.queries.ts';
import type { FileRow } from '../file-storage/file.table.ts';
import { getFolder, holdFolder } from '../file-storage/folder.queries.ts';
import { addFile, receiveFiles, type StoredUpload } from '../file-storage/upload.service.ts';
import { presentFile } from './present-file.ts';

/** Uploads into a folder of the file manager, where files stay until somebody deletes them. */
export async function uploadToFolder(
  platform: Platform,
  actor: Actor,
  folderId: string | null,
  request: FastifyRequest,
  language: Language,
) {
  // Checked before any byte is stored.
  if (folderId !== null) await platform.database.withActor(actor, (tx) => getFolder(tx, folderId));
  const { taken, refused } = await receiveFiles(platform, actor, request, language, (upload) =>
    addFileToFolder(platform, actor, folderId, upload),
  );
  return { files: taken, refused };
}

/** Inserts the file of stored bytes under a free name in the folder. */
export function addFileToFolder(
  platform: Platform,
  actor: Actor,
  folderId: string | null,
  upload: StoredUpload,
): Promise<StoredFile> {
  return platform.database.withActor(actor, async (tx) =>
    presentFile(tx, await insertFileInFolder(platform, tx, actor, folderId, upload)),
  );
}

/** The same in the caller's transaction. */
export async function insertFileInFolder(
  platform: Platform,
  tx: Tx,
  { companyId, accountId }: Pick<Actor, 'companyId' | 'accountId'>,
  folderId: string | null,
  upload: StoredUpload,
): Promise<FileRow> {
  if (folderId !== null) await holdFolder(tx, folderId);
  const name = await findFreeFileName(tx, companyId, folderId, upload.name);
  return addFile(platform, tx, companyId, upload, accountId, {
    place: { folderId, name, shelf: 'manager' },
  });
}
