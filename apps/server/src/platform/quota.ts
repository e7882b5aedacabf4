import { AppError, type ErrorCode, type QuotaKey } from '@lectern/contract';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { companyPort } from './company-port.ts';
import { noteCompanyLock } from './database/company-lock.ts';
import type { Tx } from './database/database.ts';
import { type Connection, defineHook } from './hooks.ts';

declare const quotaKey: unique symbol;

/** Proof that the amount was counted under lock in this transaction. Inserts of what a quota limits require one. */
export type QuotaToken<Key extends QuotaKey> = { readonly [quotaKey]: Key };

/**
 * How much a company uses, as an expression over its id: for one company under its lock, and for all of them at once.
 * Evaluated with row-level security off, so it names the company itself.
 */
export type QuotaCounter = (companyId: SQLWrapper) => SQL<number>;

const bytesPerGigabyte = 1024 ** 3;

const counters = {
  users: defineHook<[SQLWrapper], SQL<number>>('users'),
  assistants: defineHook<[SQLWrapper], SQL<number>>('assistants'),
  knowledgeBases: defineHook<[SQLWrapper], SQL<number>>('knowledge bases'),
  iframes: defineHook<[SQLWrapper], SQL<number>>('iframes'),
  storage: defineHook<[SQLWrapper], SQL<number>>('storage'),
  monthlyRequests: defineHook<[SQLWrapper], SQL<number>>('monthly requests'),
  yearlyRequests: defineHook<[SQLWrapper], SQL<number>>('yearly requests'),
} satisfies Record<QuotaKey, unknown>;

const reached = {
  users: 'quota.users_reached',
  assistants: 'quota.assistants_reached',
  knowledgeBases: 'quota.knowledge_bases_reached',
  iframes: 'quota.iframes_reached',
  storage: 'quota.storage_reached',
  monthlyRequests: 'quota.monthly_requests_reached',
  yearlyRequests: 'quota.yearly_requests_reached',
} satisfies Record<QuotaKey, ErrorCode>;

export type QuotaCounters = Partial<Record<QuotaKey, QuotaCounter>>;

/** The features' counters as connections. Several of one quota add up; throws for a quota that nobody counts. */
export function connectQuotas(features: readonly { quotas?: QuotaCounters }[]): Connection[] {
  return Object.entries(counters).flatMap(([key, hook]) => {
    const own = features.flatMap(({ quotas }) => quotas?.[key as QuotaKey] ?? []);
    if (own.length === 0) throw new Error(`No feature counts the quota ${key}`);
    return own.map((counter) => hook.on(async (companyId) => counter(companyId)));
  });
}

/** What a company uses of a quota, as an expression over its id. */
export async function useOf(key: QuotaKey, companyId: SQLWrapper): Promise<SQL<number>> {
  const parts = await counters[key].run(companyId);
  return sql<number>`(${sql.join(parts, sql` + `)})::float8`;
}

/** A package's limit in the unit that use is counted in. */
export function maximumOf(key: QuotaKey, limit: SQLWrapper): SQL<number> {
  return sql<number>`(${limit} * ${key === 'storage' ? bytesPerGigabyte : 1}::float8)`;
}

async function count(tx: Tx, companyId: string, key: QuotaKey): Promise<number> {
  const { rows } = await tx.execute<{ used: number }>(
    sql`select ${await useOf(key, sql`${companyId}::uuid`)} as used`,
  );
  return rows[0]?.used ?? 0;
}

function inUnitOfUse(key: QuotaKey, limit: number | null): number | null {
  return limit !== null && key === 'storage' ? limit * bytesPerGigabyte : limit;
}

/**
 * Under this lock what must be unique in a company can be looked up and then written. No network or object-store call
 * is made under it: such calls throw (company-lock.ts).
 */
export async function lockCompany(tx: Tx, companyId: string): Promise<void> {
  await companyPort.get().lock(tx, companyId);
  noteCompanyLock();
}

/**
 * Takes `amount` of a quota: locks the company's row, counts what is used, and throws the quota's own error when the
 * limit would be passed. The insert that follows in the same transaction uses the amount; parallel callers wait for
 * the lock and count again.
 */
export async function takeQuota<Key extends QuotaKey>(
  tx: Tx,
  companyId: string,
  key: Key,
  amount: number,
): Promise<QuotaToken<Key>> {
  const [place] = await takeQuotas(tx, companyId, [key], amount);
  return place;
}

/** From this share of a quota on, little is left of it. */
const nearShare = 0.8;

export type QuotaCrossing = {
  companyId: string;
  quota: QuotaKey;
  /** `reached`: all of it is used. */
  level: 'near' | 'reached';
  used: number;
  max: number;
};

/** Use passes a mark, in the transaction whose insert brings it there. */
export const onQuotaCrossed = defineHook<[tx: Tx, crossing: QuotaCrossing]>('quota crossed');

async function noteCrossing(tx: Tx, use: Omit<QuotaCrossing, 'level'>, amount: number): Promise<void> {
  const { used, max } = use;
  const crosses = (mark: number) => used - amount < mark && used >= mark;
  if (crosses(max)) await onQuotaCrossed.run(tx, { ...use, level: 'reached' });
  else if (crosses(max * nearShare)) await onQuotaCrossed.run(tx, { ...use, level: 'near' });
}

/** Takes the same amount of several quotas under one lock. */
export async function takeQuotas<const Keys extends readonly QuotaKey[]>(
  tx: Tx,
  companyId: string,
  keys: Keys,
  amount: number,
): Promise<{ -readonly [Index in keyof Keys]: QuotaToken<Keys[Index]> }> {
  await lockCompany(tx, companyId);
  const limits = await companyPort.get().readLimits(tx, companyId);
  for (const key of keys) {
    const maximum = inUnitOfUse(key, limits[key]);
    // What frees space or leaves it as it is goes through, also above a limit that was lowered.
    if (maximum === null || amount <= 0) continue;
    const used = await count(tx, companyId, key);
    const scale = key === 'storage' ? bytesPerGigabyte : 1;
    if (used + amount <= maximum) {
      const use = { companyId, quota: key, used: (used + amount) / scale, max: maximum / scale };
      await noteCrossing(tx, use, amount / scale);
      continue;
    }
    throw new AppError(reached[key], { used: used / scale, max: maximum / scale });
  }
  return keys.map(() => ({})) as never;
}

/** For the person for whom this transaction creates a company: the person counts, but is never refused. */
export function admitFounder(): QuotaToken<'users'> {
  return {} as QuotaToken<'users'>;
}

/** Use and limit of one quota; the limit is null when the package sets none. */
export async function readQuota(tx: Tx, companyId: string, key: QuotaKey) {
  const limits = await companyPort.get().readLimits(tx, companyId);
  return {
    quota: key,
    used: await count(tx, companyId, key),
    max: inUnitOfUse(key, limits[key]),
  };
}
