import { AppError, type BodyOf, levels, type promoteAccount } from '@lectern/contract';
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import { authorize } from '../../platform/authorized.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { findAccountByEmail } from '../accounts/account.service.ts';
import { companyPolicy } from '../companies/company.policy.ts';
import { updateCompanyRow } from '../companies/company.queries.ts';
import { checkCompanyNameFree } from '../companies/company.service.ts';
import { type CompanyRow, companies, memberships } from '../companies/company.table.ts';
import { memberPolicy } from '../companies/member.policy.ts';
import { findMembership, updateMemberLevel } from '../companies/member.queries.ts';
import { getEnabledPackage } from '../companies/package.queries.ts';
import { presentCompanies } from './managed-company.queries.ts';
import { type Audit, administersCompanies } from './managed-company.service.ts';

/** The account's own personal company, locked; not one in which it is a guest. */
async function findPersonalCompany(tx: Tx, accountId: string): Promise<CompanyRow | undefined> {
  const candidates = await tx
    .select({ company: companies })
    .from(companies)
    .innerJoin(memberships, eq(memberships.companyId, companies.id))
    .where(
      and(eq(memberships.accountId, accountId), eq(companies.kind, 'personal'), isNull(companies.deletedAt)),
    )
    .orderBy(asc(companies.createdAt))
    // The second of two promotions sees what the first did to the company.
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

/** Turns the account's personal company, with everything in it, into a real one that the account owns. */
export function promote(
  { database }: Platform,
  actor: Actor,
  input: BodyOf<typeof promoteAccount>,
  audit: Audit,
) {
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
    const promoted = await updateCompanyRow(tx, authorize(companyPolicy, actor, 'manage', company), {
      kind: 'company',
      name: input.companyName,
      packageId,
    });
    const membership = await findMembership(tx, company.id, account.id);
    await updateMemberLevel(tx, authorize(memberPolicy, actor, 'promote', membership), levels.COMPANY);
    const [presented] = await presentCompanies(tx, [promoted]);
    return presented as NonNullable<typeof presented>;
  });
}
