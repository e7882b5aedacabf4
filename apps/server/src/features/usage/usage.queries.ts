import type { UsageFigures, UsageGrouping, UsageReport } from '@lectern/contract';
import { and, eq, gte, lt, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { accounts } from '../accounts/account.table.ts';
import { assistants } from '../assistants/assistant.table.ts';
import { companies } from '../companies/company.table.ts';
import { models } from '../models/model.table.ts';
import { flowNamesPort } from './flow-names-port.ts';
import type { UsageSource } from './usage.service.ts';
import { requestCounters, usageRecords, usageSlots } from './usage.table.ts';
import type { UsageRange } from './usage-range.ts';
import { findSlotsEnd, slotMs } from './usage-slots.queries.ts';
import { addSums, asFigures, noUse, type Sums, sumLedger, sumSlots, sumSums } from './usage-sums.ts';

/** Which rows of the ledger count. Without a company: every one's. */
export type UsageFilter = {
  companyId?: string | undefined;
  accountId?: string | undefined;
  assistantId?: string | undefined;
  flowId?: string | undefined;
  modelId?: string | undefined;
  source?: UsageSource | undefined;
};

export type GroupBy = UsageGrouping | 'company';
export type GroupPage = {
  sort: 'name' | 'requests' | 'tokens' | 'cost';
  order: 'asc' | 'desc';
  page: number;
  pageSize: number;
};

export function whereUsage({
  companyId,
  accountId,
  assistantId,
  flowId,
  modelId,
  source,
}: UsageFilter): SQL[] {
  return [
    companyId === undefined ? undefined : eq(usageRecords.companyId, companyId),
    accountId === undefined ? undefined : eq(usageRecords.accountId, accountId),
    assistantId === undefined ? undefined : eq(usageRecords.assistantId, assistantId),
    flowId === undefined ? undefined : eq(usageRecords.flowId, flowId),
    modelId === undefined ? undefined : eq(usageRecords.modelId, modelId),
    source === undefined ? undefined : eq(usageRecords.source, source),
  ].filter((condition) => condition !== undefined);
}

type Overview = Pick<UsageReport, 'totals' | 'previous' | 'days'>;

/** Slots know of companies and quarters of an hour alone. */
function readsSlots({ companyId: _, ...rest }: UsageFilter, moments: Date[]): boolean {
  return (
    Object.values(rest).every((value) => value === undefined) &&
    moments.every((moment) => moment.getTime() % slotMs === 0)
  );
}

/**
 * Sums between two moments by a key of the ledger's rows: from slots as far as they reach and can
 * say it, and from the ledger for the rest.
 */
async function sumsBetween(
  tx: Tx,
  moments: Date[],
  filter: UsageFilter,
  key: { ofLedger: SQL; ofSlots?: SQL; more?: SQL },
  byModel = false,
): Promise<SQL> {
  const [begin, end] = [moments[0] as Date, moments.at(-1) as Date];
  const slotsEnd =
    key.ofSlots && readsSlots(filter, moments) ? await findSlotsEnd(tx, filter.companyId) : undefined;
  const from = slotsEnd === undefined || slotsEnd < begin ? begin : slotsEnd > end ? end : slotsEnd;
  const ledger = sql`
    select ${key.ofLedger} as "key", ${sumLedger(byModel)} ${key.more ?? sql``}
    from ${usageRecords}
    where ${and(
      gte(usageRecords.createdAt, from),
      lt(usageRecords.createdAt, end),
      // Questions themselves know no model: leaving them out saves a quarter of the rows.
      byModel ? ne(usageRecords.kind, 'request') : undefined,
      ...whereUsage(filter),
    )}
    group by 1`;
  if (!key.ofSlots || from === begin) return ledger;
  const ofCompany = filter.companyId === undefined ? undefined : eq(usageSlots.companyId, filter.companyId);
  return sql`
    select "key", ${sumSums()} from (
      select ${key.ofSlots} as "key", ${sumSlots()} from ${usageSlots}
      where ${and(gte(usageSlots.slot, begin), lt(usageSlots.slot, from), ofCompany)} group by 1
      union all ${ledger}
    ) parts group by 1`;
}

/**
 * The database takes days for as many as there are rows and would sort them all; with room for so
 * many it counts them as they come. What is used is by the days that there are.
 */
export async function makeRoomForGroups(tx: Tx): Promise<void> {
  await tx.execute(sql`select set_config('work_mem', '64MB', true)`);
}

/** The days of the range, all of it, and as many days before, in one pass. */
export async function readDays(tx: Tx, range: UsageRange, filter: UsageFilter): Promise<Overview> {
  const { bounds, days, previousBegin } = range;
  const moments = [previousBegin, ...bounds];
  const edges = sql`${sql.param(moments.map((moment) => moment.toISOString()))}::timestamptz[]`;
  const key = {
    ofLedger: sql`width_bucket(${usageRecords.createdAt}, ${edges})`,
    ofSlots: sql`width_bucket(${usageSlots.slot}, ${edges})`,
  };
  const { rows } = await tx.execute<Sums & { key: number }>(
    await sumsBetween(tx, moments, filter, key, filter.modelId !== undefined),
  );
  const byBucket = new Map(rows.map((row) => [row.key, row]));
  // The first bucket is all of what came before.
  const ofDays = days.map((_, n) => byBucket.get(n + 2) ?? noUse);
  return {
    totals: asFigures(ofDays.reduce(addSums, noUse)),
    previous: asFigures(byBucket.get(1) ?? noUse),
    days: days.map((day, n) => ({ day, ...asFigures(ofDays[n] as Sums) })),
  };
}

/** By what rows are grouped, and how a group is called: deleted things have no name any more. */
const groupings = {
  company: {
    key: { ofLedger: sql`${usageRecords.companyId}`, ofSlots: sql`${usageSlots.companyId}` },
    name: sql`(select ${companies.name} from ${companies} where ${companies.id} = "grouped"."key")`,
  },
  account: {
    key: { ofLedger: sql`${usageRecords.accountId}` },
    name: sql`(select ${accounts.username} from ${accounts} where ${accounts.id} = "grouped"."key")`,
  },
  assistant: {
    key: { ofLedger: sql`${usageRecords.assistantId}` },
    name: sql`(select ${assistants.name} from ${assistants}
               where ${assistants.id} = "grouped"."key" and ${assistants.deletedAt} is null)`,
  },
  flow: {
    key: { ofLedger: sql`${usageRecords.flowId}` },
    get name() {
      return flowNamesPort.get().nameOf(sql`"grouped"."key"`);
    },
  },
  model: {
    key: {
      ofLedger: sql`${usageRecords.modelId}`,
      more: sql`, max(${usageRecords.modelName}) as "modelName"`,
    },
    // Its name now, or else the last that the ledger knows: included models have no row.
    name: sql`coalesce((select ${models.name} from ${models} where ${models.id}::text = "grouped"."key"),
                       "grouped"."modelName")`,
  },
  source: { key: { ofLedger: sql`${usageRecords.source}` }, name: sql`"grouped"."key"` },
} as const satisfies Record<
  Exclude<GroupBy, 'day'>,
  { key: { ofLedger: SQL; ofSlots?: SQL; more?: SQL }; name: SQL }
>;

const sortings = {
  name: sql`lower("name")`,
  requests: sql`"requests"`,
  tokens: sql`"promptTokens" + "completionTokens" + "embeddingTokens"`,
  cost: sql`"cost"`,
} as const;

export async function readGroups(
  tx: Tx,
  range: UsageRange,
  filter: UsageFilter,
  groupBy: Exclude<GroupBy, 'day'>,
  { sort, order, page, pageSize }: GroupPage,
): Promise<UsageReport['groups']> {
  const { key, name } = groupings[groupBy];
  const byModel = groupBy === 'model' || filter.modelId !== undefined;
  const direction = sql.raw(order);
  // The first row says how many there are, also where the page is beyond the last.
  const { rows } = await tx.execute<
    Sums & { total: number; found: boolean; key: string | null; name: string }
  >(sql`
    with grouped as materialized (
      ${await sumsBetween(tx, range.bounds, filter, key, byModel)}
    ), named as (
      select "grouped".*, coalesce(${name}, '') as "name" from grouped as "grouped"
    )
    select counted.total, page.*
    from (select count(*)::int as total from grouped) counted
    left join (
      select true as found, named.* from named
      order by ${sortings[sort]} ${direction}, lower("name"), "key"
      limit ${pageSize} offset ${(page - 1) * pageSize}
    ) page on true
    order by ${sortings[sort]} ${direction}, lower("name"), "key"`);
  return {
    total: rows[0]?.total ?? 0,
    items: rows.filter((row) => row.found).map((row) => ({ id: row.key, name: row.name, ...asFigures(row) })),
  };
}

/** Days as groups, those without use too. */
export function groupDays(days: UsageReport['days'], { sort, order, page, pageSize }: GroupPage) {
  const value = {
    name: () => 0,
    requests: (figures: UsageFigures) => figures.requests,
    tokens: (figures: UsageFigures) =>
      figures.promptTokens + figures.completionTokens + figures.embeddingTokens,
    cost: (figures: UsageFigures) => figures.cost,
  }[sort];
  const sign = order === 'asc' ? 1 : -1;
  const sorted = days.toSorted(
    (a, b) => sign * (value(a) - value(b)) || (sort === 'name' ? sign : 1) * (a.day < b.day ? -1 : 1),
  );
  return {
    total: days.length,
    items: sorted
      .slice((page - 1) * pageSize, page * pageSize)
      .map(({ day, ...figures }) => ({ id: day, name: day, ...figures })),
  };
}

/** Requests of the current month or year, in UTC for every company. */
export function countRequests(companyId: SQLWrapper, unit: 'month' | 'year'): SQL<number> {
  return sql`(select coalesce(sum(${requestCounters.requests}), 0) from ${requestCounters}
    where ${requestCounters.companyId} = ${companyId}
      and ${requestCounters.month} >= date_trunc(${sql.raw(`'${unit}'`)}, now() at time zone 'UTC')::date)`;
}
