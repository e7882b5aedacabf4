import type { UsageFigures, UsageGrouping, UsageReport } from '@lectern/contract';
import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { accounts } from '../accounts/account.table.ts';
import { assistants } from '../assistants/assistant.table.ts';
import { companies } from '../companies/company.table.ts';
import { models } from '../models/model.table.ts';
import type { UsageSource } from './usage.service.ts';
import { usageRecords } from './usage.table.ts';
import type { UsageRange } from './usage-range.ts';

/** Which rows of the ledger count. Without a company: every one's. */
export type UsageFilter = {
  companyId?: string | undefined;
  accountId?: string | undefined;
  assistantId?: string | undefined;
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

/** The sums of which figures are made: the mean time of several days is no mean of means. */
type Sums = Record<
  | 'requests'
  | 'answers'
  | 'failed'
  | 'modelCalls'
  | 'promptTokens'
  | 'completionTokens'
  | 'embeddingTokens'
  | 'cost'
  | 'durationMs',
  number
>;

export function whereUsage({ companyId, accountId, assistantId, modelId, source }: UsageFilter): SQL[] {
  return [
    companyId === undefined ? undefined : eq(usageRecords.companyId, companyId),
    accountId === undefined ? undefined : eq(usageRecords.accountId, accountId),
    assistantId === undefined ? undefined : eq(usageRecords.assistantId, assistantId),
    modelId === undefined ? undefined : eq(usageRecords.modelId, modelId),
    source === undefined ? undefined : eq(usageRecords.source, source),
  ].filter((condition) => condition !== undefined);
}

/** Which model a question goes to is known when it has been answered: by model its answers are counted. */
function sums(byModel: boolean): SQL {
  const { kind, outcome, promptTokens, completionTokens, embeddingTokens, cost, durationMs } = usageRecords;
  const asked = sql.raw(byModel ? "'answer'" : "'request'");
  return sql`
    count(*) filter (where ${kind} = ${asked})::float8 as "requests",
    count(*) filter (where ${kind} = 'answer')::float8 as "answers",
    count(*) filter (where ${kind} = 'answer' and ${outcome} not in ('complete', 'stopped'))::float8 as "failed",
    count(*) filter (where ${kind} in ('chat', 'embedding', 'rerank'))::float8 as "modelCalls",
    sum(${promptTokens})::float8 as "promptTokens",
    sum(${completionTokens})::float8 as "completionTokens",
    sum(${embeddingTokens})::float8 as "embeddingTokens",
    coalesce(sum(${cost}), 0)::float8 as "cost",
    coalesce(sum(${durationMs}) filter (where ${kind} = 'answer'), 0)::float8 as "durationMs"`;
}

const nothing: Sums = {
  requests: 0,
  answers: 0,
  failed: 0,
  modelCalls: 0,
  promptTokens: 0,
  completionTokens: 0,
  embeddingTokens: 0,
  cost: 0,
  durationMs: 0,
};

function add(a: Sums, b: Sums): Sums {
  const sum = { ...a };
  for (const key of Object.keys(nothing) as (keyof Sums)[]) sum[key] += b[key];
  return sum;
}

function asFigures({ answers, durationMs, cost, ...sums }: Sums): UsageFigures {
  return {
    requests: sums.requests,
    failed: sums.failed,
    modelCalls: sums.modelCalls,
    promptTokens: sums.promptTokens,
    completionTokens: sums.completionTokens,
    embeddingTokens: sums.embeddingTokens,
    // Sums of fractions end in noise beyond what a price can say.
    cost: Number(cost.toFixed(10)),
    averageDurationMs: answers === 0 ? 0 : durationMs / answers,
  };
}

type Overview = Pick<UsageReport, 'totals' | 'previous' | 'days'>;

/** The days of the range, all of it, and as many days before, in one pass over the ledger. */
export async function readDays(tx: Tx, range: UsageRange, filter: UsageFilter): Promise<Overview> {
  const { bounds, days, previousBegin } = range;
  const edges = [previousBegin, ...bounds].map((edge) => edge.toISOString());
  const { rows } = await tx.execute<Sums & { bucket: number }>(sql`
    select width_bucket(${usageRecords.createdAt}, ${sql.param(edges)}::timestamptz[]) as bucket,
           ${sums(filter.modelId !== undefined)}
    from ${usageRecords}
    where ${and(
      gte(usageRecords.createdAt, previousBegin),
      lt(usageRecords.createdAt, bounds.at(-1) as Date),
      ...whereUsage(filter),
    )}
    group by 1`);
  const byBucket = new Map(rows.map((row) => [row.bucket, row]));
  // The first bucket is all of what came before.
  const ofDays = days.map((_, n) => byBucket.get(n + 2) ?? nothing);
  return {
    totals: asFigures(ofDays.reduce(add, nothing)),
    previous: asFigures(byBucket.get(1) ?? nothing),
    days: days.map((day, n) => ({ day, ...asFigures(ofDays[n] as Sums) })),
  };
}

/** By what rows are grouped, and how a group is called: deleted things have no name any more. */
const groupings = {
  company: {
    key: sql`${usageRecords.companyId}`,
    name: sql`(select ${companies.name} from ${companies} where ${companies.id} = "grouped"."key")`,
  },
  account: {
    key: sql`${usageRecords.accountId}`,
    name: sql`(select ${accounts.username} from ${accounts} where ${accounts.id} = "grouped"."key")`,
  },
  assistant: {
    key: sql`${usageRecords.assistantId}`,
    name: sql`(select ${assistants.name} from ${assistants}
               where ${assistants.id} = "grouped"."key" and ${assistants.deletedAt} is null)`,
  },
  model: {
    key: sql`${usageRecords.modelId}`,
    // Its name now, or else the last that the ledger knows: included models have no row.
    name: sql`coalesce((select ${models.name} from ${models} where ${models.id}::text = "grouped"."key"),
                       "grouped"."modelName")`,
  },
  source: { key: sql`${usageRecords.source}`, name: sql`"grouped"."key"` },
} as const satisfies Record<Exclude<GroupBy, 'day'>, { key: SQL; name: SQL }>;

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
      select ${key} as "key", ${groupBy === 'model' ? sql`max(${usageRecords.modelName})` : sql`null`} as "modelName",
             ${sums(byModel)}
      from ${usageRecords}
      where ${and(
        gte(usageRecords.createdAt, range.bounds[0] as Date),
        lt(usageRecords.createdAt, range.bounds.at(-1) as Date),
        ...whereUsage(filter),
      )}
      group by 1
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
