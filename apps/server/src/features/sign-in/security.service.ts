import { AppError, type Challenge, type Language, type Me } from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import { authorize } from '../../platform/authorized.ts';
import type { Audit } from '../../platform/http/audit-call.ts';
import type { Platform } from '../../platform/platform.ts';
import { accountPolicy } from '../accounts/account.policy.ts';
import { getAccount, updateAccountRow } from '../accounts/account.queries.ts';
import { sessionPolicy } from '../accounts/session.policy.ts';
import { deleteSessionsOfAccount, findSession, updateSession } from '../accounts/session.queries.ts';
import { checkAccountCode, checkMayMailCode, createChallenge, useChallenge } from './challenge.service.ts';
import { checkOwnPassword } from './change-password.service.ts';
import { readMe } from './me.queries.ts';

const ownAccount = 'an account belongs to no company';
type Answer = { challengeId: string; code: string };

/** The challenge of another account answers like a wrong code. */
async function checkOwnCode(
  platform: Platform,
  actor: Actor,
  { challengeId, code }: Answer,
  kind: Challenge['kind'],
) {
  const challenge = await checkAccountCode(platform, challengeId, code, [kind]);
  if (challenge.accountId !== actor.accountId) throw new AppError('auth.code_wrong');
  return challenge;
}

export async function requestVerification(platform: Platform, actor: Actor): Promise<Challenge> {
  const { database } = platform;
  const account = await database.acrossCompanies(ownAccount, (tx) => getAccount(tx, actor.accountId));
  if (account.emailVerifiedAt) throw new AppError('account.email_already_verified');
  const kind = 'verify_email';
  await checkMayMailCode(database, { kind, email: account.email });
  return database.asSystem(ownAccount, (tx) =>
    createChallenge(platform, tx, {
      kind,
      email: account.email,
      accountId: account.id,
      language: account.language as Language,
    }),
  );
}

export async function verifyOwnEmail(platform: Platform, actor: Actor, answer: Answer): Promise<Me> {
  const challenge = await checkOwnCode(platform, actor, answer, 'verify_email');
  return platform.database.asSystem('a code proves who asks', async (tx) => {
    await useChallenge(tx, challenge);
    const account = authorize(accountPolicy, actor, 'update', await getAccount(tx, actor.accountId));
    await updateAccountRow(tx, account, { emailVerifiedAt: new Date() });
    return readMe(tx, actor);
  });
}

/** Switching it on or off takes the password and a mailed code: a stranger who has one of them is not enough. */
export async function requestTwoFactor(
  platform: Platform,
  actor: Actor,
  input: { enabled: boolean; currentPassword: string },
): Promise<Challenge> {
  const { database, mailer } = platform;
  const account = await checkOwnPassword(database, actor.accountId, input.currentPassword);
  // Without a mail server only an administrator who is signed in can read the codes.
  if (input.enabled && account.isAdmin && !mailer.configured) throw new AppError('auth.codes_unreadable');
  const kind = 'change_two_factor';
  await checkMayMailCode(database, { kind, email: account.email });
  return database.asSystem(ownAccount, (tx) =>
    createChallenge(platform, tx, {
      kind,
      email: account.email,
      accountId: account.id,
      language: account.language as Language,
      purpose: { enabled: input.enabled },
    }),
  );
}

export async function changeOwnTwoFactor(
  platform: Platform,
  actor: Actor,
  answer: Answer,
  audit: Audit,
): Promise<Me> {
  const challenge = await checkOwnCode(platform, actor, answer, 'change_two_factor');
  return platform.database.asSystem('a code proves who asks', async (tx) => {
    await useChallenge(tx, challenge);
    const account = authorize(accountPolicy, actor, 'update', await getAccount(tx, actor.accountId));
    const twoFactor = challenge.purpose.enabled === true;
    audit.changed(account, { twoFactor });
    await updateAccountRow(tx, account, {
      twoFactor,
      emailVerifiedAt: account.emailVerifiedAt ?? new Date(),
    });
    // Sessions that passed no second factor end; the current one has just given a mailed code.
    if (challenge.purpose.enabled) await deleteSessionsOfAccount(tx, account, actor.sessionId ?? undefined);
    if (actor.sessionId) {
      const session = authorize(sessionPolicy, actor, 'update', await findSession(tx, actor.sessionId));
      await updateSession(tx, session, { twoFactorPassed: true });
    }
    return readMe(tx, actor);
  });
}
