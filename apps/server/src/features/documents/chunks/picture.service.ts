import { and, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Authorized } from '../../../platform/authorized.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { deleteChunkRows } from './chunk.queries.ts';
import { chunks } from './chunk.table.ts';

/** Pictures lie apart from originals: the same bytes uploaded as a file are another object. */
export function picturePrefix(companyId: string): string {
  return `${companyId}-pictures`;
}

/** Several may take pictures of a company up at once (`shared`); who removes some is alone with them. */
export async function lockPictures(tx: Tx, companyId: string, how: 'shared' | 'alone'): Promise<void> {
  await lockPicturesUnder(tx, picturePrefix(companyId), how);
}

/** The same for a prefix of the object store, whoever's it is. */
export async function lockPicturesUnder(
  tx: Tx,
  prefix: string,
  how: 'shared' | 'alone' = 'alone',
): Promise<void> {
  const lock = how === 'shared' ? sql.raw('pg_advisory_xact_lock_shared') : sql.raw('pg_advisory_xact_lock');
  await tx.execute(sql`select ${lock}(hashtextextended(${prefix}, 0))`);
}

/** Deletes the company's chunks that `which` names, and first the pictures that no other chunk shows. Safe to repeat. */
export async function deleteChunksWithPictures(
  { objects }: Platform,
  tx: Tx,
  owner: Authorized<{ companyId: string }, 'update'>,
  which: SQL,
): Promise<void> {
  const { companyId } = owner;
  const pictured = await tx
    .selectDistinct({ key: chunks.imageKey })
    .from(chunks)
    .where(and(which, isNotNull(chunks.imageKey)));
  if (pictured.length > 0) {
    await lockPictures(tx, companyId, 'alone');
    const keys = pictured.map(({ key }) => key as string);
    const kept = await usedKeys(tx, keys, sql`not (${which})`);
    for (const key of keys) if (!kept.has(key)) await objects.delete(key);
  }
  await deleteChunkRows(tx, owner, which);
}

/** Removes pictures that were stored for chunks which did not come to be. */
export async function releasePictures(
  { database, objects }: Platform,
  companyId: string,
  keys: string[],
): Promise<void> {
  if (keys.length === 0) return;
  await database.withCompany(companyId, async (tx) => {
    await lockPictures(tx, companyId, 'alone');
    const kept = await usedKeys(tx, keys);
    for (const key of keys) if (!kept.has(key)) await objects.delete(key);
  });
}

async function usedKeys(tx: Tx, keys: string[], among?: SQL): Promise<Set<string>> {
  const given = sql`${chunks.imageKey} in (select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))`;
  const rows = await tx.selectDistinct({ key: chunks.imageKey }).from(chunks).where(and(given, among));
  return new Set(rows.map(({ key }) => key as string));
}
