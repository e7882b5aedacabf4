import type { Platform } from '../../platform/platform.ts';
import { objectUses, onReconcile, type Reconciliation } from '../../platform/reconcile.ts';
import { lockObject } from '../file-storage/object.service.ts';

/** Uploads in progress have bytes without a row for a while. */
const graceMs = 3600_000;

/**
 * Compares index and object store with the database, which is the truth, and repairs differences. Returns how much was
 * found without an owner.
 */
export async function reconcile(platform: Platform, now = Date.now()): Promise<Reconciliation> {
  const found: Reconciliation = { objects: 0, indexes: 0, documents: 0, tombstones: 0 };
  const before = new Date(now - graceMs);
  for (const counts of await onReconcile.run(platform, { before }))
    for (const [kind, count] of Object.entries(counts)) found[kind as keyof Reconciliation] += count;
  found.objects += await deleteUnusedObjects(platform, before);
  for (const [kind, count] of Object.entries(found)) platform.metrics.orphans.set({ kind }, count);
  if (Object.values(found).some((count) => count > 0))
    platform.log.warn({ event: 'reconcile.mended', ...found });
  return found;
}

async function deleteUnusedObjects({ database, objects }: Platform, before: Date): Promise<number> {
  let deleted = 0;
  for await (const object of objects.list()) {
    if (object.modifiedAt > before) continue;
    await database.acrossCompanies('an object names its company only by its key', async (tx) => {
      await lockObject(tx, object.key);
      if ((await objectUses.run(tx, object.key)).includes(true)) return;
      await objects.delete(object.key);
      deleted++;
    });
  }
  return deleted;
}
