import { inArray } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { accounts } from './account.table.ts';

/** The usernames of those whom rows belong to, by their account; one that is gone has none. */
export async function readOwnerNames(tx: Tx, rows: { ownerId: string }[]): Promise<Map<string, string>> {
  if (rows.length === 0) return new Map();
  const owners = await tx
    .select({ id: accounts.id, name: accounts.username })
    .from(accounts)
    .where(inArray(accounts.id, [...new Set(rows.map(({ ownerId }) => ownerId))]));
  return new Map(owners.map(({ id, name }) => [id, name]));
}
