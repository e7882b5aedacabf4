import { AppError, type BodyOf, levels, type promoteAccount } from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import { authorize } from '../../platform/authorized.ts';
import type { Audit } from '../../platform/http/audit-call.ts';
import type { Platform } from '../../platform/platform.ts';
import { findAccountByEmail } from '../accounts/account.service.ts';
import { companyPolicy } from '../companies/company.policy.ts';
import { lockPersonalCompany, updateCompanyRow } from '../companies/company.queries.ts';
import { checkCompanyNameFree } from '../companies/company.service.ts';
import { memberPolicy } from '../companies/member.policy.ts';
import { findMembership, updateMemberLevel } from '../companies/member.queries.ts';
import { getEnabledPackage } from '../companies/package.queries.ts';
import { presentCompanies } from './managed-company.queries.ts';
import { administersCompanies } from './managed-company.service.ts';

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
    const company = await lockPersonalCompany(tx, account.id);
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
