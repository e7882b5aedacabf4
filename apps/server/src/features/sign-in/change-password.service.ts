import { AppError, type BodyOf, type Challenge, type changePassword, type Language } from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import { type Authorized, authorize, authorizeSystem } from '../../platform/authorized.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { defineHook } from '../../platform/hooks.ts';
import type { Platform } from '../../platform/platform.ts';
import { accountPolicy } from '../accounts/account.policy.ts';
import { findAccountByEmail, getAccount, updateAccountRow } from '../accounts/account.queries.ts';
import type { AccountRow } from '../accounts/account.table.ts';
import { checkNewPassword, hashPassword, verifyPassword } from '../accounts/password.service.ts';
import { deleteSessionsOfAccount } from '../accounts/session.queries.ts';
import { checkGuess, clearAttempts, clearSignInGuesses } from '../accounts/sign-in-guard.service.ts';
import { expireUnsentMails } from '../mails/mail.queries.ts';
import { queueMail } from '../mails/mail.service.ts';
import { checkAccountCode, checkMayMailCode, createChallenge, useChallenge } from './challenge.service.ts';
import { readMe } from './me.queries.ts';

/** The API tokens of an account end with its old password; the feature that keeps them listens. */
export const onApiTokensEnded = defineHook<[tx: Tx, account: Authorized<AccountRow, 'update'>]>(
  'API tokens of an account ended',
);

const ownAccount = 'an account belongs to no company';
/** Mailing takes time only for a known address: both are answered after this. */
const resetAnswerMs = 250;

/** Throws unless this is the account's password. Attempts are limited: whoever found an open session must not guess it. */
export async function checkOwnPassword(database: Database, accountId: string, password: string) {
  const account = await database.acrossCompanies(ownAccount, (tx) => getAccount(tx, accountId));
  const guess = `password of ${accountId}`;
  await checkGuess(database, guess);
  if (!(await verifyPassword(account.passwordHash, password)))
    throw new AppError('account.current_password_wrong');
  await database.asSystem('guesses belong to no company', (tx) => clearAttempts(tx, guess));
  return account;
}

/** Replaces a password, notifies its owner, and ends all sessions but the one to keep. */
async function replacePassword(
  platform: Platform,
  tx: Tx,
  account: Authorized<AccountRow, 'update'>,
  passwordHash: string,
  options: { keepSession?: string | undefined; emailVerified?: boolean; endApiTokens: boolean },
): Promise<void> {
  await updateAccountRow(tx, account, {
    passwordHash,
    mustChangePassword: false,
    ...(options.emailVerified && !account.emailVerifiedAt ? { emailVerifiedAt: new Date() } : {}),
  });
  await deleteSessionsOfAccount(tx, account, options.keepSession);
  if (options.endApiTokens) await onApiTokensEnded.run(tx, account);
  await expireUnsentMails(tx, account, 'new_account');
  await queueMail(platform, tx, {
    to: account.email,
    kind: 'password_changed',
    language: account.language as Language,
    values: { url: `${platform.publicUrl()}/login` },
  });
}

export async function changeOwnPassword(
  platform: Platform,
  actor: Actor,
  input: BodyOf<typeof changePassword>,
) {
  checkNewPassword(input.newPassword);
  const account = await checkOwnPassword(platform.database, actor.accountId, input.currentPassword);
  if (input.newPassword === input.currentPassword) throw new AppError('account.password_unchanged');
  const passwordHash = await hashPassword(input.newPassword);
  return platform.database.acrossCompanies(ownAccount, async (tx) => {
    const own = authorize(accountPolicy, actor, 'update', account);
    await replacePassword(platform, tx, own, passwordHash, {
      keepSession: actor.sessionId ?? undefined,
      endApiTokens: input.endApiTokens,
    });
    return readMe(tx, actor);
  });
}

/** Mails a code to a known address; answers an unknown one in the same way and after the same time. */
export async function requestReset(
  platform: Platform,
  email: string,
  language: Language,
): Promise<Challenge> {
  const { database } = platform;
  const minimumWait = new Promise((resolve) => setTimeout(resolve, resetAnswerMs));
  const kind = 'reset_password';
  await checkMayMailCode(database, { kind, email });
  const challenge = await database.asSystem('nobody has signed in yet', async (tx) => {
    const account = await findAccountByEmail(tx, email);
    return createChallenge(platform, tx, {
      kind,
      email,
      accountId: account?.active ? account.id : undefined,
      language: (account?.language as Language | undefined) ?? language,
    });
  });
  await minimumWait;
  return challenge;
}

export async function resetForgottenPassword(
  platform: Platform,
  challengeId: string,
  input: { code: string; newPassword: string; endApiTokens: boolean },
  address: string,
): Promise<void> {
  // Before the code is checked: a password that is too short must not cost an attempt.
  checkNewPassword(input.newPassword);
  const challenge = await checkAccountCode(platform, challengeId, input.code, ['reset_password']);
  const passwordHash = await hashPassword(input.newPassword);
  await platform.database.asSystem('a code proves who asks', async (tx) => {
    await useChallenge(tx, challenge);
    const account = authorizeSystem<AccountRow, 'update'>(tx, await getAccount(tx, challenge.accountId));
    await replacePassword(platform, tx, account, passwordHash, {
      emailVerified: true,
      endApiTokens: input.endApiTokens,
    });
    const place = { address, device: undefined, addressIsKnown: false };
    await clearSignInGuesses(tx, account.email, place);
    await clearSignInGuesses(tx, account.username, place);
  });
}
