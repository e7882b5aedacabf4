import { type CompanyLimit, limitWarningShare, type QuotaKey, quotaKeys, quotas } from '@lectern/contract';
import { count, isNull, sql, sum } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { maximumOf, useOf } from '../../platform/quota.ts';
import { accounts } from '../accounts/account.table.ts';
import { companies, packages } from '../companies/company.table.ts';
import { requestCounters, thisMonth } from '../usage/usage.table.ts';

export async function countCompanies(tx: Tx) {
  const [row] = await tx
    .select({
      total: count(),
      disabled: sql`count(*) filter (where not ${companies.enabled})`.mapWith(Number),
      newThisMonth: sql`count(*) filter (where ${companies.createdAt} >= ${thisMonth})`.mapWith(Number),
    })
    .from(companies)
    .where(isNull(companies.deletedAt));
  return row ?? { total: 0, disabled: 0, newThisMonth: 0 };
}

export function countAccounts(tx: Tx): Promise<number> {
  return tx.$count(accounts);
}

export async function countRequestsOfMonth(tx: Tx): Promise<number> {
  const [row] = await tx
    .select({ requests: sum(requestCounters.requests).mapWith(Number) })
    .from(requestCounters)
    .where(sql`${requestCounters.month} = ${thisMonth}`);
  return row?.requests ?? 0;
}

type CompanyAtLimit = CompanyLimit & { companyId: string; companyName: string };

/** The fullest limits of enabled companies; limits of 0, which say that something is not included, do not count. */
export async function listFullLimits(tx: Tx, limit: number): Promise<CompanyAtLimit[]> {
  const found: CompanyAtLimit[] = [];
  for (const quota of quotaKeys) found.push(...(await listFullest(tx, quota, limit)));
  const share = ({ used, max }: CompanyLimit) => used / (max ?? 1);
  return found.sort((a, b) => share(b) - share(a)).slice(0, limit);
}

async function listFullest(tx: Tx, quota: QuotaKey, limit: number): Promise<CompanyAtLimit[]> {
  const maximum = maximumOf(quota, packages[quotas[quota].packageField]);
  const { rows } = await tx.execute<{ id: string; name: string; used: number; max: number }>(sql`
    select * from (
      select ${companies.id} as id, ${companies.name} as name,
             ${await useOf(quota, companies.id)} as used, ${maximum} as max
      from ${companies} join ${packages} on ${packages.id} = ${companies.packageId}
      where ${companies.deletedAt} is null and ${companies.enabled}
        and ${packages[quotas[quota].packageField]} > 0
    ) measured
    where used >= max * ${limitWarningShare}
    order by used / max desc, name
    limit ${limit}`);
  return rows.map(({ id, name, used, max }) => ({ companyId: id, companyName: name, quota, used, max }));
}
