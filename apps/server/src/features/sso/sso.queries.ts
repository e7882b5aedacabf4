import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import type { Authorized } from '../../platform/authorized.ts';
import { newId, type Tx } from '../../platform/database/database.ts';
import { accounts, sessions } from '../accounts/account.table.ts';
import { companies, invitations, memberships } from '../companies/company.table.ts';
import { type SsoProviderRow, ssoAttempts, ssoIdentities, ssoProviders, type Vouched } from './sso.table.ts';

/** Of the transaction's company. */
export async function findProvider(tx: Tx, companyId: string): Promise<SsoProviderRow | undefined> {
  const [row] = await tx.select().from(ssoProviders).where(eq(ssoProviders.companyId, companyId));
  return row;
}

/** Providers through which people may sign in: enabled, of a company that is enabled and not about to vanish. */
function selectUsable(tx: Tx) {
  const usable = and(
    eq(companies.id, ssoProviders.companyId),
    eq(companies.enabled, true),
    isNull(companies.deletedAt),
  );
  return tx.select({ provider: ssoProviders }).from(ssoProviders).innerJoin(companies, usable).$dynamic();
}

export async function findUsableProvider(tx: Tx, name: string): Promise<SsoProviderRow | undefined> {
  const [row] = await selectUsable(tx).where(
    and(eq(ssoProviders.signInName, name), eq(ssoProviders.enabled, true)),
  );
  return row?.provider;
}

export async function hasUsableProvider(tx: Tx): Promise<boolean> {
  const rows = await selectUsable(tx).where(eq(ssoProviders.enabled, true)).limit(1);
  return rows.length > 0;
}

export async function findCompanyState(tx: Tx, companyId: string) {
  const [row] = await tx
    .select({ enabled: companies.enabled, deletedAt: companies.deletedAt })
    .from(companies)
    .where(eq(companies.id, companyId));
  return row;
}

/** Ends what a provider brought about: sign-ins under way and sessions. */
export async function endVouchedSessions(tx: Tx, companyId: string): Promise<void> {
  await tx.delete(ssoAttempts).where(eq(ssoAttempts.companyId, companyId));
  await tx
    .delete(sessions)
    .where(and(eq(sessions.companyId, companyId), eq(sessions.signedInWith, 'single_sign_on')));
}

export async function deleteIdentities(tx: Tx, companyId: string): Promise<void> {
  await tx.delete(ssoIdentities).where(eq(ssoIdentities.companyId, companyId));
}

export async function insertAttempt(
  tx: Tx,
  values: Omit<typeof ssoAttempts.$inferInsert, 'id'>,
): Promise<void> {
  await tx.insert(ssoAttempts).values({ id: newId(), ...values });
}

export type AttemptRow = typeof ssoAttempts.$inferSelect;

/** The attempt of that state, which serves once: of two that come with it, one gets the row. */
export async function takeState(tx: Tx, stateHash: string): Promise<AttemptRow | undefined> {
  const [row] = await tx
    .update(ssoAttempts)
    .set({ stateHash: null })
    .where(and(eq(ssoAttempts.stateHash, stateHash), gt(ssoAttempts.expiresAt, sql`now()`)))
    .returning();
  return row;
}

export async function keepVouched(
  tx: Tx,
  attemptId: string,
  values: { claims: Vouched; ticketHash: string },
): Promise<boolean> {
  const kept = await tx
    .update(ssoAttempts)
    .set(values)
    .where(eq(ssoAttempts.id, attemptId))
    .returning({ id: ssoAttempts.id });
  return kept.length > 0;
}

/** The attempt of that ticket, which serves once. */
export async function takeTicket(tx: Tx, ticketHash: string): Promise<AttemptRow | undefined> {
  const [row] = await tx
    .delete(ssoAttempts)
    .where(and(eq(ssoAttempts.ticketHash, ticketHash), gt(ssoAttempts.expiresAt, sql`now()`)))
    .returning();
  return row;
}

export async function deleteAttempt(tx: Tx, id: string): Promise<void> {
  await tx.delete(ssoAttempts).where(eq(ssoAttempts.id, id));
}

type Subject = { companyId: string; issuer: string; subject: string };

/** An account, with its membership in the company where it has one. */
export type Person = { accountId: string; active: boolean; member: typeof memberships.$inferSelect | null };

const personColumns = { accountId: accounts.id, active: accounts.active, member: memberships };
const inCompany = (companyId: string) =>
  and(eq(memberships.accountId, accounts.id), eq(memberships.companyId, companyId));

export async function findPersonBySubject(
  tx: Tx,
  { companyId, issuer, subject }: Subject,
): Promise<Person | undefined> {
  const [row] = await tx
    .select(personColumns)
    .from(ssoIdentities)
    .innerJoin(accounts, eq(accounts.id, ssoIdentities.accountId))
    .leftJoin(memberships, inCompany(companyId))
    .where(
      and(
        eq(ssoIdentities.companyId, companyId),
        eq(ssoIdentities.issuer, issuer),
        eq(ssoIdentities.subject, subject),
      ),
    );
  return row;
}

export async function findPersonByEmail(
  tx: Tx,
  companyId: string,
  email: string,
): Promise<Person | undefined> {
  const [row] = await tx
    .select(personColumns)
    .from(accounts)
    .leftJoin(memberships, inCompany(companyId))
    .where(sql`lower(${accounts.email}) = lower(${email})`);
  return row;
}

/** Whether the account is another of the provider's people already. */
export async function isSomeoneElse(tx: Tx, person: Subject, accountId: string): Promise<boolean> {
  const rows = await tx
    .select({ subject: ssoIdentities.subject })
    .from(ssoIdentities)
    .where(
      and(
        eq(ssoIdentities.companyId, person.companyId),
        eq(ssoIdentities.issuer, person.issuer),
        eq(ssoIdentities.accountId, accountId),
        ne(ssoIdentities.subject, person.subject),
      ),
    );
  return rows.length > 0;
}

export async function insertIdentity(tx: Tx, person: Subject, accountId: string): Promise<void> {
  await tx.insert(ssoIdentities).values({ ...person, accountId });
}

/** Whoever comes by the provider needs the invitation's place no longer. */
export async function deleteInvitationOf(tx: Tx, companyId: string, email: string): Promise<void> {
  await tx
    .delete(invitations)
    .where(and(eq(invitations.companyId, companyId), sql`lower(${invitations.email}) = lower(${email})`));
}

export async function deleteIdentity(
  tx: Tx,
  { companyId, accountId }: Authorized<{ companyId: string; accountId: string }, 'delete'>,
): Promise<void> {
  await tx
    .delete(ssoIdentities)
    .where(and(eq(ssoIdentities.companyId, companyId), eq(ssoIdentities.accountId, accountId)));
}
