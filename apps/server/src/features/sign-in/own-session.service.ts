import { AppError, type Level, levels, type Session } from '@lectern/contract';
import { and, desc, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../platform/actor.ts';
import type { SystemTx, Tx } from '../../platform/database/database.ts';
import { languageOf } from '../../platform/http/language.ts';
import { hashToken } from '../../platform/token.ts';
import { accounts, sessions } from '../accounts/account.table.ts';
import { touchSession } from '../accounts/session.queries.ts';
import { companies, memberships } from '../companies/company.table.ts';

/** Writing `lastUsedAt` on every request would double the cost of reads. */
const touchEveryMinutes = 5;

/** The person's own sessions, the last used first, without those of impersonating administrators. */
export async function listSessionsOfAccount(tx: Tx, actor: Actor): Promise<Session[]> {
  const rows = await tx
    .select({ session: sessions, companyName: companies.name })
    .from(sessions)
    .innerJoin(companies, eq(companies.id, sessions.companyId))
    .where(
      and(
        eq(sessions.accountId, actor.accountId),
        isNull(sessions.impersonatorId),
        gt(sessions.expiresAt, new Date()),
      ),
    )
    .orderBy(desc(sessions.lastUsedAt));
  return rows.map(({ session, companyName }) => ({
    id: session.id,
    current: session.id === actor.sessionId,
    signedInWith: session.signedInWith,
    companyName,
    userAgent: session.userAgent,
    address: session.address,
    createdAt: session.createdAt.toISOString(),
    lastUsedAt: session.lastUsedAt.toISOString(),
    expiresAt: session.expiresAt.toISOString(),
  }));
}

function selectSessions(tx: SystemTx, condition: SQL | undefined) {
  const impersonators = alias(accounts, 'impersonators');
  return tx
    .select({
      session: sessions,
      account: {
        active: accounts.active,
        isAdmin: accounts.isAdmin,
        mustChangePassword: accounts.mustChangePassword,
      },
      company: {
        enabled: companies.enabled,
        deletedAt: companies.deletedAt,
        requireTwoFactor: companies.requireTwoFactor,
      },
      level: memberships.level,
      impersonator: { active: impersonators.active, isAdmin: impersonators.isAdmin },
      stale: sql<boolean>`${sessions.lastUsedAt} < now() - make_interval(mins => ${touchEveryMinutes})`,
    })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .innerJoin(companies, eq(companies.id, sessions.companyId))
    .innerJoin(
      memberships,
      and(eq(memberships.companyId, sessions.companyId), eq(memberships.accountId, sessions.accountId)),
    )
    .leftJoin(impersonators, eq(impersonators.id, sessions.impersonatorId))
    .where(and(condition, gt(sessions.expiresAt, new Date())));
}

type FoundSession = Awaited<ReturnType<typeof selectSessions>>[number];

/** Whom the session lets act; throws why it no longer does. */
function actorOf(row: FoundSession | undefined): Omit<Actor, 'language'> {
  if (!row || row.company.deletedAt) throw new AppError('auth.session_expired');
  const { session, account, company, impersonator } = row;
  if (!account.active) throw new AppError('auth.account_disabled');
  if (!company.enabled) throw new AppError('auth.company_disabled');
  if (session.impersonatorId && !(impersonator?.active && impersonator.isAdmin))
    throw new AppError('auth.session_expired');
  if (company.requireTwoFactor && !session.twoFactorPassed && !session.impersonatorId)
    throw new AppError('auth.two_factor_required');
  // With single sign-on or while impersonating, an administrator has no administrator's rights.
  const isAdmin = account.isAdmin && session.signedInWith === 'password' && !session.impersonatorId;
  return {
    accountId: session.accountId,
    companyId: session.companyId,
    level: (isAdmin ? levels.ADMIN : row.level) as Level,
    via: 'session',
    sessionId: session.id,
    signedInWith: session.signedInWith,
    ...(session.impersonatorId ? { impersonatedBy: session.impersonatorId } : {}),
    // Whoever did not sign in with the password cannot change it either.
    mustChangePassword:
      account.mustChangePassword && session.signedInWith === 'password' && !session.impersonatorId,
  };
}

/** The actor behind a session's token. */
export async function findActorOfSession(
  tx: SystemTx,
  token: string,
  request: FastifyRequest,
): Promise<Actor> {
  const [row] = await selectSessions(tx, eq(sessions.tokenHash, hashToken(token)));
  const actor = actorOf(row);
  if (row?.stale) await touchSession(tx, row.session.id);
  return { ...actor, language: languageOf(request) };
}

/** Today's actors of those among these sessions that still let somebody act. */
export async function recheckSessions(
  tx: SystemTx,
  ids: string[],
): Promise<Map<string, Omit<Actor, 'language'>>> {
  const rows = ids.length === 0 ? [] : await selectSessions(tx, inArray(sessions.id, ids));
  return new Map(
    rows.flatMap((row): [string, Omit<Actor, 'language'>][] => {
      try {
        return [[row.session.id, actorOf(row)]];
      } catch {
        return [];
      }
    }),
  );
}
