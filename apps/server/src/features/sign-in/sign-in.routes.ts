import {
  AppError,
  answerChallenge,
  changePassword,
  changeTwoFactor,
  getCompanyLimits,
  getMe,
  listSessions,
  quotaKeys,
  requestEmailVerification,
  requestPasswordReset,
  requestTwoFactorChange,
  resendCode,
  resetPassword,
  revokeOtherSessions,
  revokeSession,
  setActiveCompany,
  signIn,
  signOut,
  signUp,
  updateMe,
  verifyEmail,
} from '@lectern/contract';
import { eq } from 'drizzle-orm';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { readQuota } from '../../platform/quota.ts';
import { checkFree, getAccount } from '../accounts/account.service.ts';
import { accounts, sessions } from '../accounts/account.table.ts';
import { endSession, endSessionsOfAccount } from '../accounts/session.service.ts';
import { changeOwnPassword, requestReset, resetForgottenPassword } from './change-password.service.ts';
import { listCompaniesOf, readMe } from './me.queries.ts';
import { listSessionsOfAccount, revokeSessionOfAccount } from './own-session.service.ts';
import {
  changeOwnTwoFactor,
  requestTwoFactor,
  requestVerification,
  verifyOwnEmail,
} from './security.service.ts';
import { answerSignInCode, resendCodeOf, signInAccount, signUpAccount } from './sign-in.service.ts';

const ownAccount = 'an account stands above companies';

export function signInRoutes(platform: Platform) {
  const { database } = platform;
  return [
    route(signUp, ({ body, language, request }) => signUpAccount(platform, body, { language, request })),
    route(signIn, ({ body, language, request }) => signInAccount(platform, body, { language, request })),
    route(answerChallenge, ({ params, body, request }) =>
      answerSignInCode(platform, params.challengeId, body.code, request),
    ),
    route(resendCode, ({ params, language }) => resendCodeOf(platform, params.challengeId, language)),
    route(requestPasswordReset, ({ body, language }) => requestReset(platform, body.email, language)),
    route(resetPassword, ({ params, body }) => resetForgottenPassword(platform, params.challengeId, body)),
    route(signOut, async ({ actor: { sessionId } }) => {
      if (sessionId) await database.acrossCompanies(ownAccount, (tx) => endSession(tx, sessionId));
    }),
    route(getMe, ({ actor }) => database.acrossCompanies(ownAccount, (tx) => readMe(tx, actor))),
    route(updateMe, ({ actor, body }) =>
      database.acrossCompanies(ownAccount, async (tx) => {
        const shown = body.username !== undefined || body.photo !== undefined;
        // What people of other companies see, or by which name an administrator signs in, is not for the provider of one to say.
        if (shown && actor.signedInWith === 'single_sign_on') {
          const { isAdmin } = await getAccount(tx, actor.accountId);
          if (isAdmin || (await listCompaniesOf(tx, actor.accountId)).length > 1)
            throw new AppError('auth.not_with_single_sign_on');
        }
        if (body.username !== undefined) await checkFree(tx, 'username', body.username, actor.accountId);
        await tx
          .update(accounts)
          .set({ ...body, updatedAt: new Date() })
          .where(eq(accounts.id, actor.accountId));
        return readMe(tx, actor);
      }),
    ),
    route(changePassword, ({ actor, body }) => changeOwnPassword(platform, actor, body)),
    route(setActiveCompany, ({ actor, body }) =>
      database.acrossCompanies('a person may belong to several companies', async (tx) => {
        const company = (await listCompaniesOf(tx, actor.accountId)).find(({ id }) => id === body.companyId);
        if (!company) throw new AppError('company.not_found');
        if (!company.enabled) throw new AppError('auth.company_disabled');
        const sessionId = actor.sessionId as string;
        const [session] = await tx.select().from(sessions).where(eq(sessions.id, sessionId));
        // Checked here too, or the session would be stuck in a company that refuses it.
        if (company.requireTwoFactor && !session?.twoFactorPassed)
          throw new AppError('auth.two_factor_required');
        await tx.update(sessions).set({ companyId: company.id }).where(eq(sessions.id, sessionId));
        return readMe(tx, { accountId: actor.accountId, companyId: company.id, sessionId });
      }),
    ),
    route(requestEmailVerification, ({ actor }) => requestVerification(platform, actor)),
    route(verifyEmail, ({ actor, body }) => verifyOwnEmail(platform, actor, body)),
    route(requestTwoFactorChange, ({ actor, body }) => requestTwoFactor(platform, actor, body)),
    route(changeTwoFactor, ({ actor, body }) => changeOwnTwoFactor(platform, actor, body)),
    route(listSessions, ({ actor }) =>
      database.acrossCompanies(ownAccount, async (tx) => ({ items: await listSessionsOfAccount(tx, actor) })),
    ),
    route(revokeSession, ({ actor, params }) =>
      database.acrossCompanies(ownAccount, (tx) => revokeSessionOfAccount(tx, actor, params.sessionId)),
    ),
    route(revokeOtherSessions, ({ actor }) =>
      database.acrossCompanies(ownAccount, (tx) =>
        endSessionsOfAccount(tx, actor.accountId, actor.sessionId ?? undefined),
      ),
    ),
    route(getCompanyLimits, ({ actor }) =>
      database.withActor(actor, async (tx) => {
        const limits = [];
        for (const key of quotaKeys) limits.push(await readQuota(tx, actor.companyId, key));
        return { limits };
      }),
    ),
  ];
}
