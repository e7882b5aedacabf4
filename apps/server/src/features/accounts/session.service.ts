import { createHash, randomBytes } from 'node:crypto';
import { AppError, type Language, type Level, levels } from '@lectern/contract';
import { and, eq, gt, lt, ne, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../platform/actor.ts';
import { type Database, newId, type Tx } from '../../platform/database/database.ts';
import { languageOf } from '../../platform/http/language.ts';
import { companies, memberships } from '../companies/company.table.ts';
import { accounts, sessions } from './account.table.ts';

const sessionDays = 30;
/** Writing the last use at every request would double the cost of reads. */
const touchEveryMinutes = 5;

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Begins a session; the token is returned once and stored only as a hash. */
export async function beginSession(tx: Tx, accountId: string, companyId: string): Promise<string> {
  const token = `lst_${randomBytes(32).toString('base64url')}`;
  await tx.insert(sessions).values({
    id: newId(),
    accountId,
    companyId,
    tokenHash: hashToken(token),
    expiresAt: new Date(Date.now() + sessionDays * 86_400_000),
  });
  return token;
}

export async function endSession(tx: Tx, sessionId: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.id, sessionId));
}

/** After a password change nobody else stays signed in. */
export async function endOtherSessions(tx: Tx, actor: Actor): Promise<void> {
  await tx
    .delete(sessions)
    .where(and(eq(sessions.accountId, actor.accountId), ne(sessions.id, actor.sessionId)));
}

export async function deleteExpiredSessions(database: Database): Promise<void> {
  await database.acrossCompanies('expired sessions of every company', (tx) =>
    tx.delete(sessions).where(lt(sessions.expiresAt, new Date())),
  );
}

function readBearer(request: FastifyRequest): string {
  const match = /^Bearer (lst_[A-Za-z0-9_-]{43})$/.exec(request.headers.authorization ?? '');
  if (!match?.[1]) throw new AppError('auth.required');
  return match[1];
}

/** The actor behind the `Authorization` header. Account, membership and company are read anew each time: a removal holds at once. */
export async function identify(database: Database, request: FastifyRequest): Promise<Actor> {
  const tokenHash = hashToken(readBearer(request));
  return database.acrossCompanies('a token names its company only after it is looked up', async (tx) => {
    const [row] = await tx
      .select({
        sessionId: sessions.id,
        accountId: accounts.id,
        companyId: companies.id,
        level: memberships.level,
        isAdmin: accounts.isAdmin,
        active: accounts.active,
        companyEnabled: companies.enabled,
        mustChangePassword: accounts.mustChangePassword,
        stale: sql<boolean>`${sessions.lastUsedAt} < now() - make_interval(mins => ${touchEveryMinutes})`,
      })
      .from(sessions)
      .innerJoin(accounts, eq(accounts.id, sessions.accountId))
      .innerJoin(companies, eq(companies.id, sessions.companyId))
      .innerJoin(
        memberships,
        and(eq(memberships.companyId, sessions.companyId), eq(memberships.accountId, sessions.accountId)),
      )
      .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, new Date())));
    if (!row) throw new AppError('auth.session_expired');
    if (!row.active) throw new AppError('auth.account_disabled');
    if (!row.companyEnabled) throw new AppError('auth.company_disabled');
    if (row.stale)
      await tx.update(sessions).set({ lastUsedAt: new Date() }).where(eq(sessions.id, row.sessionId));
    return {
      accountId: row.accountId,
      companyId: row.companyId,
      level: (row.isAdmin ? levels.ADMIN : row.level) as Level,
      via: 'session',
      sessionId: row.sessionId,
      mustChangePassword: row.mustChangePassword,
      language: languageOf(request) as Language,
    };
  });
}
