import { AppError, endImpersonation, impersonateCompany } from '@lectern/contract';
import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { accounts } from '../accounts/account.table.ts';
import { endCurrentSession } from '../accounts/session.service.ts';
import { companies, memberships } from '../companies/company.table.ts';
import { enterCompany } from '../sign-in/sign-in.service.ts';

/** The account to impersonate: the active member with the highest level, the oldest of them. */
async function findAccountToImpersonate(tx: Tx, companyId: string): Promise<string> {
  const [row] = await tx
    .select({ accountId: memberships.accountId })
    .from(memberships)
    .innerJoin(accounts, and(eq(accounts.id, memberships.accountId), eq(accounts.active, true)))
    .where(eq(memberships.companyId, companyId))
    .orderBy(desc(memberships.level), memberships.createdAt)
    .limit(1);
  if (!row) throw new AppError('company.nobody_to_act_as');
  return row.accountId;
}

export function impersonationRoutes(platform: Platform) {
  const { database } = platform;
  return [
    route(impersonateCompany, ({ actor, params, body, request, audit }) =>
      database.acrossCompanies('an administrator impersonates any company', async (tx) => {
        const [company] = await tx
          .select()
          .from(companies)
          .where(and(eq(companies.id, params.companyId), isNull(companies.deletedAt)));
        if (!company) throw new AppError('company.not_found');
        audit(company.name, company);
        if (body.name !== company.name) throw new AppError('company.name_mismatch');
        if (!company.enabled) throw new AppError('company.must_be_enabled');
        const accountId = await findAccountToImpersonate(tx, company.id);
        const { token, me } = await enterCompany(tx, {
          accountId,
          companyId: company.id,
          impersonatorId: actor.accountId,
          request,
        });
        return { token, me };
      }),
    ),
    route(endImpersonation, async ({ actor }) => {
      // In a session of one's own there is nothing to end: calling twice does no harm.
      if (actor.impersonatedBy) await endCurrentSession(platform, actor);
    }),
  ];
}
