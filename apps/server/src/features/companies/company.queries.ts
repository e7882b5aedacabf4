import { AppError, type QuotaKey, quotas } from '@lectern/contract';
import { and, eq, isNull } from 'drizzle-orm';
import type { CompanyState } from '../../platform/company-port.ts';
import type { Tx } from '../../platform/database/database.ts';
import { companies, packages } from './company.table.ts';

/** Weaker than `for update`: rows that refer to the company can be inserted meanwhile. */
export async function lockCompanyRow(tx: Tx, companyId: string): Promise<void> {
  await tx
    .select({ id: companies.id })
    .from(companies)
    .where(eq(companies.id, companyId))
    .for('no key update');
}

export async function readPackageLimit(tx: Tx, companyId: string, key: QuotaKey): Promise<number | null> {
  const [row] = await tx
    .select({ limits: packages })
    .from(companies)
    .innerJoin(packages, eq(packages.id, companies.packageId))
    .where(eq(companies.id, companyId));
  if (!row) throw new AppError('company.not_found');
  return row.limits[quotas[key].packageField];
}

export async function readCompanyState(tx: Tx, companyId: string): Promise<CompanyState> {
  const [row] = await tx
    .select({ enabled: companies.enabled })
    .from(companies)
    .where(and(eq(companies.id, companyId), isNull(companies.deletedAt)));
  if (!row) return 'deleted';
  return row.enabled ? 'active' : 'disabled';
}
