import { AppError, type Language, levels, type Me } from '@lectern/contract';
import { and, eq, isNull } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { getAccount } from '../accounts/account.service.ts';
import { accounts, sessions } from '../accounts/account.table.ts';
import { companies, memberships } from '../companies/company.table.ts';

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
    numberFormat: account.numberFormat,
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
