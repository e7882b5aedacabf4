import { AppError, type Language } from '@lectern/contract';
import type { Tx } from '../../platform/database/database.ts';
import { lockCompany } from '../../platform/quota.ts';
import { createVouchedAccount, lockAccountNames } from '../accounts/account.service.ts';
import { addMember, alignMemberLevel } from '../companies/member.service.ts';
import {
  deleteInvitationOf,
  findCompanyState,
  findPersonByEmail,
  findPersonBySubject,
  findProvider,
  insertIdentity,
  isSomeoneElse,
  type Person,
} from './sso.queries.ts';
import type { SsoProviderRow, Vouched } from './sso.table.ts';
import { findLevel } from './vouched.ts';

/** What a new account needs besides what the provider said. */
type Fresh = { passwordHash: string; language: Language };

/**
 * The account of whom a company's provider vouches for, which may act in that company from now on. All that could
 * have changed since the sign-in began is looked at again, under the company's lock.
 */
export async function admitVouched(
  tx: Tx,
  companyId: string,
  vouched: Vouched,
  fresh: Fresh,
): Promise<string> {
  // Before the company's lock, as wherever both are taken: a new account may be made.
  await lockAccountNames(tx);
  await lockCompany(tx, companyId);
  const company = await findCompanyState(tx, companyId);
  if (!company?.enabled || company.deletedAt) throw new AppError('auth.company_disabled');
  const provider = await findProvider(tx, companyId);
  if (!provider?.enabled || provider.issuer !== vouched.issuer) throw new AppError('sso.expired');
  const { issuer, subject, groups } = vouched;
  const known = await findPersonBySubject(tx, { companyId, issuer, subject });
  const person = known ?? (await linkByEmail(tx, companyId, vouched));
  if (!person) return join(tx, provider, vouched, fresh);
  // Whoever was taken out of the company is not let in again by its provider.
  if (!person.member) throw new AppError('sso.no_level');
  if (!person.active) throw new AppError('auth.account_disabled');
  const level = findLevel(provider, groups);
  if (level === null) throw new AppError('sso.no_level');
  if (level !== undefined) await alignMemberLevel(tx, person.member, level);
  return person.accountId;
}

/** A member with that address is the person; an account elsewhere is nobody's to hand out. */
async function linkByEmail(
  tx: Tx,
  companyId: string,
  { issuer, subject, email, emailVerified }: Vouched,
): Promise<Person | undefined> {
  if (email === null) throw new AppError('sso.failed', { detail: 'no e-mail address' });
  const person = await findPersonByEmail(tx, companyId, email);
  if (!person) return undefined;
  if (!person.member) throw new AppError('sso.account_exists');
  if (emailVerified === false) throw new AppError('sso.failed', { detail: 'e-mail address not verified' });
  const identity = { companyId, issuer, subject };
  // An address is passed on when people leave; the account of the one before is not.
  if (await isSomeoneElse(tx, identity, person.accountId))
    throw new AppError('sso.failed', { detail: 'e-mail address of another person' });
  await insertIdentity(tx, identity, person.accountId);
  return person;
}

/** A new account, of this company alone. */
async function join(
  tx: Tx,
  provider: SsoProviderRow,
  { issuer, subject, email, emailVerified, names, groups }: Vouched,
  fresh: Fresh,
): Promise<string> {
  const { companyId } = provider;
  const found = findLevel(provider, groups);
  const level = found === undefined ? provider.defaultLevel : found;
  if (level === null || email === null) throw new AppError('sso.no_level');
  await deleteInvitationOf(tx, companyId, email);
  const account = { email, names, ...fresh, ...(emailVerified ? { emailVerifiedAt: new Date() } : {}) };
  const accountId = await createVouchedAccount(tx, account).catch((error) => {
    // Somebody took the address elsewhere at this very moment.
    throw error instanceof AppError && error.code === 'account.email_taken'
      ? new AppError('sso.account_exists')
      : error;
  });
  await addMember(tx, { companyId, accountId, level });
  await insertIdentity(tx, { companyId, issuer, subject }, accountId);
  return accountId;
}
