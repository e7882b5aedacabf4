import { AppError, type ErrorCode, type QuotaKey, quotas } from '@lectern/contract';
import { and, count, eq, gt, gte, isNull, or, sql, sum } from 'drizzle-orm';
import { apiTokens } from '../features/api-tokens/api-token.table.ts';
import { assistants } from '../features/assistants/assistant.table.ts';
import { companies, invitations, memberships, packages } from '../features/companies/company.table.ts';
import { documents } from '../features/documents/document.table.ts';
import { files } from '../features/files/file.table.ts';
import { knowledgeBases } from '../features/knowledge-bases/knowledge-base.table.ts';
import { requestCounters } from '../features/usage/usage.table.ts';
import type { Tx } from './database/database.ts';

declare const quotaKey: unique symbol;

/** Proof that the place was counted under lock in this transaction. Inserts of what a quota bounds demand one. */
export type QuotaToken<Key extends QuotaKey> = { readonly [quotaKey]: Key };

type Counter = (tx: Tx, companyId: string) => Promise<number>;

const bytesPerGigabyte = 1024 ** 3;

/** Calendar months and years are UTC's, for every company alike. */
async function countRequests(tx: Tx, companyId: string, unit: 'month' | 'year'): Promise<number> {
  const [row] = await tx
    .select({ used: sum(requestCounters.requests).mapWith(Number) })
    .from(requestCounters)
    .where(
      and(
        eq(requestCounters.companyId, companyId),
        gte(requestCounters.month, sql`date_trunc(${sql.raw(`'${unit}'`)}, now() at time zone 'UTC')::date`),
      ),
    );
  return row?.used ?? 0;
}

/** How much of each quota a company uses: an open invitation holds the place of a member. Row-level security is off duty here only for the company's own rows. */
const counters = {
  users: async (tx, companyId) => {
    const [row] = await tx
      .select({ used: count() })
      .from(memberships)
      .where(eq(memberships.companyId, companyId));
    const [pending] = await tx
      .select({ used: count() })
      .from(invitations)
      .where(and(eq(invitations.companyId, companyId), gt(invitations.expiresAt, sql`now()`)));
    return (row?.used ?? 0) + (pending?.used ?? 0);
  },
  assistants: async (tx, companyId) => {
    const [row] = await tx
      .select({ used: count() })
      .from(assistants)
      .where(and(eq(assistants.companyId, companyId), isNull(assistants.deletedAt)));
    return row?.used ?? 0;
  },
  knowledgeBases: async (tx, companyId) => {
    const [row] = await tx
      .select({ used: count() })
      .from(knowledgeBases)
      .where(and(eq(knowledgeBases.companyId, companyId), isNull(knowledgeBases.deletedAt)));
    return row?.used ?? 0;
  },
  iframes: async (tx, companyId) => {
    const unexpired = or(isNull(apiTokens.expiresAt), gt(apiTokens.expiresAt, sql`now()`));
    const [row] = await tx
      .select({ used: count() })
      .from(apiTokens)
      .where(and(eq(apiTokens.companyId, companyId), unexpired));
    return row?.used ?? 0;
  },
  storage: async (tx, companyId) => {
    const [row] = await tx
      .select({ used: sum(files.sizeBytes).mapWith(Number) })
      .from(files)
      .where(and(eq(files.companyId, companyId), isNull(files.deletedAt)));
    const [pictures] = await tx
      .select({ used: sum(documents.pictureBytes).mapWith(Number) })
      .from(documents)
      .where(and(eq(documents.companyId, companyId), isNull(documents.deletedAt)));
    return (row?.used ?? 0) + (pictures?.used ?? 0);
  },
  monthlyRequests: (tx, companyId) => countRequests(tx, companyId, 'month'),
  yearlyRequests: (tx, companyId) => countRequests(tx, companyId, 'year'),
} satisfies Record<QuotaKey, Counter>;

const reached = {
  users: 'quota.users_reached',
  assistants: 'quota.assistants_reached',
  knowledgeBases: 'quota.knowledge_bases_reached',
  iframes: 'quota.iframes_reached',
  storage: 'quota.storage_reached',
  monthlyRequests: 'quota.monthly_requests_reached',
  yearlyRequests: 'quota.yearly_requests_reached',
} satisfies Record<QuotaKey, ErrorCode>;

async function readMaximum(tx: Tx, companyId: string, key: QuotaKey, lock: boolean): Promise<number | null> {
  const query = tx
    .select({ limits: packages })
    .from(companies)
    .innerJoin(packages, eq(packages.id, companies.packageId))
    .where(eq(companies.id, companyId));
  // Weaker than `update`: rows that merely refer to the company are inserted meanwhile.
  const [row] = lock ? await query.for('no key update', { of: companies }) : await query;
  if (!row) throw new AppError('company.not_found');
  const maximum = row.limits[quotas[key].packageField];
  return maximum !== null && key === 'storage' ? maximum * bytesPerGigabyte : maximum;
}

/** Under this lock what must be unique in a company can be looked up and then written. */
export async function lockCompany(tx: Tx, companyId: string): Promise<void> {
  await tx
    .select({ id: companies.id })
    .from(companies)
    .where(eq(companies.id, companyId))
    .for('no key update');
}

/**
 * Takes `amount` places of a quota: locks the company's row, counts what is there, and throws the
 * quota's own error when it would pass the limit. The place is taken by the insert that follows in
 * the same transaction; parallel takers wait at the lock and count again.
 */
export async function takeQuota<Key extends QuotaKey>(
  tx: Tx,
  companyId: string,
  key: Key,
  amount: number,
): Promise<QuotaToken<Key>> {
  const maximum = await readMaximum(tx, companyId, key, true);
  if (maximum !== null) {
    const used = await counters[key](tx, companyId);
    if (used + amount > maximum) {
      const scale = key === 'storage' ? bytesPerGigabyte : 1;
      throw new AppError(reached[key], { used: used / scale, max: maximum / scale });
    }
  }
  return {} as QuotaToken<Key>;
}

/** Use and limit of one quota; the limit null when the package sets none. */
export async function readQuota(tx: Tx, companyId: string, key: QuotaKey) {
  return {
    quota: key,
    used: await counters[key](tx, companyId),
    max: await readMaximum(tx, companyId, key, false),
  };
}
