import type { UsageFigures } from '@lectern/contract';
import { type SQL, sql } from 'drizzle-orm';
import { modelCallKinds, usageRecords, usageSlots } from './usage.table.ts';

/** The sums of which figures are made: the mean time of several days is no mean of means. */
export type Sums = Record<
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

export const noUse: Sums = {
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
const names = Object.keys(noUse) as (keyof Sums)[];

export function addSums(a: Sums, b: Sums): Sums {
  const sum = { ...a };
  for (const name of names) sum[name] += b[name];
  return sum;
}

export function asFigures({ answers, durationMs, cost, ...sums }: Sums): UsageFigures {
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

/** Sums over rows of the ledger. Which model a question goes to is known when it has been answered: by model its answers are counted. */
export function sumLedger(byModel = false): SQL {
  const { kind, outcome, promptTokens, completionTokens, embeddingTokens, cost, durationMs } = usageRecords;
  // Part of the text: a parameter would make the plan guess how many rows it keeps.
  const modelKinds = sql.raw(modelCallKinds.map((name) => `'${name}'`).join(', '));
  const asked = sql.raw(byModel ? "'answer'" : "'request'");
  return sql`
    count(*) filter (where ${kind} = ${asked})::float8 as "requests",
    count(*) filter (where ${kind} = 'answer')::float8 as "answers",
    count(*) filter (where ${kind} = 'answer' and ${outcome} not in ('complete', 'stopped'))::float8 as "failed",
    count(*) filter (where ${kind} in (${modelKinds}))::float8 as "modelCalls",
    sum(${promptTokens})::float8 as "promptTokens",
    sum(${completionTokens})::float8 as "completionTokens",
    sum(${embeddingTokens})::float8 as "embeddingTokens",
    coalesce(sum(${cost}), 0)::float8 as "cost",
    coalesce(sum(${durationMs}) filter (where ${kind} = 'answer'), 0)::float8 as "durationMs"`;
}

/** The same over slots. */
export function sumSlots(): SQL {
  return sql.join(
    names.map((name) => sql`sum(${usageSlots[name]})::float8 as ${sql.identifier(name)}`),
    sql`, `,
  );
}

/** The same over sums. */
export function sumSums(): SQL {
  return sql.join(
    names.map((name) => sql`sum(${sql.identifier(name)})::float8 as ${sql.identifier(name)}`),
    sql`, `,
  );
}
