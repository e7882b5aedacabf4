import { impersonationMinutes } from '@lectern/contract';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../platform/actor.ts';
import { authorize } from '../../platform/authorized.ts';
import { type Database, newId, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { generateToken, hashToken } from '../../platform/token.ts';
import { sessionPolicy } from './session.policy.ts';
import { deleteExpiredSessionRows, deleteSession, findSession, insertSession } from './session.queries.ts';

const dayMs = 86_400_000;
const durationMs = {
  password: 30 * dayMs,
  // People removed at the provider must lose access soon, so the provider is asked again every day.
  single_sign_on: dayMs,
} as const;
const maxUserAgentLength = 300;

export type NewSession = {
  accountId: string;
  companyId: string;
  signedInWith?: 'password' | 'single_sign_on';
  /** The administrator who impersonates the company as this account; the session is then short. */
  impersonatorId?: string;
  /** The person gave a mailed code, or signed in with single sign-on. */
  twoFactorPassed?: boolean;
  request: Pick<FastifyRequest, 'ip' | 'headers'>;
};

/** Creates a session; the token is returned once and stored only as a hash. */
export async function createSession(tx: Tx, { request, ...session }: NewSession) {
  const token = generateToken('lst');
  const lastsMs = session.impersonatorId
    ? impersonationMinutes * 60_000
    : durationMs[session.signedInWith ?? 'password'];
  const id = newId();
  await insertSession(tx, {
    id,
    ...session,
    userAgent: request.headers['user-agent']?.slice(0, maxUserAgentLength) ?? null,
    address: request.ip,
    tokenHash: hashToken(token),
    expiresAt: new Date(Date.now() + lastsMs),
  });
  return { token, sessionId: id };
}

export async function deleteExpiredSessions(database: Database): Promise<void> {
  await database.asSystem('expired sessions of every company', deleteExpiredSessionRows);
}

/** Ends the session in which the actor makes this call, if it still exists. */
export async function endCurrentSession({ database }: Platform, actor: Actor): Promise<void> {
  const { sessionId } = actor;
  if (sessionId === null) return;
  await database.acrossCompanies('sessions belong to no company', async (tx) => {
    const session = await findSession(tx, sessionId);
    if (session) await deleteSession(tx, authorize(sessionPolicy, actor, 'end', session));
  });
}
