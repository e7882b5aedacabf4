import type { Platform } from '../../platform/platform.ts';
import { findFilesByObjectKey } from './document.queries.ts';
import { lockObject } from './document.service.ts';

/**
 * Removes bytes that no file names (any more): stored for nothing, or replaced. Safe to repeat; what a killed process
 * leaves, the reconciler finds.
 */
export async function releaseObject(
  { database, objects }: Platform,
  companyId: string,
  objectKey: string,
): Promise<void> {
  await database.withCompany(companyId, async (tx) => {
    await lockObject(tx, objectKey);
    if ((await findFilesByObjectKey(tx, objectKey)).length === 0) await objects.delete(objectKey);
  });
}
