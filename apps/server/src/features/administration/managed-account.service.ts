import {
  AppError,
  type BodyOf,
  type createAccount,
  type Language,
  type updateAccount,
} from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import { authorize } from '../../platform/authorized.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Audit } from '../../platform/http/audit-call.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockAccounts, updateAccountRow } from '../accounts/account.queries.ts';
import {
  createAccountForSomeone,
  lockAccountNames,
  prepareGeneratedPassword,
} from '../accounts/account.service.ts';
import type { AccountRow } from '../accounts/account.table.ts';
import { deleteSessionsOfAccount } from '../accounts/session.queries.ts';
import { findCompanyForUpdate } from '../companies/company.queries.ts';
import { createPersonalCompany } from '../companies/company.service.ts';
import { addMember } from '../companies/member.service.ts';
import { listUsableModels } from '../models/model.service.ts';
import { managedAccountPolicy } from './managed-account.policy.ts';
import { findAccount, listCompaniesOfAccounts, presentAccounts } from './managed-account.queries.ts';

export const administersAccounts = 'accounts belong to no company';

async function presentAccount(tx: Tx, row: AccountRow) {
  const [account] = await presentAccounts(tx, [row]);
  if (!account) throw new AppError('account.not_found');
  return account;
}

/** Creates an account in a company, within its package, or with a company of its own. */
export async function addAccount(
  platform: Platform,
  { email, username, companyId, level, ...input }: BodyOf<typeof createAccount>,
  language: Language,
  audit: Audit,
) {
  audit(email);
  const generated = await prepareGeneratedPassword();
  return platform.database.acrossCompanies(administersAccounts, async (tx) => {
    // Before the company's lock, as everywhere.
    await lockAccountNames(tx);
    const company = companyId === null ? undefined : await findCompanyForUpdate(tx, companyId);
    if (companyId !== null && !company) throw new AppError('company.not_found');
    if (company) {
      audit(email, { id: company.id, name: company.name });
      if (!company.enabled) throw new AppError('company.must_be_enabled');
    }
    const accountId = await createAccountForSomeone(platform, tx, {
      email,
      username,
      language: input.language ?? language,
      generated,
      companyName: company?.name ?? username,
      // An administrator sees who claims an address and can settle it.
      takenBy: 'claimed',
    });
    if (company) await addMember(tx, { companyId: company.id, accountId, level });
    else await createPersonalCompany(tx, accountId, level as 0 | 1 | 2);
    const row = await findAccount(tx, accountId);
    return {
      account: await presentAccount(tx, row as AccountRow),
      generatedPassword: generated.password,
    };
  });
}

/**
 * Changes another account. Both rows are locked and the actor's is checked again, in case two administrators change
 * each other at once.
 */
export function changeAccount(
  { database }: Platform,
  actor: Actor,
  id: string,
  input: BodyOf<typeof updateAccount>,
  audit: Audit,
) {
  return database.acrossCompanies(administersAccounts, async (tx) => {
    const locked = await lockAccounts(tx, [actor.accountId, id]);
    const found = locked.get(id);
    if (found) audit(found.email);
    const account = authorize(managedAccountPolicy, actor, 'update', found);
    const self = locked.get(actor.accountId);
    if (!self?.active || !self.isAdmin) throw new AppError('auth.level_too_low');
    const changed = await updateAccountRow(tx, account, input);
    const { active, isAdmin } = changed;
    audit.changed(account, { active, isAdmin });
    // Also if only the administrator's rights go: impersonation ends with them.
    if (!changed.active || (account.isAdmin && !changed.isAdmin)) await deleteSessionsOfAccount(tx, account);
    return presentAccount(tx, changed);
  });
}

/** The models that the account can use, by company. */
export async function readModelsOfAccount({ database }: Platform, id: string) {
  const own = await database.acrossCompanies(administersAccounts, async (tx) => {
    if (!(await findAccount(tx, id))) throw new AppError('account.not_found');
    return (await listCompaniesOfAccounts(tx, [id])).get(id) ?? [];
  });
  const companies = [];
  for (const company of own) {
    const models = await database.withCompany(company.id, listUsableModels);
    companies.push({
      id: company.id,
      name: company.name,
      models: models.map((model) => ({ ...model, maskedKey: null, options: {} })),
    });
  }
  return { companies };
}
