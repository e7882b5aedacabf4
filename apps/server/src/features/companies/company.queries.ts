import { AppError, type Level, levels, type QuotaKey, quotas } from '@lectern/contract';
import { and, eq, isNull } from 'drizzle-orm';
import type { CompanyState } from '../../platform/company-port.ts';
import { newId, type Tx } from '../../platform/database/database.ts';
import { getAccount } from '../accounts/account.service.ts';
import { companies, memberships, packages } from './company.table.ts';
import { getSignUpPackage } from './package.queries.ts';

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

/** A person's own company, on the package for sign-ups and under the person's username. */
export async function createPersonalCompany(tx: Tx, accountId: string, level: Level): Promise<string> {
  const { username } = await getAccount(tx, accountId);
  const companyId = newId();
  const { id: packageId } = await getSignUpPackage(tx);
  await tx.insert(companies).values({ id: companyId, name: username, kind: 'personal', packageId });
  await tx
    .insert(memberships)
    .values({ id: newId(), companyId, accountId, level: Math.min(level, levels.COMPANY) });
  return companyId;
}
