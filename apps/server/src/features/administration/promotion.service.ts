import { AppError, type BodyOf, levels, type promoteAccount } from '@lectern/contract';
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { findAccountByEmail } from '../accounts/account.service.ts';
import { checkCompanyNameFree } from '../companies/company.service.ts';
import { type CompanyRow, companies, memberships } from '../companies/company.table.ts';
import { getEnabledPackage } from '../companies/package.queries.ts';
import { presentCompanies, updateCompanyRow } from './managed-company.queries.ts';
import { type Audit, administersCompanies } from './managed-company.service.ts';

/** The personal company that the account began with, under lock: somebody else's, where it is a guest, is not its own. */
async function findPersonalCompany(tx: Tx, accountId: string): Promise<CompanyRow | undefined> {
  const candidates = await tx
    .select({ company: companies })
    .from(companies)
    .innerJoin(memberships, eq(memberships.companyId, companies.id))
    .where(
      and(eq(memberships.accountId, accountId), eq(companies.kind, 'personal'), isNull(companies.deletedAt)),
    )
    .orderBy(asc(companies.createdAt))
    // The second of two promotions sees here what the first has made of the company.
    .for('no key update', { of: companies });
  for (const { company } of candidates) {
    const [first] = await tx
      .select({ accountId: memberships.accountId })
      .from(memberships)
      .where(eq(memberships.companyId, company.id))
      .orderBy(asc(memberships.createdAt), asc(memberships.id))
      .limit(1);
    if (first?.accountId === accountId) return company;
  }
  return undefined;
}

/** The account's personal company becomes a real one, with all that is in it, and the account runs it. */
export function promote({ database }: Platform, input: BodyOf<typeof promoteAccount>, audit: Audit) {
  audit(input.email);
  return database.acrossCompanies(administersCompanies, async (tx) => {
    const account = await findAccountByEmail(tx, input.email);
    if (!account) throw new AppError('account.not_found');
    await checkCompanyNameFree(tx, input.companyName);
    const company = await findPersonalCompany(tx, account.id);
    if (!company) throw new AppError('account.no_personal_company');
    audit(input.email, { id: company.id, name: input.companyName });
    if (!company.enabled) throw new AppError('company.must_be_enabled');
    const { id: packageId } = await getEnabledPackage(tx, input.packageId);
    const promoted = await updateCompanyRow(tx, company.id, {
      kind: 'company',
      name: input.companyName,
      packageId,
    });
    await tx
      .update(memberships)
      .set({ level: levels.COMPANY })
      .where(and(eq(memberships.companyId, company.id), eq(memberships.accountId, account.id)));
    const [presented] = await presentCompanies(tx, [promoted]);
    return presented as NonNullable<typeof presented>;
  });
}
