import { randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError, type BodyOf, type beginSso, type Language, type SignInOutcome } from '@lectern/contract';
import { lt, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashToken } from '../../platform/token.ts';
import { prepareGeneratedPassword } from '../accounts/account.service.ts';
import { enterCompany } from '../sign-in/sign-in.service.ts';
import { describeFault, openProvider } from './oidc-client.ts';
import {
  type AttemptRow,
  deleteAttempt,
  findProvider,
  findUsableProvider,
  insertAttempt,
  keepVouched,
  takeState,
  takeTicket,
} from './sso.queries.ts';
import { ssoAttempts } from './sso.table.ts';
import { admitVouched } from './sso-account.service.ts';
import { openSecret, redirectUrlOf } from './sso-settings.service.ts';

const attemptMinutes = 10;
const beforeAnyone = 'a sign-in names its company only after it is looked up';

/** 256 bits, so that a plain hash protects them. */
const newSecret = () => randomBytes(32).toString('base64url');

/** Pages inside the product alone: `//host` and `/\\host` lead out of it, also with a line break that browsers drop. */
function isInside(path: string): boolean {
  return /^\/(?![/\\])[^\s\p{Cc}]*$/u.test(path);
}

export async function beginSignIn(platform: Platform, { signInName, next }: BodyOf<typeof beginSso>) {
  const { database } = platform;
  const provider = await database.acrossCompanies(beforeAnyone, (tx) => findUsableProvider(tx, signInName));
  if (!provider) throw new AppError('sso.not_found');
  // Where to send a browser is no secret, so that none is needed yet.
  const client = await openProvider(platform, { ...provider, secret: null });
  const [state, verifier, nonce, codeVerifier] = [newSecret(), newSecret(), newSecret(), newSecret()];
  const { companyId, scopes } = provider;
  await database.withCompany(companyId, (tx) =>
    insertAttempt(tx, {
      companyId,
      stateHash: hashToken(state),
      verifierHash: hashToken(verifier),
      nonce,
      codeVerifier,
      next: next !== undefined && isInside(next) ? next : null,
      expiresAt: new Date(Date.now() + attemptMinutes * 60_000),
    }),
  );
  const redirectUrl = redirectUrlOf(platform, companyId);
  return { url: await client.buildSignInUrl({ redirectUrl, scopes, state, nonce, codeVerifier }), verifier };
}

/**
 * The provider has sent the browser back. Returns the ticket with which the browser that began, and no other, can
 * finish. Throws what went wrong as an error whose code alone is told.
 */
export async function receiveAnswer(
  platform: Platform,
  companyId: string,
  query: URLSearchParams,
): Promise<{ ticket: string; next: string | null }> {
  const { database } = platform;
  const state = query.get('state') ?? '';
  const attempt = await database.acrossCompanies(beforeAnyone, (tx) => takeState(tx, hashToken(state)));
  // An answer to another company's question: its code must not be shown to this company's provider.
  if (!attempt || attempt.companyId !== companyId) throw new AppError('sso.expired');
  try {
    const ticket = newSecret();
    const claims = await askProvider(platform, attempt, state, query);
    const kept = await database.withCompany(companyId, (tx) =>
      keepVouched(tx, attempt.id, { claims, ticketHash: hashToken(ticket) }),
    );
    // Its provider was replaced meanwhile.
    if (!kept) throw new AppError('sso.expired');
    return { ticket, next: attempt.next };
  } catch (error) {
    await database.withCompany(companyId, (tx) => deleteAttempt(tx, attempt.id));
    throw error;
  }
}

async function askProvider(platform: Platform, attempt: AttemptRow, state: string, query: URLSearchParams) {
  const { companyId, nonce, codeVerifier } = attempt;
  const provider = await platform.database.withCompany(companyId, (tx) => findProvider(tx, companyId));
  if (!provider?.enabled) throw new AppError('sso.expired');
  const url = new URL(redirectUrlOf(platform, companyId));
  url.search = query.toString();
  try {
    const client = await openProvider(platform, { ...provider, secret: openSecret(platform, provider) });
    return await client.readPerson(url, { state, nonce, codeVerifier }, provider.levelClaim);
  } catch (error) {
    const detail = describeFault(error);
    platform.log.warn({ event: 'sso.failed', companyId, reason: detail });
    throw new AppError('sso.failed', { detail }, { cause: error });
  }
}

/** Signs in whoever holds both the ticket and the verifier. A ticket in the wrong hands is spent all the same. */
export async function finishSignIn(
  { database }: Platform,
  { ticket, verifier }: { ticket: string; verifier: string },
  { language, request }: { language: Language; request: FastifyRequest },
): Promise<SignInOutcome> {
  const attempt = await database.acrossCompanies(beforeAnyone, (tx) => takeTicket(tx, hashToken(ticket)));
  const given = Buffer.from(hashToken(verifier));
  if (!attempt?.claims || !timingSafeEqual(given, Buffer.from(attempt.verifierHash)))
    throw new AppError('sso.expired');
  const { companyId, claims } = attempt;
  // Of a password that nobody is told; made before the transaction, since hashing takes its time.
  const { passwordHash } = await prepareGeneratedPassword();
  return database.acrossCompanies('an account stands above companies', async (tx) => {
    const accountId = await admitVouched(tx, companyId, claims, { passwordHash, language });
    const signedInWith = 'single_sign_on';
    return enterCompany(tx, { accountId, companyId, signedInWith, twoFactorPassed: true, request });
  });
}

export async function deleteExpiredAttempts(database: Database): Promise<void> {
  await database.acrossCompanies('expired sign-ins of every company', (tx) =>
    tx.delete(ssoAttempts).where(lt(ssoAttempts.expiresAt, sql`now()`)),
  );
}
