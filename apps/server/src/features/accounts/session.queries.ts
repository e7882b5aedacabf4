import { and, eq, gt, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Authorized } from '../../platform/authorized.ts';
import type { SystemTx, Tx } from '../../platform/database/database.ts';
import { type SessionRow, sessions } from './account.table.ts';

export async function findSession(tx: Tx, id: string): Promise<SessionRow | undefined> {
  const [row] = await tx.select().from(sessions).where(eq(sessions.id, id));
  return row;
}

/** Whether one of these accounts has a session from this address. */
export async function isAddressOfSession(
  tx: SystemTx,
  accountIds: string[],
  address: string,
): Promise<boolean> {
  if (accountIds.length === 0) return false;
  const rows = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        inArray(sessions.accountId, accountIds),
        eq(sessions.address, address),
        isNull(sessions.impersonatorId),
        gt(sessions.expiresAt, sql`now()`),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

export async function insertSession(tx: Tx, values: typeof sessions.$inferInsert): Promise<void> {
  await tx.insert(sessions).values(values);
}

export async function updateSession(
  tx: Tx,
  { id }: Authorized<SessionRow, 'update'>,
  changes: Partial<Pick<SessionRow, 'companyId' | 'twoFactorPassed'>>,
): Promise<void> {
  await tx.update(sessions).set(changes).where(eq(sessions.id, id));
}

export async function touchSession(tx: SystemTx, id: string): Promise<void> {
  await tx.update(sessions).set({ lastUsedAt: new Date() }).where(eq(sessions.id, id));
}

export async function deleteSession(tx: Tx, { id }: Authorized<SessionRow, 'delete' | 'end'>): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.id, id));
}

/** Ends all sessions of an account except one, including those in which it impersonates a company. */
export async function deleteSessionsOfAccount(
  tx: Tx,
  account: Authorized<{ id: string }, 'update'>,
  exceptId?: string,
): Promise<void> {
  await tx
    .delete(sessions)
    .where(
      and(
        or(eq(sessions.accountId, account.id), eq(sessions.impersonatorId, account.id)),
        exceptId ? ne(sessions.id, exceptId) : undefined,
      ),
    );
}

export async function deleteSessionsInCompany(
  tx: Tx,
  company: Authorized<{ id: string }, 'manage' | 'delete'>,
): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.companyId, company.id));
}

/** Ends the sessions that a person has in the company that it leaves. */
export async function deleteSessionsOfMember(
  tx: Tx,
  { companyId, accountId }: Authorized<{ companyId: string; accountId: string }, 'delete'>,
): Promise<void> {
  await tx.delete(sessions).where(and(eq(sessions.companyId, companyId), eq(sessions.accountId, accountId)));
}

/** Ends the sessions that began with a company's single sign-on. */
export async function deleteSsoSessions(
  tx: Tx,
  { companyId }: Authorized<{ companyId: string }, 'update' | 'delete'>,
): Promise<void> {
  await tx
    .delete(sessions)
    .where(and(eq(sessions.companyId, companyId), eq(sessions.signedInWith, 'single_sign_on')));
}

export async function deleteExpiredSessionRows(tx: SystemTx): Promise<void> {
  await tx.delete(sessions).where(lt(sessions.expiresAt, sql`now()`));
}
