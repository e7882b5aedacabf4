import {
  AppError,
  exportAdminRequests,
  exportAdminTokens,
  exportCompanyRequests,
  exportCompanyTokens,
  getAdminRequests,
  getAdminTokens,
  getCompanyRequests,
  getCompanyTokens,
  levels,
  type UsageReport,
} from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { readTimezone } from '../accounts/account.service.ts';
import {
  type GroupBy,
  type GroupPage,
  groupDays,
  makeRoomForGroups,
  readDays,
  readGroups,
  type UsageFilter,
} from './usage.queries.ts';
import { exportUsage } from './usage-export.ts';
import { checkFilter, readCompanyName } from './usage-names.queries.ts';
import { resolveRange } from './usage-range.ts';

type Range = { from?: string | undefined; to?: string | undefined; timezone?: string | undefined };

/** Whose rows, and within which transaction they are read. */
type Scope = {
  run: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** Undefined: of every company. */
  companyId: string | undefined;
  everyCompany: boolean;
};

export function usageRoutes({ database, config }: Platform) {
  const ofCompany = (actor: Actor): Scope => ({
    run: (work) => database.withActor(actor, work),
    companyId: actor.companyId,
    everyCompany: false,
  });
  const ofPlatform = (companyId: string | undefined): Scope => ({
    run: (work) => database.acrossCompanies("the administrator reads every company's ledger", work),
    companyId,
    everyCompany: true,
  });

  const report = (
    scope: Scope,
    actor: Actor,
    query: Range & UsageFilter & GroupPage & { groupBy: GroupBy },
    /** The groups may show less than the totals count. */
    ofGroups: UsageFilter = {},
  ): Promise<UsageReport> =>
    scope.run(async (tx) => {
      const filter = { ...readFilter(query), companyId: scope.companyId };
      const range = resolveRange(query, query.timezone ?? (await readTimezone(tx, actor)), new Date());
      await checkFilter(tx, filter, scope.everyCompany);
      await makeRoomForGroups(tx);
      const overview = await readDays(tx, range, filter);
      const groups =
        query.groupBy === 'day'
          ? groupDays(overview.days, query)
          : await readGroups(tx, range, { ...filter, ...ofGroups }, query.groupBy, query);
      const { from, to, timezone } = range;
      return { from, to, timezone, currency: config.currency, ...overview, groups };
    });

  const table = (scope: Scope, actor: Actor, kind: 'requests' | 'tokens', query: Range & UsageFilter) =>
    scope
      .run(async (tx) => {
        const filter = { ...readFilter(query), companyId: scope.companyId };
        const range = resolveRange(query, query.timezone ?? (await readTimezone(tx, actor)), new Date());
        await checkFilter(tx, filter, scope.everyCompany);
        const company = filter.companyId === undefined ? '' : await readCompanyName(tx, filter.companyId);
        return { filter, range, company };
      })
      .then((wanted) =>
        exportUsage({
          ...wanted,
          kind,
          currency: config.currency,
          run: scope.run,
          everyCompany: scope.everyCompany,
        }),
      );

  return [
    route(getCompanyRequests, ({ actor, query }) => report(ofCompany(actor), actor, query)),
    route(exportCompanyRequests, ({ actor, query }) => table(ofCompany(actor), actor, 'requests', query)),
    route(getCompanyTokens, ({ actor, query }) => {
      checkPerson(actor, query.accountId);
      const alone = query.groupBy === 'account' && actor.level < levels.COMPANY;
      return report(ofCompany(actor), actor, query, alone ? { accountId: actor.accountId } : {});
    }),
    route(exportCompanyTokens, ({ actor, query }) => {
      checkPerson(actor, query.accountId);
      const own = actor.level < levels.COMPANY ? { accountId: actor.accountId } : {};
      return table(ofCompany(actor), actor, 'tokens', { ...query, ...own });
    }),
    route(getAdminRequests, ({ actor, query }) => report(ofPlatform(query.companyId), actor, query)),
    route(exportAdminRequests, ({ actor, query }) =>
      table(ofPlatform(query.companyId), actor, 'requests', query),
    ),
    route(getAdminTokens, ({ actor, query }) => report(ofPlatform(query.companyId), actor, query)),
    route(exportAdminTokens, ({ actor, query }) =>
      table(ofPlatform(query.companyId), actor, 'tokens', query),
    ),
  ];
}

/** What one person used is that person's business, and that of those who run the company. */
function checkPerson(actor: Actor, accountId: string | undefined): void {
  if (accountId !== undefined && accountId !== actor.accountId && actor.level < levels.COMPANY)
    throw new AppError('auth.level_too_low');
}

function readFilter({ accountId, assistantId, flowId, modelId, source }: UsageFilter): UsageFilter {
  return { accountId, assistantId, flowId, modelId, source };
}
