import { AppError, type Level, levels, type QuotaKey, quotas } from '@lectern/contract';
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Authorized } from '../../platform/authorized.ts';
import type { CompanyState } from '../../platform/company-port.ts';
import { newId, type SystemTx, type Tx } from '../../platform/database/database.ts';
import { admitFounder, lockCompany } from '../../platform/quota.ts';
import { getAccount } from '../accounts/account.service.ts';
import { type CompanyRow, companies, memberships, packages } from './company.table.ts';
import { insertMember } from './member.queries.ts';
import { getSignUpPackage } from './package.queries.ts';

/** Weaker than `for update`: rows that refer to the company can be inserted meanwhile. */
export async function lockCompanyRow(tx: Tx, companyId: string): Promise<void> {
  await tx
    .select({ id: companies.id })
    .from(companies)
    .where(eq(companies.id, companyId))
    .for('no key update');
}

export async function readPackageLimits(tx: Tx, companyId: string): Promise<Record<QuotaKey, number | null>> {
  const [row] = await tx
    .select({ limits: packages })
    .from(companies)
    .innerJoin(packages, eq(packages.id, companies.packageId))
    .where(eq(companies.id, companyId));
  if (!row) throw new AppError('company.not_found');
  const limits = Object.entries(quotas).map(([key, { packageField }]) => [key, row.limits[packageField]]);
  return Object.fromEntries(limits) as Record<QuotaKey, number | null>;
}

export async function readCompanyState(tx: Tx, companyId: string): Promise<CompanyState> {
  const [row] = await tx
    .select({ enabled: companies.enabled })
    .from(companies)
    .where(and(eq(companies.id, companyId), isNull(companies.deletedAt)));
  if (!row) return 'deleted';
  return row.enabled ? 'active' : 'disabled';
}

export async function findCompany(tx: Tx, id: string): Promise<CompanyRow | undefined> {
  const [row] = await tx
    .select()
    .from(companies)
    .where(and(eq(companies.id, id), isNull(companies.deletedAt)));
  return row;
}

/** The row under the lock at which callers that take quotas wait too. */
export async function findCompanyForUpdate(tx: Tx, id: string): Promise<CompanyRow | undefined> {
  await lockCompany(tx, id);
  return findCompany(tx, id);
}

/** The account's own personal company under the lock; not one in which it is a guest. */
export async function lockPersonalCompany(tx: Tx, accountId: string): Promise<CompanyRow | undefined> {
  const candidates = await tx
    .select({ id: companies.id })
    .from(companies)
    .innerJoin(memberships, eq(memberships.companyId, companies.id))
    .where(
      and(eq(memberships.accountId, accountId), eq(companies.kind, 'personal'), isNull(companies.deletedAt)),
    )
    .orderBy(asc(companies.createdAt));
  for (const { id } of candidates) {
    const [first] = await tx
      .select({ accountId: memberships.accountId })
      .from(memberships)
      .where(eq(memberships.companyId, id))
      .orderBy(asc(memberships.createdAt), asc(memberships.id))
      .limit(1);
    if (first?.accountId !== accountId) continue;
    // The second of two promotions sees what the first did to the company.
    const company = await findCompanyForUpdate(tx, id);
    if (company?.kind === 'personal') return company;
  }
  return undefined;
}

export async function insertCompany(tx: Tx, values: typeof companies.$inferInsert): Promise<CompanyRow> {
  const [row] = await tx.insert(companies).values(values).returning();
  return row as CompanyRow;
}

export async function updateCompanyRow(
  tx: Tx,
  { id }: Authorized<CompanyRow, 'update' | 'manage'>,
  changes: Partial<Omit<CompanyRow, 'id' | 'deletedAt'>>,
): Promise<CompanyRow> {
  const [row] = await tx
    .update(companies)
    .set({ ...changes, updatedAt: new Date() })
    .where(eq(companies.id, id))
    .returning();
  return row as CompanyRow;
}

export async function softDeleteCompany(tx: Tx, { id }: Authorized<CompanyRow, 'delete'>): Promise<void> {
  const now = new Date();
  await tx.update(companies).set({ deletedAt: now, updatedAt: now }).where(eq(companies.id, id));
}

/** Deletes the row with everything that refers to it. */
export async function deleteCompanyRow(tx: SystemTx, id: string): Promise<void> {
  await tx.delete(companies).where(eq(companies.id, id));
}

/** A person's own company, on the package for sign-ups and under the person's username. */
export async function createPersonalCompany(tx: Tx, accountId: string, level: Level): Promise<string> {
  const { username } = await getAccount(tx, accountId);
  const { id: packageId } = await getSignUpPackage(tx);
  const company = await insertCompany(tx, { id: newId(), name: username, kind: 'personal', packageId });
  const membership = {
    id: newId(),
    companyId: company.id,
    accountId,
    level: Math.min(level, levels.COMPANY),
  };
  await insertMember(tx, membership, admitFounder());
  return company.id;
}
