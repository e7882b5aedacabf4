import { AppError, type BodyOf, type CompanySettings, type updateCompany } from '@lectern/contract';
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
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
  const { company, package: bought } = row;
  return {
    id: company.id,
    name: company.name,
    kind: company.kind,
    requireTwoFactor: company.requireTwoFactor,
    package: {
      name: bought.name,
      maxUsers: bought.maxUsers,
      maxChatbots: bought.maxChatbots,
      maxKbs: bought.maxKbs,
      maxChatbotIframes: bought.maxChatbotIframes,
      maxStorageGb: bought.maxStorageGb,
      maxRequests: bought.maxRequests,
      yearlyMaxRequests: bought.yearlyMaxRequests,
    },
    createdAt: company.createdAt.toISOString(),
  };
}

/** Companies of kind `company` bear a name that no other bears. Called across companies, which it locks for. */
export async function checkCompanyNameFree(tx: Tx, name: string, except?: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('company-names'))`);
  const taken = await tx
    .select({ id: companies.id })
    .from(companies)
    .where(
      and(
        eq(companies.kind, 'company'),
        isNull(companies.deletedAt),
        sql`lower(${companies.name}) = lower(${name})`,
        except ? ne(companies.id, except) : undefined,
      ),
    );
  if (taken.length > 0) throw new AppError('company.name_taken', { name });
}

export async function changeCompany(
  { database, mailer }: Platform,
  actor: Actor,
  input: BodyOf<typeof updateCompany>,
) {
  return database.acrossCompanies('names of companies are unique everywhere', async (tx) => {
    const company = await readCompany(tx, actor.companyId);
    // Without a mail server an administrator reads the codes to others: it must not need one itself to get in.
    if (input.requireTwoFactor && !mailer.configured && (await hasAdministrator(tx, company.id)))
      throw new AppError('auth.codes_unreadable');
    if (input.name !== undefined && company.kind === 'company')
      await checkCompanyNameFree(tx, input.name, company.id);
    await tx
      .update(companies)
      .set({ ...input, updatedAt: new Date() })
      .where(eq(companies.id, company.id));
    return readCompany(tx, company.id);
  });
}
