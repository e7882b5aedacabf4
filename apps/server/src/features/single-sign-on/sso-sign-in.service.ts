import { randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError, type BodyOf, type beginSso, type Language, type SignInOutcome } from '@lectern/contract';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashToken } from '../../platform/token.ts';
import { prepareGeneratedPassword } from '../accounts/account.service.ts';
import { findCompany } from '../companies/company.queries.ts';
import { writeRefusal } from '../sign-in/refused-sign-in.service.ts';
import { enterCompany } from '../sign-in/sign-in.service.ts';
import { describeFault, openProvider } from './oidc-client.ts';
import {
  type AttemptRow,
  deleteAttempt,
  deleteExpiredAttemptRows,
  findProvider,
  findUsableProvider,
  insertAttempt,
  saveClaims,
  takeState,
  takeTicket,
} from './sso.queries.ts';
import { provisionSsoAccount } from './sso-account.service.ts';
import { openSecret, redirectUrlOf } from './sso-settings.service.ts';

const attemptMinutes = 10;
const beforeAnyone = 'a sign-in names its company only after it is looked up';

/** 256 bits, so that a plain hash protects them. */
const newSecret = () => randomBytes(32).toString('base64url');

/** Pages inside the product only: `//host` and `/\\host` lead outside, also with a line break that browsers drop. */
function isInside(path: string): boolean {
  return /^\/(?![/\\])[^\s\p{Cc}]*$/u.test(path);
}

export async function beginSignIn(platform: Platform, { signInName, next }: BodyOf<typeof beginSso>) {
  const { database } = platform;
  const provider = await database.asSystem(beforeAnyone, (tx) => findUsableProvider(tx, signInName));
  if (!provider) throw new AppError('sso.not_found');
  // Redirecting the browser needs no secret.
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
 * Handles the redirect from the provider. Returns a ticket with which only the browser that started can finish.
 * Throws an error of which only the code is shown.
 */
export async function receiveAnswer(
  platform: Platform,
  companyId: string,
  { query, address }: { query: URLSearchParams; address: string },
): Promise<{ ticket: string; next: string | null }> {
  const { database } = platform;
  const state = query.get('state') ?? '';
  const attempt = await database.asSystem(beforeAnyone, (tx) => takeState(tx, hashToken(state)));
  // The answer is for another company: its code must not be sent to this company's provider.
  if (!attempt || attempt.companyId !== companyId) throw new AppError('sso.expired');
  try {
    const ticket = newSecret();
    const claims = await askProvider(platform, attempt, state, query);
    const saved = await database.withCompany(companyId, (tx) =>
      saveClaims(tx, attempt.id, { claims, ticketHash: hashToken(ticket) }),
    );
    if (!saved) throw new AppError('sso.expired');
    return { ticket, next: attempt.next };
  } catch (error) {
    await database.withCompany(companyId, (tx) => deleteAttempt(tx, attempt.id));
    await recordRefusal(platform, { companyId, address, person: undefined }, error);
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

/** Signs in whoever has both the ticket and the verifier. A stolen ticket is used up too. */
export async function finishSignIn(
  platform: Platform,
  { ticket, verifier }: { ticket: string; verifier: string },
  { language, request }: { language: Language; request: FastifyRequest },
): Promise<SignInOutcome> {
  const { database } = platform;
  const attempt = await database.asSystem(beforeAnyone, (tx) => takeTicket(tx, hashToken(ticket)));
  const given = Buffer.from(hashToken(verifier));
  if (!attempt?.claims || !timingSafeEqual(given, Buffer.from(attempt.verifierHash)))
    throw new AppError('sso.expired');
  const { companyId, claims } = attempt;
  // A password that nobody learns, hashed before the transaction because hashing is slow.
  const { passwordHash } = await prepareGeneratedPassword();
  try {
    return await database.asSystem('an account belongs to no company', async (tx) => {
      const accountId = await provisionSsoAccount(tx, companyId, claims, { passwordHash, language });
      const signedInWith = 'single_sign_on';
      return enterCompany(tx, { accountId, companyId, signedInWith, twoFactorPassed: true, request });
    });
  } catch (error) {
    const person = claims.email ?? claims.subject;
    await recordRefusal(platform, { companyId, address: request.ip, person }, error);
    throw error;
  }
}

/** Writes a refusal to the company's audit log, under the name by which its provider knows the person. */
async function recordRefusal(
  platform: Platform,
  { companyId, address, person }: { companyId: string; address: string; person: string | undefined },
  error: unknown,
): Promise<void> {
  if (!(error instanceof AppError)) return;
  await writeRefusal(platform, { action: 'finishSso', address }, error, async (tx) => ({
    account: person === undefined ? undefined : { id: null, name: person },
    company: await findCompany(tx, companyId),
  }));
}

export async function deleteExpiredAttempts(database: Database): Promise<void> {
  await database.asSystem('expired sign-ins of every company', deleteExpiredAttemptRows);
}
