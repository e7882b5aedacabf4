import { AppError, type Language } from '@lectern/contract';
import type { SystemTx } from '../../platform/database/database.ts';
import { lockCompany } from '../../platform/quota.ts';
import { createVerifiedAccount, lockAccountNames } from '../accounts/account.service.ts';
import { deleteInvitationOfEmail } from '../companies/invitation.queries.ts';
import { addMember, alignMemberLevel } from '../companies/member.service.ts';
import {
  findCompanyState,
  findPersonByEmail,
  findPersonBySubject,
  findProvider,
  insertIdentity,
  isSomeoneElse,
  type Person,
} from './sso.queries.ts';
import type { SsoClaims, SsoProviderRow } from './sso.table.ts';
import { findLevel } from './sso-claims.ts';

/** What a new account needs besides the provider's claims. */
type NewAccountDefaults = { passwordHash: string; language: Language };

/**
 * The account of whom a company's provider vouches for, which may act in that company from now on. All that could
 * have changed since the sign-in began is looked at again, under the company's lock.
 */
export async function provisionSsoAccount(
  tx: SystemTx,
  companyId: string,
  claims: SsoClaims,
  defaults: NewAccountDefaults,
): Promise<string> {
  // Before the company's lock, as everywhere: an account may be created.
  await lockAccountNames(tx);
  await lockCompany(tx, companyId);
  const company = await findCompanyState(tx, companyId);
  if (!company?.enabled || company.deletedAt) throw new AppError('auth.company_disabled');
  const provider = await findProvider(tx, companyId);
  if (!provider?.enabled || provider.issuer !== claims.issuer) throw new AppError('sso.expired');
  const { issuer, subject, groups } = claims;
  const known = await findPersonBySubject(tx, { companyId, issuer, subject });
  const person = known ?? (await linkByEmail(tx, companyId, claims));
  if (!person) return join(tx, provider, claims, defaults);
  // The provider does not readmit a person who was removed from the company.
  if (!person.member) throw new AppError('sso.no_level');
  if (!person.active) throw new AppError('auth.account_disabled');
  const level = findLevel(provider, groups);
  if (level === null) throw new AppError('sso.no_level');
  if (level !== undefined) await alignMemberLevel(tx, person.member, level);
  return person.accountId;
}

/** Links a member with that address. An account of another company is never linked. */
async function linkByEmail(
  tx: SystemTx,
  companyId: string,
  { issuer, subject, email, emailVerified }: SsoClaims,
): Promise<Person | undefined> {
  if (email === null) throw new AppError('sso.failed', { detail: 'no e-mail address' });
  // Whoever only claims the address elsewhere does not keep its owner out.
  const person = await findPersonByEmail(tx, companyId, email);
  if (!person) return undefined;
  if (!person.member) throw new AppError('sso.account_exists');
  if (emailVerified === false) throw new AppError('sso.failed', { detail: 'e-mail address not verified' });
  const identity = { companyId, issuer, subject };
  // An address may be reused when people leave, but not the account of the previous person.
  if (await isSomeoneElse(tx, identity, person.accountId))
    throw new AppError('sso.failed', { detail: 'e-mail address of another person' });
  await insertIdentity(tx, identity, person.accountId);
  return person;
}

/** Creates an account in this company only. */
async function join(
  tx: SystemTx,
  provider: SsoProviderRow,
  { issuer, subject, email, emailVerified, names, groups }: SsoClaims,
  defaults: NewAccountDefaults,
): Promise<string> {
  const { companyId } = provider;
  const found = findLevel(provider, groups);
  const level = found === undefined ? provider.defaultLevel : found;
  if (level === null || email === null) throw new AppError('sso.no_level');
  await deleteInvitationOfEmail(tx, companyId, email);
  const account = { email, names, ...defaults, ...(emailVerified ? { emailVerifiedAt: new Date() } : {}) };
  const accountId = await createVerifiedAccount(tx, account).catch((error) => {
    // Somebody else took the address at the same moment.
    throw error instanceof AppError && error.code === 'account.email_taken'
      ? new AppError('sso.account_exists')
      : error;
  });
  await addMember(tx, { companyId, accountId, level });
  await insertIdentity(tx, { companyId, issuer, subject }, accountId);
  return accountId;
}
