import { AppError, type Language } from '@lectern/contract';
import { and, asc, desc, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import type { Authorized } from '../../platform/authorized.ts';
import { newId, type SystemTx, type Tx } from '../../platform/database/database.ts';
import { isSameName } from '../../platform/database/same-name.ts';
import { type AccountRow, accounts } from './account.table.ts';

export type { AccountRow } from './account.table.ts';

/** The proved owner of an address first, then who claimed it last. */
const byProof = [sql`${accounts.emailVerifiedAt} is null`, desc(accounts.createdAt)];
/** Whose passwords are tried for one login. */
const mostCandidates = 3;

/**
 * Whoever may sign in by this login: the account that proved to own the address, else those that only claim it, else
 * the one with that username.
 */
export async function listAccountsByLogin(tx: Tx, login: string): Promise<AccountRow[]> {
  const byEmail = await tx
    .select()
    .from(accounts)
    .where(sql`lower(${accounts.email}) = lower(${login})`)
    .orderBy(...byProof)
    .limit(mostCandidates);
  if (byEmail[0]?.emailVerifiedAt) return byEmail.slice(0, 1);
  if (byEmail.length > 0) return byEmail;
  return tx.select().from(accounts).where(sql`lower(${accounts.username}) = lower(${login})`);
}

export async function findAccountByEmail(tx: Tx, email: string): Promise<AccountRow | undefined> {
  const [row] = await tx
    .select()
    .from(accounts)
    .where(sql`lower(${accounts.email}) = lower(${email})`)
    .orderBy(...byProof)
    .limit(1);
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

/** Which accounts keep an address from others: those that proved to own it, or also those that only claim it. */
export type AddressRule = 'proved' | 'claimed';

/** Throws `account.email_taken` and `account.username_taken`. Nobody can sign in without a company. */
export async function insertAccount(tx: Tx, account: NewAccount, takenBy: AddressRule): Promise<string> {
  if (!(await isAddressFree(tx, account.email, takenBy))) throw new AppError('account.email_taken');
  await checkUsernameFree(tx, account.username);
  const id = newId();
  await tx.insert(accounts).values({ id, ...account });
  return id;
}

/** Serializes callers who claim an address or username. Taken before any company lock. */
export async function lockAccountNames(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('sign-up'))`);
}

export async function isAddressFree(tx: Tx, email: string, takenBy: AddressRule): Promise<boolean> {
  await lockAccountNames(tx);
  const other = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(
      and(
        sql`lower(${accounts.email}) = lower(${email})`,
        takenBy === 'proved' ? isNotNull(accounts.emailVerifiedAt) : undefined,
      ),
    );
  return other.length === 0;
}

export async function isUsernameFree(tx: Tx, username: string, except?: string): Promise<boolean> {
  await lockAccountNames(tx);
  const other = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(isSameName(accounts.username, username), except ? ne(accounts.id, except) : undefined));
  return other.length === 0;
}

export async function checkUsernameFree(tx: Tx, username: string, except?: string): Promise<void> {
  if (!(await isUsernameFree(tx, username, except))) throw new AppError('account.username_taken');
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
