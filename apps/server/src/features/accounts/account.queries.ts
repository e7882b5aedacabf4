import { AppError, type Language, type Level, levels, type Me } from '@lectern/contract';
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Actor } from '../../platform/actor.ts';
import { newId, type Tx } from '../../platform/database/database.ts';
import { companies, memberships } from '../companies/company.table.ts';
import { getSignUpPackage } from '../companies/package.queries.ts';
import { type AccountRow, accounts, sessions } from './account.table.ts';

export type { AccountRow } from './account.table.ts';

export async function findAccountByLogin(tx: Tx, login: string): Promise<AccountRow | undefined> {
  const [row] = await tx
    .select()
    .from(accounts)
    .where(sql`lower(${accounts.email}) = lower(${login}) or lower(${accounts.username}) = lower(${login})`)
    // An e-mail address is never hidden by someone's username of the same spelling.
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

/** The companies in which an account may act, its oldest membership first. */
export async function listCompaniesOf(tx: Tx, accountId: string) {
  return tx
    .select({
      id: companies.id,
      name: companies.name,
      kind: companies.kind,
      enabled: companies.enabled,
      requireTwoFactor: companies.requireTwoFactor,
      level: memberships.level,
    })
    .from(memberships)
    .innerJoin(companies, eq(companies.id, memberships.companyId))
    .where(and(eq(memberships.accountId, accountId), isNull(companies.deletedAt)))
    .orderBy(memberships.createdAt);
}

export type NewAccount = Pick<typeof accounts.$inferInsert, 'email' | 'username' | 'passwordHash'> & {
  language: Language;
  isAdmin?: boolean;
  mustChangePassword?: boolean;
  emailVerifiedAt?: Date;
};

/** An account, with a personal company where asked for. Throws where e-mail or username are taken. */
export async function createAccount(
  tx: Tx,
  account: NewAccount,
  { personalCompany }: { personalCompany?: { level: Level } } = {},
): Promise<string> {
  await checkFree(tx, 'email', account.email);
  await checkFree(tx, 'username', account.username);
  const id = newId();
  await tx.insert(accounts).values({ id, ...account });
  if (personalCompany) await createPersonalCompany(tx, id, account.username, personalCompany.level);
  return id;
}

/** A company of one person's own, on the package for sign-ups. */
export async function createPersonalCompany(
  tx: Tx,
  accountId: string,
  username: string,
  level: Level,
): Promise<string> {
  const signUpPackage = await getSignUpPackage(tx);
  const companyId = newId();
  await tx
    .insert(companies)
    .values({ id: companyId, name: username, kind: 'personal', packageId: signUpPackage.id });
  await tx
    .insert(memberships)
    .values({ id: newId(), companyId, accountId, level: Math.min(level, levels.COMPANY) });
  return companyId;
}

/** Two accounts that want one address or name at once wait for each other here; taken before any lock of a company. */
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

/** Called inside `acrossCompanies`: a person may belong to several companies. */
export async function readMe(
  tx: Tx,
  actor: Pick<Actor, 'accountId' | 'companyId' | 'sessionId'> & Partial<Pick<Actor, 'level'>>,
): Promise<Me> {
  const account = await getAccount(tx, actor.accountId);
  const session = actor.sessionId ? await findSession(tx, actor.sessionId) : undefined;
  const byPassword = session?.impersonatedBy == null && session?.signedInWith !== 'single_sign_on';
  // A token, too, is of one company, and tells of no other.
  const bound = !byPassword || actor.sessionId === null;
  const own = (await listCompaniesOf(tx, actor.accountId))
    .filter(({ enabled, id }) => enabled && (!bound || id === actor.companyId))
    .map(({ enabled: _, requireTwoFactor: __, ...company }) => company);
  const active = own.find((company) => company.id === actor.companyId);
  if (!active) throw new AppError('auth.company_disabled');
  return {
    id: account.id,
    email: account.email,
    username: account.username,
    photo: account.photo,
    colorScheme: account.colorScheme,
    timezone: account.timezone,
    language: account.language as Language,
    mustChangePassword: account.mustChangePassword && byPassword,
    emailVerified: account.emailVerifiedAt !== null,
    twoFactor: account.twoFactor,
    level: actor.level ?? (account.isAdmin && !bound ? levels.ADMIN : active.level),
    signedInWith: session?.signedInWith ?? 'password',
    impersonation:
      session?.impersonatedBy == null
        ? null
        : { administrator: session.impersonatedBy, expiresAt: session.expiresAt.toISOString() },
    company: active,
    companies: own,
    createdAt: account.createdAt.toISOString(),
  };
}

async function findSession(tx: Tx, id: string) {
  const impersonators = alias(accounts, 'impersonators');
  const [row] = await tx
    .select({
      signedInWith: sessions.signedInWith,
      expiresAt: sessions.expiresAt,
      impersonatedBy: impersonators.username,
    })
    .from(sessions)
    .leftJoin(impersonators, eq(impersonators.id, sessions.impersonatorId))
    .where(eq(sessions.id, id));
  return row;
}
