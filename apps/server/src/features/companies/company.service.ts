import { AppError, type BodyOf, type CompanySettings, type updateCompany } from '@lectern/contract';
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import { authorize } from '../../platform/authorized.ts';
import type { Tx } from '../../platform/database/database.ts';
import { isSameName } from '../../platform/database/same-name.ts';
import type { Audit } from '../../platform/http/audit-call.ts';
import type { Platform } from '../../platform/platform.ts';
import { companyPolicy } from './company.policy.ts';
import { findCompany, updateCompanyRow } from './company.queries.ts';
import { companies, packages } from './company.table.ts';
import { hasAdministrator } from './member.queries.ts';

export { createPersonalCompany } from './company.queries.ts';

export async function readCompany(tx: Tx, companyId: string): Promise<CompanySettings> {
  const [row] = await tx
    .select({ company: companies, package: packages })
    .from(companies)
    .innerJoin(packages, eq(packages.id, companies.packageId))
    .where(eq(companies.id, companyId));
  if (!row) throw new AppError('company.not_found');
  const { company, package: limits } = row;
  return {
    id: company.id,
    name: company.name,
    kind: company.kind,
    requireTwoFactor: company.requireTwoFactor,
    publicLinks: company.publicLinks,
    package: {
      name: limits.name,
      maxUsers: limits.maxUsers,
      maxChatbots: limits.maxChatbots,
      maxKbs: limits.maxKbs,
      maxChatbotIframes: limits.maxChatbotIframes,
      maxStorageGb: limits.maxStorageGb,
      maxRequests: limits.maxRequests,
      yearlyMaxRequests: limits.yearlyMaxRequests,
    },
    createdAt: company.createdAt.toISOString(),
  };
}

/** Names of companies of kind `company` are unique. Locks the names; called across companies. */
export async function checkCompanyNameFree(tx: Tx, name: string, except?: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('company-names'))`);
  const taken = await tx
    .select({ id: companies.id })
    .from(companies)
    .where(
      and(
        eq(companies.kind, 'company'),
        isNull(companies.deletedAt),
        isSameName(companies.name, name),
        except ? ne(companies.id, except) : undefined,
      ),
    );
  if (taken.length > 0) throw new AppError('company.name_taken', { name });
}

export async function changeCompany(
  { database, mailer }: Platform,
  actor: Actor,
  input: BodyOf<typeof updateCompany>,
  audit: Audit,
) {
  return database.acrossCompanies('names of companies are unique everywhere', async (tx) => {
    const company = authorize(companyPolicy, actor, 'update', await findCompany(tx, actor.companyId));
    // Without a mail server only an administrator can read the codes, and must not need one to sign in.
    if (input.requireTwoFactor && !mailer.configured && (await hasAdministrator(tx, company.id)))
      throw new AppError('auth.codes_unreadable');
    if (input.name !== undefined && company.kind === 'company')
      await checkCompanyNameFree(tx, input.name, company.id);
    const { name, requireTwoFactor, publicLinks } = await updateCompanyRow(tx, company, input);
    audit.changed(company, { name, requireTwoFactor, publicLinks });
    return readCompany(tx, company.id);
  });
}
