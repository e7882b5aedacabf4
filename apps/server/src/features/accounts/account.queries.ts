import { AppError, type Language } from '@lectern/contract';
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Authorized } from '../../platform/authorized.ts';
import { newId, type SystemTx, type Tx } from '../../platform/database/database.ts';
import { type AccountRow, accounts } from './account.table.ts';

export type { AccountRow } from './account.table.ts';

export async function findAccountByLogin(tx: Tx, login: string): Promise<AccountRow | undefined> {
  const [row] = await tx
    .select()
    .from(accounts)
    .where(sql`lower(${accounts.email}) = lower(${login}) or lower(${accounts.username}) = lower(${login})`)
    // An e-mail address precedes a username of the same spelling.
    .orderBy(sql`lower(${accounts.email}) = lower(${login}) desc`)
    .limit(1);
  return row;
}

export async function findAccountByEmail(tx: Tx, email: string): Promise<AccountRow | undefined> {
  const [row] = await tx.select().from(accounts).where(sql`lower(${accounts.email}) = lower(${email})`);
  return row;
}

export async function getAccount(tx: Tx, accountId: string): Promise<AccountRow> {
  const [row] = await tx.select().from(accounts).where(eq(accounts.id, accountId));
  if (!row) throw new AppError('auth.session_expired');
  return row;
}

export type NewAccount = Pick<typeof accounts.$inferInsert, 'email' | 'username' | 'passwordHash'> & {
  language: Language;
  isAdmin?: boolean;
  mustChangePassword?: boolean;
  emailVerifiedAt?: Date;
};

/** Throws `account.email_taken` and `account.username_taken`. Nobody can sign in without a company. */
export async function insertAccount(tx: Tx, account: NewAccount): Promise<string> {
  await checkFree(tx, 'email', account.email);
  await checkFree(tx, 'username', account.username);
  const id = newId();
  await tx.insert(accounts).values({ id, ...account });
  return id;
}

/** Serializes callers who claim an address or username. Taken before any company lock. */
export async function lockAccountNames(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('sign-up'))`);
}

export async function isFree(
  tx: Tx,
  field: 'email' | 'username',
  value: string,
  except?: string,
): Promise<boolean> {
  await lockAccountNames(tx);
  const other = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(
      and(sql`lower(${accounts[field]}) = lower(${value})`, except ? ne(accounts.id, except) : undefined),
    );
  return other.length === 0;
}

export async function checkFree(tx: Tx, field: 'email' | 'username', value: string, except?: string) {
  if (!(await isFree(tx, field, value, except)))
    throw new AppError(field === 'email' ? 'account.email_taken' : 'account.username_taken');
}

/** The accounts by id, locked in one order so that two callers do not deadlock. */
export async function lockAccounts(tx: Tx, ids: string[]): Promise<Map<string, AccountRow>> {
  const rows = await tx
    .select()
    .from(accounts)
    .where(inArray(accounts.id, ids))
    .orderBy(asc(accounts.id))
    .for('no key update');
  return new Map(rows.map((row) => [row.id, row]));
}

export async function updateAccountRow(
  tx: Tx,
  { id }: Authorized<AccountRow, 'update'>,
  changes: Partial<Omit<AccountRow, 'id'>>,
): Promise<AccountRow> {
  const [row] = await tx
    .update(accounts)
    .set({ ...changes, updatedAt: new Date() })
    .where(eq(accounts.id, id))
    .returning();
  return row as AccountRow;
}

export async function deleteAccount(tx: SystemTx, id: string): Promise<void> {
  await tx.delete(accounts).where(eq(accounts.id, id));
}
