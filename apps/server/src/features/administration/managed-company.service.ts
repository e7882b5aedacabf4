import {
  AppError,
  type BodyOf,
  type createCompany,
  type Language,
  levels,
  quotaKeys,
} from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import { authorize } from '../../platform/authorized.ts';
import { newId, type Tx } from '../../platform/database/database.ts';
import type { Audit } from '../../platform/http/audit-call.ts';
import type { Platform } from '../../platform/platform.ts';
import { readQuota } from '../../platform/quota.ts';
import {
  addressRule,
  createAccountForSomeone,
  findAccountByEmail,
  prepareGeneratedPassword,
} from '../accounts/account.service.ts';
import { deleteSessionsInCompany } from '../accounts/session.queries.ts';
import { companyPolicy } from '../companies/company.policy.ts';
import {
  findCompany,
  findCompanyForUpdate,
  insertCompany,
  softDeleteCompany,
  updateCompanyRow,
} from '../companies/company.queries.ts';
import { checkCompanyNameFree } from '../companies/company.service.ts';
import type { CompanyRow } from '../companies/company.table.ts';
import { addMember } from '../companies/member.service.ts';
import { getEnabledPackage } from '../companies/package.queries.ts';
import { listMembersOf, lockDisabling, presentCompanies } from './managed-company.queries.ts';

export const administersCompanies = 'the administrator manages every company';

/** Which company, and who changes it. */
type CompanyCall = { actor: Actor; id: string; audit: Audit };

async function presentCompany(tx: Tx, row: CompanyRow) {
  const [company] = await presentCompanies(tx, [row]);
  if (!company) throw new AppError('company.not_found');
  return company;
}

/** The company, locked, and named in the audit log whether or not the call succeeds. */
async function loadLockedCompany<Action extends 'manage' | 'delete'>(
  tx: Tx,
  action: Action,
  { actor, id, audit }: CompanyCall,
) {
  const found = await findCompanyForUpdate(tx, id);
  if (found) audit(found.name, { id, name: found.name });
  return authorize(companyPolicy, actor, action, found);
}

/** Creates a company. Its first member is the account with that address, or a new one whose password is shown once. */
export async function addCompany(
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
    const takenBy = addressRule(platform);
    const claimed = await findAccountByEmail(tx, input.email);
    // A company must not go to whoever typed the address first.
    const existing = takenBy === 'claimed' || claimed?.emailVerifiedAt ? claimed : undefined;
    const accountId =
      existing?.id ??
      (await createAccountForSomeone(platform, tx, {
        email: input.email,
        username: input.username ?? (input.email.split('@', 1)[0] as string),
        language: input.language ?? language,
        generated,
        companyName: company.name,
        takenBy,
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
  call: CompanyCall,
  input: { name?: string | undefined; packageId?: string | undefined },
) {
  const { id } = call;
  return database.acrossCompanies(administersCompanies, async (tx) => {
    const kind = (await findCompany(tx, id))?.kind;
    // Names are locked before companies, as everywhere. Names of personal companies need not be unique.
    if (input.name !== undefined && kind === 'company') await checkCompanyNameFree(tx, input.name, id);
    const company = await loadLockedCompany(tx, 'manage', call);
    if (!company.enabled) throw new AppError('company.must_be_enabled');
    // A company keeps its package even if the package is disabled.
    if (input.packageId !== undefined && input.packageId !== company.packageId)
      await getEnabledPackage(tx, input.packageId);
    const [before, after] = [
      await presentCompany(tx, company),
      await presentCompany(tx, await updateCompanyRow(tx, company, input)),
    ];
    call.audit.changed(
      { name: before.name, package: before.package.name },
      { name: after.name, package: after.package.name },
    );
    return after;
  });
}

export function enableManagedCompany({ database, jobs }: Platform, call: CompanyCall) {
  return database.acrossCompanies(administersCompanies, async (tx) => {
    const found = await loadLockedCompany(tx, 'manage', call);
    const company = await updateCompanyRow(tx, found, { enabled: true });
    await jobs.runNow(tx, company.id);
    return presentCompany(tx, company);
  });
}

/**
 * Refuses the company in which the actor acts, so that an administrator can always sign in. The actor's company is
 * read under a lock, in case two administrators disable each other's at once.
 */
async function checkNotOwn(tx: Tx, actor: Actor, id: string): Promise<void> {
  if (id === actor.companyId) throw new AppError('company.own');
  const own = await findCompany(tx, actor.companyId);
  if (!own?.enabled) throw new AppError('auth.company_disabled');
}

/** Signs everyone out; the company's jobs wait until it is enabled again. */
export function disableManagedCompany({ database }: Platform, call: CompanyCall) {
  return database.acrossCompanies(administersCompanies, async (tx) => {
    await lockDisabling(tx);
    const found = await loadLockedCompany(tx, 'manage', call);
    await checkNotOwn(tx, call.actor, found.id);
    const company = await updateCompanyRow(tx, found, { enabled: false });
    await deleteSessionsInCompany(tx, found);
    return presentCompany(tx, company);
  });
}

/** Soft-deletes the company: it disappears from lists and sign-in; a job deletes its data. */
export function deleteManagedCompany(
  { database, jobs }: Platform,
  call: CompanyCall,
  typedName: string,
): Promise<void> {
  return database.acrossCompanies(administersCompanies, async (tx) => {
    const company = await loadLockedCompany(tx, 'delete', call);
    if (company.id === call.actor.companyId) throw new AppError('company.own');
    if (company.enabled) throw new AppError('company.must_be_disabled');
    if (typedName !== company.name) throw new AppError('company.name_mismatch');
    await softDeleteCompany(tx, company);
    await deleteSessionsInCompany(tx, company);
    await jobs.enqueue(tx, 'company.clear', { companyId: company.id });
  });
}
