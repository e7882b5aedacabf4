import { impersonationMinutes } from '@lectern/contract';
import { and, eq, lt, ne, or } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { type Database, newId, type Tx } from '../../platform/database/database.ts';
import { generateToken, hashToken } from '../../platform/token.ts';
import { sessions } from './account.table.ts';

const dayMs = 86_400_000;
const lasting = {
  password: 30 * dayMs,
  // Whoever was taken out at the provider must not go on here for long: it is asked again each day.
  single_sign_on: dayMs,
} as const;
const longestUserAgent = 300;

export type NewSession = {
  accountId: string;
  companyId: string;
  signedInWith?: 'password' | 'single_sign_on';
  /** The administrator who acts as the account; the session is then a short one. */
  impersonatorId?: string;
  /** A mailed code was given, or a provider vouched. */
  twoFactorPassed?: boolean;
  request: Pick<FastifyRequest, 'ip' | 'headers'>;
};

/** Begins a session; the token is returned once and stored only as a hash. */
export async function beginSession(tx: Tx, { request, ...session }: NewSession) {
  const token = generateToken('lst');
  const lasts = session.impersonatorId
    ? impersonationMinutes * 60_000
    : lasting[session.signedInWith ?? 'password'];
  const id = newId();
  await tx.insert(sessions).values({
    id,
    ...session,
    userAgent: request.headers['user-agent']?.slice(0, longestUserAgent) ?? null,
    address: request.ip,
    tokenHash: hashToken(token),
    expiresAt: new Date(Date.now() + lasts),
  });
  return { token, sessionId: id };
}

export async function endSession(tx: Tx, sessionId: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.id, sessionId));
}

/** Ends all sessions of an account, its acting as companies included, but for the one to keep. */
export async function endSessionsOfAccount(tx: Tx, accountId: string, except?: string): Promise<void> {
  await tx
    .delete(sessions)
    .where(
      and(
        or(eq(sessions.accountId, accountId), eq(sessions.impersonatorId, accountId)),
        except ? ne(sessions.id, except) : undefined,
      ),
    );
}

/** Ends the sessions of a company, or of one of its members there. */
export async function endSessionsInCompany(tx: Tx, companyId: string, accountId?: string): Promise<void> {
  await tx
    .delete(sessions)
    .where(and(eq(sessions.companyId, companyId), accountId ? eq(sessions.accountId, accountId) : undefined));
}

export async function deleteExpiredSessions(database: Database): Promise<void> {
  await database.acrossCompanies('expired sessions of every company', (tx) =>
    tx.delete(sessions).where(lt(sessions.expiresAt, new Date())),
  );
}
