import {
  AppError,
  type BodyOf,
  type createCompany,
  type Language,
  levels,
  quotaKeys,
} from '@lectern/contract';
import { sql } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import { newId, type Tx } from '../../platform/database/database.ts';
import type { CallWithActor } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { readQuota } from '../../platform/quota.ts';
import { createAccountForSomeone, prepareGeneratedPassword } from '../accounts/account.service.ts';
import { accounts } from '../accounts/account.table.ts';
import { endSessionsInCompany } from '../accounts/session.service.ts';
import { checkCompanyNameFree } from '../companies/company.service.ts';
import type { CompanyRow } from '../companies/company.table.ts';
import { addMember } from '../companies/member.service.ts';
import { getEnabledPackage } from '../companies/package.queries.ts';
import {
  findCompany,
  findCompanyToChange,
  insertCompany,
  listMembersOf,
  lockDisabling,
  presentCompanies,
  updateCompanyRow,
} from './managed-company.queries.ts';

export const administersCompanies = 'the administrator manages every company';

export type Audit = CallWithActor<never>['audit'];

async function presentCompany(tx: Tx, row: CompanyRow) {
  const [company] = await presentCompanies(tx, [row]);
  if (!company) throw new AppError('company.not_found');
  return company;
}

/** The company under lock, named in the audit log whatever comes of the call. */
async function loadCompanyToChange(tx: Tx, id: string, audit: Audit): Promise<CompanyRow> {
  const company = await findCompanyToChange(tx, id);
  if (!company) throw new AppError('company.not_found');
  audit(company.name, { id, name: company.name });
  return company;
}

/** Its first member is the account of that address, or a new one whose password is told once. */
export async function makeCompany(
  platform: Platform,
  input: BodyOf<typeof createCompany>,
  language: Language,
  audit: Audit,
) {
  audit(input.name);
  const generated = await prepareGeneratedPassword();
  return platform.database.acrossCompanies(administersCompanies, async (tx) => {
    await checkCompanyNameFree(tx, input.name);
    const { id: packageId } = await getEnabledPackage(tx, input.packageId);
    const company = await insertCompany(tx, { id: newId(), name: input.name, kind: 'company', packageId });
    audit(company.name, { id: company.id, name: company.name });
    const [existing] = await tx
      .select({ id: accounts.id })
      .from(accounts)
      .where(sql`lower(${accounts.email}) = lower(${input.email})`);
    const accountId =
      existing?.id ??
      (await createAccountForSomeone(platform, tx, {
        email: input.email,
        username: input.username ?? (input.email.split('@', 1)[0] as string),
        language: input.language ?? language,
        generated,
        companyName: company.name,
      }));
    await addMember(tx, { companyId: company.id, accountId, level: levels.COMPANY });
    return {
      company: await presentCompany(tx, company),
      generatedPassword: existing ? null : generated.password,
    };
  });
}

export function readManagedCompany({ database }: Platform, id: string) {
  return database.acrossCompanies(administersCompanies, async (tx) => {
    const row = await findCompany(tx, id);
    if (!row) throw new AppError('company.not_found');
    const limits = [];
    for (const key of quotaKeys) limits.push(await readQuota(tx, id, key));
    return { ...(await presentCompany(tx, row)), limits, members: await listMembersOf(tx, id) };
  });
}

export function changeManagedCompany(
  { database }: Platform,
  id: string,
  input: { name?: string | undefined; packageId?: string | undefined },
  audit: Audit,
) {
  return database.acrossCompanies(administersCompanies, async (tx) => {
    const kind = (await findCompany(tx, id))?.kind;
    // Names are locked before companies, as everywhere. A personal company's need not be its own alone.
    if (input.name !== undefined && kind === 'company') await checkCompanyNameFree(tx, input.name, id);
    const company = await loadCompanyToChange(tx, id, audit);
    if (!company.enabled) throw new AppError('company.must_be_enabled');
    // What it has already it keeps, also where nobody else is given it any more.
    if (input.packageId !== undefined && input.packageId !== company.packageId)
      await getEnabledPackage(tx, input.packageId);
    return presentCompany(tx, await updateCompanyRow(tx, id, input));
  });
}

export function enableManagedCompany({ database, jobs }: Platform, id: string, audit: Audit) {
  return database.acrossCompanies(administersCompanies, async (tx) => {
    await loadCompanyToChange(tx, id, audit);
    const company = await updateCompanyRow(tx, id, { enabled: true });
    await jobs.runNow(tx, id);
    return presentCompany(tx, company);
  });
}

/**
 * Never the company in which oneself acts: whoever acts can go on, so that there always is an administrator who can
 * sign in. Looked at again under a lock, for two who would disable each other's at once.
 */
async function checkNotOwn(tx: Tx, actor: Actor, id: string): Promise<void> {
  if (id === actor.companyId) throw new AppError('company.own');
  const own = await findCompany(tx, actor.companyId);
  if (!own?.enabled) throw new AppError('auth.company_disabled');
}

/** Everyone is signed out of it at once; what its jobs have begun waits until it is enabled again. */
export function disableManagedCompany({ database }: Platform, actor: Actor, id: string, audit: Audit) {
  return database.acrossCompanies(administersCompanies, async (tx) => {
    await lockDisabling(tx);
    await loadCompanyToChange(tx, id, audit);
    await checkNotOwn(tx, actor, id);
    const company = await updateCompanyRow(tx, id, { enabled: false });
    await endSessionsInCompany(tx, id);
    return presentCompany(tx, company);
  });
}

/** Gone from every list and sign-in when this returns; a job clears what is left. */
export function deleteManagedCompany(
  { database, jobs }: Platform,
  actor: Actor,
  { id, typedName }: { id: string; typedName: string },
  audit: Audit,
): Promise<void> {
  return database.acrossCompanies(administersCompanies, async (tx) => {
    const company = await loadCompanyToChange(tx, id, audit);
    if (id === actor.companyId) throw new AppError('company.own');
    if (company.enabled) throw new AppError('company.must_be_disabled');
    if (typedName !== company.name) throw new AppError('company.name_mismatch');
    await updateCompanyRow(tx, id, { deletedAt: new Date() });
    await endSessionsInCompany(tx, id);
    await jobs.enqueue(tx, 'company.clear', { companyId: id });
  });
}
