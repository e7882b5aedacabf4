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
import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  type AccountRow,
  checkFree,
  createAccount,
  createVouchedAccount,
  findAccountByLogin,
  getAccount,
  isFree,
  type NewAccount,
} from '../accounts/account.service.ts';
import { accounts } from '../accounts/account.table.ts';
import { checkNewPassword, hashPassword, verifyPassword } from '../accounts/password.service.ts';
import { beginSession, type NewSession } from '../accounts/session.service.ts';
import { checkGuess, clearAttempts } from '../accounts/sign-in-guard.service.ts';
import { createPersonalCompany } from '../companies/company.service.ts';
import { findInvitationByToken, joinByInvitation } from '../companies/invitation.service.ts';
import { queueMail } from '../mails/mail.service.ts';
import {
  type ChallengeRow,
  checkCode,
  checkMayMailCode,
  findOpenChallenge,
  openChallenge,
  useChallenge,
} from './challenge.service.ts';
import { listCompaniesOf, readMe } from './me.queries.ts';

/** What a call of these knows of its caller. */
export type Caller = { language: Language; request: FastifyRequest };

const beforeAnyCompany = 'nobody acts in a company before signing in';

/** Begins a session in a company that lets the account in. */
export async function enterCompany(tx: Tx, session: NewSession) {
  const { accountId, companyId } = session;
  const { token, sessionId } = await beginSession(tx, session);
  return { outcome: 'signed_in' as const, token, me: await readMe(tx, { accountId, companyId, sessionId }) };
}

/** Begins a session in the first company that lets the account in. */
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
  return database.acrossCompanies('sign-up makes a company, or joins one', async (tx) => {
    await checkFree(tx, 'username', username);
    if (verify)
      return {
        outcome: 'code_required',
        challenge: await createPendingSignUp(platform, tx, { email, username, passwordHash, language }),
      };
    const account = { email, username, passwordHash, language };
    if (invitationToken !== undefined) {
      const invitation = await findInvitationByToken(tx, invitationToken);
      if (invitation.email.toLowerCase() !== email) throw new AppError('invitation.for_another');
      // The link came by mail: whoever holds it reads the address.
      const accountId = await createAccount(tx, { ...account, emailVerifiedAt: new Date() });
      await joinByInvitation(tx, invitation, accountId);
      // As good as a mailed code: without it the company that asks for one would refuse what just began.
      return enter(tx, accountId, { twoFactorPassed: true, request });
    }
    const accountId = await createAccount(tx, account);
    await createPersonalCompany(tx, accountId, levels[config.signUp.level]);
    return enter(tx, accountId, { request });
  });
}

/**
 * The account is made when its code is answered: till then nothing is taken, neither name nor address, and nothing
 * tells whether the address was known. Who reads a known one is told that someone asked.
 */
async function createPendingSignUp(
  platform: Platform,
  tx: Tx,
  { email, language, ...signUpData }: Pick<NewAccount, 'email' | 'username' | 'passwordHash' | 'language'>,
): Promise<Challenge> {
  const known = !(await isFree(tx, 'email', email));
  if (known)
    await queueMail(platform, tx, {
      to: email,
      kind: 'address_already_registered',
      language,
      values: { url: `${platform.publicUrl()}/login` },
    });
  return openChallenge(platform, tx, {
    kind: 'verify_email',
    email,
    accountId: undefined,
    language,
    purpose: known ? {} : { signUp: { ...signUpData, language } },
  });
}

/** Under another name of its kind where somebody took the name meanwhile. */
async function completeSignUp(
  { config }: Platform,
  tx: Tx,
  { email, purpose: { signUp: promised } }: ChallengeRow,
): Promise<string> {
  if (!promised) throw new AppError('auth.code_expired');
  const { username, passwordHash, language } = promised;
  const accountId = await createVouchedAccount(tx, {
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

/** Signs in by e-mail or username. Every failure before the right password reads the same. */
export async function signInAccount(
  platform: Platform,
  input: BodyOf<typeof signIn>,
  { request }: Caller,
): Promise<SignInOutcome> {
  const { database, config } = platform;
  await checkGuess(database, input.login);
  const account = await database.acrossCompanies(beforeAnyCompany, (tx) =>
    findAccountByLogin(tx, input.login),
  );
  if (!(await verifyPassword(account?.passwordHash, input.password)) || !account)
    throw new AppError('auth.wrong_credentials');
  if (!account.active) throw new AppError('auth.account_disabled');
  const kind = await database.acrossCompanies(beforeAnyCompany, async (tx) => {
    await clearAttempts(tx, input.login);
    if (await needsTwoFactor(tx, account)) return 'sign_in' as const;
    return config.signUp.verifyEmail && !account.emailVerifiedAt ? ('verify_email' as const) : undefined;
  });
  if (kind === undefined)
    return database.acrossCompanies('sign-in chooses the company', (tx) =>
      enter(tx, account.id, { request }),
    );
  await checkMayMailCode(database, { kind, email: account.email });
  return database.acrossCompanies(beforeAnyCompany, async (tx) => ({
    outcome: 'code_required',
    challenge: await openChallenge(platform, tx, {
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
  return platform.database.acrossCompanies('sign-in chooses the company', async (tx) => {
    await useChallenge(tx, challenge);
    const accountId = challenge.accountId ?? (await completeSignUp(platform, tx, challenge));
    const account = await getAccount(tx, accountId);
    if (!account.active) throw new AppError('auth.account_disabled');
    if (!account.emailVerifiedAt)
      await tx.update(accounts).set({ emailVerifiedAt: new Date() }).where(eq(accounts.id, account.id));
    return enter(tx, account.id, { twoFactorPassed: true, request });
  });
}

/** A new code for the same purpose; the old challenge ends with its code. */
export async function resendCodeOf(platform: Platform, challengeId: string, language: Language) {
  const { database } = platform;
  const kinds = ['sign_in', 'verify_email', 'reset_password', 'change_two_factor'] as const;
  const find = (tx: Tx) => findOpenChallenge(tx, challengeId, kinds);
  const asked = await database.acrossCompanies('a code belongs to no company', find);
  await checkMayMailCode(database, asked);
  return database.acrossCompanies('a code belongs to no company', async (tx) => {
    const old = await find(tx);
    const account = old.accountId ? await getAccount(tx, old.accountId) : undefined;
    return openChallenge(platform, tx, {
      kind: old.kind,
      email: old.email,
      accountId: account?.id,
      language: (account?.language as Language | undefined) ?? language,
      purpose: old.purpose,
    });
  });
}
