import { sql } from 'drizzle-orm';
import type { SystemTx, Tx } from '../../platform/database/database.ts';
import { defineHook } from '../../platform/hooks.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteFileRows, listUsedObjectKeys } from './file.queries.ts';

/** Serializes storing and removing one object. */
export async function lockObject(tx: Tx, objectKey: string): Promise<void> {
  await lockObjects(tx, [objectKey]);
}

/** Several at once, always in one order, so that two callers never wait for each other. */
export async function lockObjects(tx: Tx, objectKeys: string[]): Promise<void> {
  const keys = JSON.stringify([...new Set(objectKeys)].sort());
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(key, 0))
        from jsonb_array_elements_text(${keys}::jsonb) with ordinality as given(key, place) order by place`,
  );
}

/** A store that is far away is asked for so many at once. */
const deletionsAtOnce = 16;

/** Under the locks of the objects. */
export async function deleteObjects({ objects }: Pick<Platform, 'objects'>, keys: string[]): Promise<void> {
  const left = [...new Set(keys)];
  const remove = async () => {
    for (let key = left.pop(); key !== undefined; key = left.pop()) await objects.delete(key);
  };
  await Promise.all(Array.from({ length: deletionsAtOnce }, remove));
}

/** The company's last files with these contents are deleted: what was derived from the contents can go. */
export const onContentsDeleted =
  defineHook<[platform: Platform, tx: SystemTx, sha256s: string[]]>('contents deleted');

/** Removes files that nothing needs any more, under the locks of their objects. */
export async function releaseFiles(
  platform: Platform,
  tx: SystemTx,
  released: { id: string; objectKey: string }[],
): Promise<void> {
  if (released.length === 0) return;
  await deleteFileRows(
    tx,
    released.map(({ id }) => id),
  );
  const keys = released.map(({ objectKey }) => objectKey);
  // The same content may have been uploaded more than once: the bytes go with the last.
  const used = await listUsedObjectKeys(tx, keys);
  await deleteContents(
    platform,
    tx,
    keys.filter((key) => !used.has(key)),
  );
}

/** A key ends with the hash of what lies there. */
async function deleteContents(platform: Platform, tx: SystemTx, objectKeys: string[]): Promise<void> {
  if (objectKeys.length === 0) return;
  const sha256s = objectKeys.map((key) => key.slice(key.lastIndexOf('/') + 1));
  await onContentsDeleted.run(platform, tx, sha256s);
  await deleteObjects(platform, objectKeys);
}

/**
 * Removes bytes that no file names (any more): stored for nothing, or replaced. Safe to repeat; what a killed process
 * leaves, the reconciler finds.
 */
export async function releaseObject(platform: Platform, companyId: string, objectKey: string): Promise<void> {
  await platform.database.withCompany(companyId, async (tx) => {
    await lockObject(tx, objectKey);
    if (!(await listUsedObjectKeys(tx, [objectKey])).has(objectKey))
      await deleteContents(platform, tx, [objectKey]);
  });
}
