import { sql } from 'drizzle-orm';
import type { SystemTx, Tx } from '../../platform/database/database.ts';
import { defineHook } from '../../platform/hooks.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteFileRow, findFilesByObjectKey } from './file.queries.ts';

/** Serializes storing and removing one object. */
export async function lockObject(tx: Tx, objectKey: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${objectKey}, 0))`);
}

/** The company's last file with this content is deleted: what was derived from the content can go. */
export const onContentDeleted = defineHook<[Platform, SystemTx, string]>('content deleted');

/** Removes a file that nothing needs any more, under the lock of its object. */
export async function releaseFile(
  platform: Platform,
  tx: SystemTx,
  file: { id: string; objectKey: string },
): Promise<void> {
  await deleteFileRow(tx, file.id);
  // The same content may have been uploaded more than once: the bytes go with the last.
  if ((await findFilesByObjectKey(tx, file.objectKey)).length > 0) return;
  await deleteContent(platform, tx, file.objectKey);
}

/** A key ends with the hash of what lies there. */
async function deleteContent(platform: Platform, tx: SystemTx, objectKey: string): Promise<void> {
  await onContentDeleted.run(platform, tx, objectKey.slice(objectKey.lastIndexOf('/') + 1));
  await platform.objects.delete(objectKey);
}

/**
 * Removes bytes that no file names (any more): stored for nothing, or replaced. Safe to repeat; what a killed process
 * leaves, the reconciler finds.
 */
export async function releaseObject(platform: Platform, companyId: string, objectKey: string): Promise<void> {
  await platform.database.withCompany(companyId, async (tx) => {
    await lockObject(tx, objectKey);
    if ((await findFilesByObjectKey(tx, objectKey)).length === 0)
      await deleteContent(platform, tx, objectKey);
  });
}
