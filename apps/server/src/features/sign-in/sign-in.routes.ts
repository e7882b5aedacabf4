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
import { authorize } from '../../platform/authorized.ts';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { readQuota } from '../../platform/quota.ts';
import { accountPolicy } from '../accounts/account.policy.ts';
import { checkUsernameFree, getAccount, updateAccountRow } from '../accounts/account.queries.ts';
import { sessionPolicy } from '../accounts/session.policy.ts';
import {
  deleteSession,
  deleteSessionsOfAccount,
  findSession,
  updateSession,
} from '../accounts/session.queries.ts';
import { endCurrentSession } from '../accounts/session.service.ts';
import { changeOwnPassword, requestReset, resetForgottenPassword } from './change-password.service.ts';
import { rememberDevice } from './known-device.ts';
import { listCompaniesOf, readMe } from './me.queries.ts';
import { listSessionsOfAccount } from './own-session.service.ts';
import { recordRefusal } from './refused-sign-in.service.ts';
import {
  changeOwnTwoFactor,
  requestTwoFactor,
  requestVerification,
  verifyOwnEmail,
} from './security.service.ts';
import { answerSignInCode, resendCodeOf, signInAccount, signUpAccount } from './sign-in.service.ts';

const ownAccount = 'an account belongs to no company';

export function signInRoutes(platform: Platform) {
  const { database } = platform;
  return [
    route(signUp, ({ body, language, request }) => signUpAccount(platform, body, { language, request })),
    route(signIn, async ({ body, language, request }) =>
      rememberDevice(
        platform,
        await recordRefusal(platform, { action: 'signIn', login: body.login, request }, () =>
          signInAccount(platform, body, { language, request }),
        ),
      ),
    ),
    route(answerChallenge, async ({ params, body, request }) =>
      rememberDevice(
        platform,
        await recordRefusal(
          platform,
          { action: 'answerChallenge', challengeId: params.challengeId, request },
          () => answerSignInCode(platform, params.challengeId, body.code, request),
        ),
      ),
    ),
    route(resendCode, ({ params, language }) => resendCodeOf(platform, params.challengeId, language)),
    route(requestPasswordReset, ({ body, language }) => requestReset(platform, body.email, language)),
    route(resetPassword, ({ params, body, request }) =>
      recordRefusal(platform, { action: 'resetPassword', challengeId: params.challengeId, request }, () =>
        resetForgottenPassword(platform, params.challengeId, body, request.ip),
      ),
    ),
    route(signOut, async ({ actor }) => {
      await endCurrentSession(platform, actor);
    }),
    route(getMe, ({ actor }) => database.acrossCompanies(ownAccount, (tx) => readMe(tx, actor))),
    route(updateMe, ({ actor, body }) =>
      database.acrossCompanies(ownAccount, async (tx) => {
        const account = authorize(accountPolicy, actor, 'update', await getAccount(tx, actor.accountId));
        const shown = body.username !== undefined || body.photo !== undefined;
        // One company's provider must not change what other companies see, or the name by which an administrator signs in.
        if (shown && actor.signedInWith === 'single_sign_on') {
          if (account.isAdmin || (await listCompaniesOf(tx, actor.accountId)).length > 1)
            throw new AppError('auth.not_with_single_sign_on');
        }
        if (body.username !== undefined) await checkUsernameFree(tx, body.username, actor.accountId);
        await updateAccountRow(tx, account, body);
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
        const session = authorize(sessionPolicy, actor, 'update', await findSession(tx, sessionId));
        // Checked here too, or the session would be stuck in a company that refuses it.
        if (company.requireTwoFactor && !session.twoFactorPassed)
          throw new AppError('auth.two_factor_required');
        await updateSession(tx, session, { companyId: company.id });
        return readMe(tx, { accountId: actor.accountId, companyId: company.id, sessionId });
      }),
    ),
    route(requestEmailVerification, ({ actor }) => requestVerification(platform, actor)),
    route(verifyEmail, ({ actor, body }) => verifyOwnEmail(platform, actor, body)),
    route(requestTwoFactorChange, ({ actor, body }) => requestTwoFactor(platform, actor, body)),
    route(changeTwoFactor, ({ actor, body, audit }) => changeOwnTwoFactor(platform, actor, body, audit)),
    route(listSessions, ({ actor }) =>
      database.acrossCompanies(ownAccount, async (tx) => ({ items: await listSessionsOfAccount(tx, actor) })),
    ),
    route(revokeSession, ({ actor, params }) =>
      database.acrossCompanies(ownAccount, async (tx) =>
        deleteSession(tx, authorize(sessionPolicy, actor, 'delete', await findSession(tx, params.sessionId))),
      ),
    ),
    route(revokeOtherSessions, ({ actor }) =>
      database.acrossCompanies(ownAccount, async (tx) => {
        const account = authorize(accountPolicy, actor, 'update', await getAccount(tx, actor.accountId));
        await deleteSessionsOfAccount(tx, account, actor.sessionId ?? undefined);
      }),
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
