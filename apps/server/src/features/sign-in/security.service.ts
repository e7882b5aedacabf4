import { AppError, type Challenge, type Language, type Me } from '@lectern/contract';
import { eq } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { getAccount } from '../accounts/account.service.ts';
import { accounts, sessions } from '../accounts/account.table.ts';
import { endSessionsOfAccount } from '../accounts/session.service.ts';
import { checkAccountCode, checkMayMailCode, openChallenge, useChallenge } from './challenge.service.ts';
import { checkOwnPassword } from './change-password.service.ts';
import { readMe } from './me.queries.ts';

const ownAccount = 'an account stands above companies';
type Answer = { challengeId: string; code: string };

/** The challenge of another account is as wrong as a wrong code. */
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
  return database.acrossCompanies(ownAccount, (tx) =>
    openChallenge(platform, tx, {
      kind,
      email: account.email,
      accountId: account.id,
      language: account.language as Language,
    }),
  );
}

export async function verifyOwnEmail(platform: Platform, actor: Actor, answer: Answer): Promise<Me> {
  const challenge = await checkOwnCode(platform, actor, answer, 'verify_email');
  return platform.database.acrossCompanies(ownAccount, async (tx) => {
    await useChallenge(tx, challenge);
    await tx.update(accounts).set({ emailVerifiedAt: new Date() }).where(eq(accounts.id, actor.accountId));
    return readMe(tx, actor);
  });
}

/** On and off alike take the password and a mailed code: neither alone, found by a stranger, is enough. */
export async function requestTwoFactor(
  platform: Platform,
  actor: Actor,
  input: { enabled: boolean; currentPassword: string },
): Promise<Challenge> {
  const { database, mailer } = platform;
  const account = await checkOwnPassword(database, actor.accountId, input.currentPassword);
  // Without a mail server the codes wait where only an administrator reads them, once signed in.
  if (input.enabled && account.isAdmin && !mailer.configured) throw new AppError('auth.codes_unreadable');
  const kind = 'change_two_factor';
  await checkMayMailCode(database, { kind, email: account.email });
  return database.acrossCompanies(ownAccount, (tx) =>
    openChallenge(platform, tx, {
      kind,
      email: account.email,
      accountId: account.id,
      language: account.language as Language,
      purpose: { enabled: input.enabled },
    }),
  );
}

export async function changeOwnTwoFactor(platform: Platform, actor: Actor, answer: Answer): Promise<Me> {
  const challenge = await checkOwnCode(platform, actor, answer, 'change_two_factor');
  return platform.database.acrossCompanies(ownAccount, async (tx) => {
    await useChallenge(tx, challenge);
    const account = await getAccount(tx, actor.accountId);
    await tx
      .update(accounts)
      .set({
        twoFactor: challenge.purpose.enabled === true,
        emailVerifiedAt: account.emailVerifiedAt ?? new Date(),
      })
      .where(eq(accounts.id, account.id));
    // Sessions that passed no second factor end; this very one has just given a mailed code.
    if (challenge.purpose.enabled) await endSessionsOfAccount(tx, account.id, actor.sessionId ?? undefined);
    if (actor.sessionId)
      await tx.update(sessions).set({ twoFactorPassed: true }).where(eq(sessions.id, actor.sessionId));
    return readMe(tx, actor);
  });
}
