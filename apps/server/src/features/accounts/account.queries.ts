import { AppError, type Language, type Level, levels, type Me } from '@lectern/contract';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import { newId, type Tx } from '../../platform/database/database.ts';
import { companies, memberships, packages } from '../companies/company.table.ts';
import { accounts } from './account.table.ts';

export type AccountRow = typeof accounts.$inferSelect;

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
      level: memberships.level,
    })
    .from(memberships)
    .innerJoin(companies, eq(companies.id, memberships.companyId))
    .where(eq(memberships.accountId, accountId))
    .orderBy(memberships.createdAt);
}

export type NewAccount = {
  email: string;
  username: string;
  passwordHash: string;
  language: Language;
  level: Level;
  isAdmin?: boolean;
  mustChangePassword?: boolean;
};

/** An account with a personal company of its own on the sign-up package. Throws where e-mail or username are taken. */
export async function createAccountWithCompany(tx: Tx, account: NewAccount) {
  await checkFree(tx, 'email', account.email);
  await checkFree(tx, 'username', account.username);
  const [signUpPackage] = await tx.select().from(packages).where(eq(packages.isSignUpDefault, true)).limit(1);
  if (!signUpPackage) throw new Error('No package is marked as the sign-up default');
  const accountId = newId();
  const companyId = newId();
  const { level, ...columns } = account;
  await tx.insert(accounts).values({ id: accountId, ...columns });
  await tx
    .insert(companies)
    .values({ id: companyId, name: account.username, kind: 'personal', packageId: signUpPackage.id });
  await tx
    .insert(memberships)
    .values({ id: newId(), companyId, accountId, level: Math.min(level, levels.COMPANY) });
  return { accountId, companyId };
}

/** Two accounts that want one address or name at once wait for each other here. */
export async function lockAccountNames(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('sign-up'))`);
}

export async function checkFree(tx: Tx, field: 'email' | 'username', value: string, except?: string) {
  await lockAccountNames(tx);
  const other = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(
      and(sql`lower(${accounts[field]}) = lower(${value})`, except ? ne(accounts.id, except) : undefined),
    );
  if (other.length > 0)
    throw new AppError(field === 'email' ? 'account.email_taken' : 'account.username_taken');
}

/** Called inside `acrossCompanies`: a person may belong to several companies. */
export async function readMe(tx: Tx, actor: Pick<Actor, 'accountId' | 'companyId'>): Promise<Me> {
  const account = await getAccount(tx, actor.accountId);
  const own = (await listCompaniesOf(tx, actor.accountId))
    .filter((company) => company.enabled)
    .map(({ enabled: _, ...company }) => company);
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
    mustChangePassword: account.mustChangePassword,
    level: account.isAdmin ? levels.ADMIN : active.level,
    company: active,
    companies: own,
    createdAt: account.createdAt.toISOString(),
  };
}
