import { and, asc, eq, sql } from 'drizzle-orm';
import { type Actor, originOf } from '../../platform/actor.ts';
import type { Authorized } from '../../platform/authorized.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type SavedSearchRow, savedSearches } from './search.table.ts';

export function listSavedSearchRows(tx: Tx, actor: Actor): Promise<SavedSearchRow[]> {
  return tx
    .select()
    .from(savedSearches)
    .where(and(eq(savedSearches.accountId, actor.accountId), eq(savedSearches.origin, originOf(actor))))
    .orderBy(asc(sql`lower(${savedSearches.name})`));
}

export async function findSavedSearch(tx: Tx, id: string): Promise<SavedSearchRow | undefined> {
  const [row] = await tx.select().from(savedSearches).where(eq(savedSearches.id, id));
  return row;
}

/** Undefined where the person has one of this name. */
export async function insertSavedSearch(
  tx: Tx,
  values: typeof savedSearches.$inferInsert,
): Promise<SavedSearchRow | undefined> {
  const [row] = await tx.insert(savedSearches).values(values).onConflictDoNothing().returning();
  return row;
}

export async function renameSavedSearchRow(
  tx: Tx,
  search: Authorized<SavedSearchRow, 'update'>,
  name: string,
): Promise<SavedSearchRow> {
  const [row] = await tx
    .update(savedSearches)
    .set({ name })
    .where(eq(savedSearches.id, search.id))
    .returning();
  return row as SavedSearchRow;
}

export async function deleteSavedSearchRow(
  tx: Tx,
  search: Authorized<SavedSearchRow, 'delete'>,
): Promise<void> {
  await tx.delete(savedSearches).where(eq(savedSearches.id, search.id));
}
