import {
  AppError,
  changePassword,
  getCompanyLimits,
  getMe,
  getPublicSettings,
  quotaKeys,
  setActiveCompany,
  signIn,
  signOut,
  signUp,
  updateMe,
  uploadLimits,
} from '@lectern/contract';
import { acceptedExtensions } from '@lectern/parsing';
import { eq } from 'drizzle-orm';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { readQuota } from '../../platform/quota.ts';
import { version } from '../../platform/version.ts';
import { checkFree, listCompaniesOf, readMe } from './account.queries.ts';
import { changeOwnPassword, signInAccount, signUpAccount } from './account.service.ts';
import { accounts, sessions } from './account.table.ts';
import { endSession } from './session.service.ts';

const ownAccount = 'an account stands above companies';

export function accountRoutes(platform: Platform) {
  const { database, config } = platform;
  return [
    route(getPublicSettings, async () => ({
      version,
      signUpEnabled: config.signUp.enabled,
      maxUploadBytes: uploadLimits.maxFileBytes,
      maxUploadFiles: uploadLimits.maxFiles,
      acceptedExtensions: acceptedExtensions(),
    })),
    route(signUp, ({ body, language }) => signUpAccount(platform, body, language)),
    route(signIn, ({ body }) => signInAccount(platform, body)),
    route(signOut, async ({ actor }) => {
      await database.acrossCompanies(ownAccount, (tx) => endSession(tx, actor.sessionId));
    }),
    route(getMe, ({ actor }) => database.acrossCompanies(ownAccount, (tx) => readMe(tx, actor))),
    route(updateMe, ({ actor, body }) =>
      database.acrossCompanies(ownAccount, async (tx) => {
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
        await tx.update(sessions).set({ companyId: company.id }).where(eq(sessions.id, actor.sessionId));
        return readMe(tx, { accountId: actor.accountId, companyId: company.id });
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
