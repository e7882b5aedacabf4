import {
  AppError,
  type BodyOf,
  type Challenge,
  type Language,
  levels,
  type SignInOutcome,
  type signIn,
  type signUp,
} from '@lectern/contract';
import type { FastifyRequest } from 'fastify';
import { authorizeSystem } from '../../platform/authorized.ts';
import type { SystemTx, Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { updateAccountRow } from '../accounts/account.queries.ts';
import {
  type AccountRow,
  checkUsernameFree,
  createVerifiedAccount,
  getAccount,
  insertAccount,
  isAddressFree,
  listAccountsByLogin,
  type NewAccount,
} from '../accounts/account.service.ts';
import { checkNewPassword, hashPassword, verifyPassword } from '../accounts/password.service.ts';
import { isAddressOfSession } from '../accounts/session.queries.ts';
import { createSession, type NewSession } from '../accounts/session.service.ts';
import { checkSignInGuess, clearSignInGuesses, type SignInPlace } from '../accounts/sign-in-guard.service.ts';
import { createPersonalCompany } from '../companies/company.service.ts';
import { getInvitationByToken } from '../companies/invitation.queries.ts';
import { joinByInvitation } from '../companies/invitation.service.ts';
import { queueMail } from '../mails/mail.service.ts';
import { findOpenChallenge } from './challenge.queries.ts';
import { checkCode, checkMayMailCode, createChallenge, useChallenge } from './challenge.service.ts';
import type { ChallengeRow } from './challenge.table.ts';
import { findDevice } from './known-device.ts';
import { listCompaniesOf, readMe } from './me.queries.ts';

/** What these calls know about their caller. */
export type Caller = { language: Language; request: FastifyRequest };

const beforeAnyCompany = 'nobody acts in a company before signing in';

/** Creates a session in a company that admits the account. */
export async function enterCompany(tx: Tx, session: NewSession) {
  const { accountId, companyId } = session;
  const { token, sessionId } = await createSession(tx, session);
  return { outcome: 'signed_in' as const, token, me: await readMe(tx, { accountId, companyId, sessionId }) };
}

/** Creates a session in the first company that admits the account. */
async function enter(
  tx: Tx,
  accountId: string,
  options: { twoFactorPassed?: boolean; request: FastifyRequest },
): Promise<SignInOutcome> {
  const companies = await listCompaniesOf(tx, accountId);
  if (companies.length === 0) throw new AppError('auth.no_company');
  const company = companies.find((candidate) => candidate.enabled);
  if (!company) throw new AppError('auth.company_disabled');
  return enterCompany(tx, { accountId, companyId: company.id, ...options });
}

export async function signUpAccount(
  platform: Platform,
  input: BodyOf<typeof signUp>,
  { language: asked, request }: Caller,
): Promise<SignInOutcome> {
  const { database, config } = platform;
  const { email, username, invitationToken } = input;
  if (!config.signUp.enabled && invitationToken === undefined) throw new AppError('auth.sign_up_disabled');
  checkNewPassword(input.password);
  const language = input.language ?? asked;
  const verify = config.signUp.verifyEmail && invitationToken === undefined;
  if (verify) await checkMayMailCode(database, { kind: 'verify_email', email });
  const passwordHash = await hashPassword(input.password);
  return database.asSystem('sign-up creates a company, or joins one', async (tx) => {
    await checkUsernameFree(tx, username);
    if (verify)
      return {
        outcome: 'code_required',
        challenge: await createPendingSignUp(platform, tx, { email, username, passwordHash, language }),
      };
    const account = { email, username, passwordHash, language };
    if (invitationToken !== undefined) {
      const invitation = await getInvitationByToken(tx, invitationToken);
      if (invitation.email.toLowerCase() !== email) throw new AppError('invitation.for_another');
      // The link came by mail: whoever has it owns the address.
      const accountId = await insertAccount(tx, { ...account, emailVerifiedAt: new Date() }, 'proved');
      await joinByInvitation(tx, authorizeSystem(tx, invitation), accountId);
      // As good as a mailed code: a company that requires two factors would otherwise refuse the new session.
      return enter(tx, accountId, { twoFactorPassed: true, request });
    }
    const accountId = await insertAccount(tx, account, 'claimed');
    await createPersonalCompany(tx, accountId, levels[config.signUp.level]);
    return enter(tx, accountId, { request });
  });
}

/**
 * The account is created once its code is answered: until then neither username nor address is taken, and nothing
 * reveals whether the address was known. The owner of a known address is notified.
 */
async function createPendingSignUp(
  platform: Platform,
  tx: SystemTx,
  { email, language, ...signUpData }: Pick<NewAccount, 'email' | 'username' | 'passwordHash' | 'language'>,
): Promise<Challenge> {
  const known = !(await isAddressFree(tx, email, 'proved'));
  if (known)
    await queueMail(platform, tx, {
      to: email,
      kind: 'address_already_registered',
      language,
      values: { url: `${platform.publicUrl()}/login` },
    });
  return createChallenge(platform, tx, {
    kind: 'verify_email',
    email,
    accountId: undefined,
    language,
    purpose: known ? {} : { signUp: { ...signUpData, language } },
  });
}

/** Creates the account, with a similar username if somebody took the name meanwhile. */
async function completeSignUp(
  { config }: Platform,
  tx: Tx,
  { email, purpose: { signUp: pending } }: ChallengeRow,
): Promise<string> {
  if (!pending) throw new AppError('auth.code_expired');
  const { username, passwordHash, language } = pending;
  const accountId = await createVerifiedAccount(tx, {
    email,
    names: [username],
    passwordHash,
    language,
    emailVerifiedAt: new Date(),
  });
  await createPersonalCompany(tx, accountId, levels[config.signUp.level]);
  return accountId;
}

async function needsTwoFactor(tx: Tx, account: AccountRow): Promise<boolean> {
  if (account.twoFactor) return true;
  const companies = await listCompaniesOf(tx, account.id);
  return companies.some((company) => company.enabled && company.requireTwoFactor);
}

/** Several people may claim one address before somebody proves to own it; each has a password of their own. */
async function findByPassword(candidates: AccountRow[], password: string): Promise<AccountRow | undefined> {
  // Unknown logins take as long as known ones.
  if (candidates.length === 0) await verifyPassword(undefined, password);
  for (const account of candidates) if (await verifyPassword(account.passwordHash, password)) return account;
  return undefined;
}

/** Signs in by e-mail address or username. Every failure before the right password answers the same. */
export async function signInAccount(
  platform: Platform,
  input: BodyOf<typeof signIn>,
  { request }: Caller,
): Promise<SignInOutcome> {
  const { database, config } = platform;
  const { candidates, place } = await database.asSystem(beforeAnyCompany, async (tx) => {
    const candidates = await listAccountsByLogin(tx, input.login);
    const ids = candidates.map(({ id }) => id);
    const place: SignInPlace = {
      address: request.ip,
      device: findDevice(platform, input.deviceToken, ids),
      addressIsKnown: await isAddressOfSession(tx, ids, request.ip),
    };
    return { candidates, place };
  });
  await checkSignInGuess(database, input.login, place);
  const account = await findByPassword(candidates, input.password);
  if (!account) throw new AppError('auth.wrong_credentials');
  if (!account.active) throw new AppError('auth.account_disabled');
  const kind = await database.asSystem(beforeAnyCompany, async (tx) => {
    await clearSignInGuesses(tx, input.login, place);
    if (await needsTwoFactor(tx, account)) return 'sign_in' as const;
    // A generated password was mailed to the address; changing it comes first, proving the address at the next sign-in.
    const mustProve = config.signUp.verifyEmail && !account.emailVerifiedAt && !account.mustChangePassword;
    return mustProve ? ('verify_email' as const) : undefined;
  });
  if (kind === undefined)
    return database.asSystem('sign-in chooses the company', (tx) => enter(tx, account.id, { request }));
  await checkMayMailCode(database, { kind, email: account.email });
  return database.asSystem(beforeAnyCompany, async (tx) => ({
    outcome: 'code_required',
    challenge: await createChallenge(platform, tx, {
      kind,
      email: account.email,
      accountId: account.id,
      language: account.language as Language,
    }),
  }));
}

const signInKinds = ['sign_in', 'verify_email'] as const;

export async function answerSignInCode(
  platform: Platform,
  challengeId: string,
  code: string,
  request: FastifyRequest,
): Promise<SignInOutcome> {
  const challenge = await checkCode(platform, challengeId, code, signInKinds);
  return platform.database.asSystem('sign-in chooses the company', async (tx) => {
    await useChallenge(tx, challenge);
    const accountId = challenge.accountId ?? (await completeSignUp(platform, tx, challenge));
    const account = await getAccount(tx, accountId);
    if (!account.active) throw new AppError('auth.account_disabled');
    if (!account.emailVerifiedAt)
      await updateAccountRow(tx, authorizeSystem(tx, account), { emailVerifiedAt: new Date() });
    return enter(tx, account.id, { twoFactorPassed: true, request });
  });
}

/** Mails a new code for the same purpose; the old one becomes invalid. */
export async function resendCodeOf(platform: Platform, challengeId: string, language: Language) {
  const { database } = platform;
  const kinds = ['sign_in', 'verify_email', 'reset_password', 'change_two_factor'] as const;
  const find = (tx: Tx) => findOpenChallenge(tx, challengeId, kinds);
  const asked = await database.asSystem('a code belongs to no company', find);
  await checkMayMailCode(database, asked);
  return database.asSystem('a code belongs to no company', async (tx) => {
    const old = await find(tx);
    const account = old.accountId ? await getAccount(tx, old.accountId) : undefined;
    return createChallenge(platform, tx, {
      kind: old.kind,
      email: old.email,
      accountId: account?.id,
      language: (account?.language as Language | undefined) ?? language,
      purpose: old.purpose,
    });
  });
}
