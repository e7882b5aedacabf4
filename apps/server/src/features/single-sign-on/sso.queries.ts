import { and, eq, gt, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Authorized } from '../../platform/authorized.ts';
import { newId, type SystemTx, type Tx } from '../../platform/database/database.ts';
import { accounts } from '../accounts/account.table.ts';
import { companies, memberships } from '../companies/company.table.ts';
import {
  type SsoClaims,
  type SsoProviderRow,
  ssoAttempts,
  ssoIdentities,
  ssoProviders,
} from './sso.table.ts';

export async function findProvider(tx: Tx, companyId: string): Promise<SsoProviderRow | undefined> {
  const [row] = await tx.select().from(ssoProviders).where(eq(ssoProviders.companyId, companyId));
  return row;
}

/** Providers of companies that are enabled and not deleted. */
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

export async function upsertProvider(
  tx: Tx,
  { companyId }: Authorized<{ companyId: string }, 'update'>,
  values: Omit<typeof ssoProviders.$inferInsert, 'companyId'>,
): Promise<SsoProviderRow> {
  const [row] = await tx
    .insert(ssoProviders)
    .values({ companyId, ...values })
    .onConflictDoUpdate({ target: ssoProviders.companyId, set: values })
    .returning();
  return row as SsoProviderRow;
}

export async function deleteProvider(
  tx: Tx,
  { companyId }: Authorized<SsoProviderRow, 'delete'>,
): Promise<void> {
  await tx.delete(ssoProviders).where(eq(ssoProviders.companyId, companyId));
}

/** Ends the sign-ins in progress at the company's provider. */
export async function deleteAttemptsOfCompany(
  tx: Tx,
  { companyId }: Authorized<{ companyId: string }, 'update' | 'delete'>,
): Promise<void> {
  await tx.delete(ssoAttempts).where(eq(ssoAttempts.companyId, companyId));
}

export async function deleteIdentities(
  tx: Tx,
  { companyId }: Authorized<{ companyId: string }, 'update' | 'delete'>,
): Promise<void> {
  await tx.delete(ssoIdentities).where(eq(ssoIdentities.companyId, companyId));
}

export async function insertAttempt(
  tx: Tx,
  values: Omit<typeof ssoAttempts.$inferInsert, 'id'>,
): Promise<void> {
  await tx.insert(ssoAttempts).values({ id: newId(), ...values });
}

export type AttemptRow = typeof ssoAttempts.$inferSelect;

/** The attempt of that state, which works once: of two callers, one gets the row. */
export async function takeState(tx: SystemTx, stateHash: string): Promise<AttemptRow | undefined> {
  const [row] = await tx
    .update(ssoAttempts)
    .set({ stateHash: null })
    .where(and(eq(ssoAttempts.stateHash, stateHash), gt(ssoAttempts.expiresAt, sql`now()`)))
    .returning();
  return row;
}

/** False if the company's provider was replaced meanwhile. */
export async function saveClaims(
  tx: SystemTx,
  attemptId: string,
  values: { claims: SsoClaims; ticketHash: string },
): Promise<boolean> {
  const saved = await tx
    .update(ssoAttempts)
    .set(values)
    .where(eq(ssoAttempts.id, attemptId))
    .returning({ id: ssoAttempts.id });
  return saved.length > 0;
}

/** The attempt of that ticket, which works once. */
export async function takeTicket(tx: SystemTx, ticketHash: string): Promise<AttemptRow | undefined> {
  const [row] = await tx
    .delete(ssoAttempts)
    .where(and(eq(ssoAttempts.ticketHash, ticketHash), gt(ssoAttempts.expiresAt, sql`now()`)))
    .returning();
  return row;
}

export async function deleteAttempt(tx: SystemTx, id: string): Promise<void> {
  await tx.delete(ssoAttempts).where(eq(ssoAttempts.id, id));
}

type Subject = { companyId: string; issuer: string; subject: string };

/** An account, with its membership in the company if it has one. */
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

/** A member with that address, else the account elsewhere that proved to own it. */
export async function findPersonByEmail(
  tx: Tx,
  companyId: string,
  email: string,
): Promise<Person | undefined> {
  const [row] = await tx
    .select(personColumns)
    .from(accounts)
    .leftJoin(memberships, inCompany(companyId))
    .where(
      and(
        sql`lower(${accounts.email}) = lower(${email})`,
        or(isNotNull(memberships.id), isNotNull(accounts.emailVerifiedAt)),
      ),
    )
    .orderBy(sql`${memberships.id} is null`)
    .limit(1);
  return row;
}

/** Whether the account is already linked to another person at the provider. */
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

export async function deleteExpiredAttemptRows(tx: SystemTx): Promise<void> {
  await tx.delete(ssoAttempts).where(lt(ssoAttempts.expiresAt, sql`now()`));
}

export async function deleteIdentity(
  tx: Tx,
  { companyId, accountId }: Authorized<{ companyId: string; accountId: string }, 'delete'>,
): Promise<void> {
  await tx
    .delete(ssoIdentities)
    .where(and(eq(ssoIdentities.companyId, companyId), eq(ssoIdentities.accountId, accountId)));
}
