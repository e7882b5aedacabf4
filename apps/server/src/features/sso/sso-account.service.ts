import { randomBytes } from 'node:crypto';
import { AppError, type Language, levels } from '@lectern/contract';
import { newId, type Tx } from '../../platform/database/database.ts';
import { lockCompany, takeQuota } from '../../platform/quota.ts';
import { createAccount, findAccountByEmail, isFree, lockAccountNames } from '../accounts/account.queries.ts';
import { findMembership, hasOtherOwner, insertMember, type MemberRow } from '../companies/member.queries.ts';
import {
  deleteInvitationOf,
  findCompanyState,
  findIdentity,
  findProvider,
  insertIdentity,
  isActive,
  isSomeoneElse,
  writeLevel,
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
  await lockCompany(tx, companyId);
  const company = await findCompanyState(tx, companyId);
  if (!company?.enabled || company.deletedAt) throw new AppError('auth.company_disabled');
  const provider = await findProvider(tx, companyId);
  if (!provider?.enabled || provider.issuer !== vouched.issuer) throw new AppError('sso.expired');
  const member = (await findKnown(tx, provider, vouched)) ?? (await findByEmail(tx, provider, vouched));
  if (!member) return join(tx, provider, vouched, fresh);
  if (!(await isActive(tx, member.accountId))) throw new AppError('auth.account_disabled');
  await applyLevel(tx, member, findLevel(provider, vouched.groups));
  return member.accountId;
}

async function findKnown(
  tx: Tx,
  { companyId }: SsoProviderRow,
  { issuer, subject }: Vouched,
): Promise<MemberRow | undefined> {
  const identity = await findIdentity(tx, { companyId, issuer, subject });
  if (!identity) return undefined;
  const member = await findMembership(tx, companyId, identity.accountId);
  // Whoever was taken out of the company is not let in again by its provider.
  if (!member) throw new AppError('sso.no_level');
  return member;
}

/** A member with that address is the person; an account elsewhere is nobody's to hand out. */
async function findByEmail(
  tx: Tx,
  { companyId }: SsoProviderRow,
  { issuer, subject, email, emailVerified }: Vouched,
): Promise<MemberRow | undefined> {
  if (email === null) throw new AppError('sso.failed', { detail: 'no e-mail address' });
  // Two who bring one new address at once: the second finds the first one's account.
  await lockAccountNames(tx);
  const account = await findAccountByEmail(tx, email);
  if (!account) return undefined;
  const member = await findMembership(tx, companyId, account.id);
  if (!member) throw new AppError('sso.account_exists');
  const person = { companyId, issuer, subject };
  if (emailVerified === false) throw new AppError('sso.failed', { detail: 'e-mail address not verified' });
  // An address is passed on when people leave; the account of the one before is not.
  if (await isSomeoneElse(tx, person, account.id))
    throw new AppError('sso.failed', { detail: 'e-mail address of another person' });
  await insertIdentity(tx, person, account.id);
  return member;
}

/** A new account, of this company alone; nobody knows its password. */
async function join(
  tx: Tx,
  provider: SsoProviderRow,
  { issuer, subject, email, emailVerified, names, groups }: Vouched,
  { passwordHash, language }: Fresh,
): Promise<string> {
  const { companyId } = provider;
  const found = findLevel(provider, groups);
  const level = found === undefined ? provider.defaultLevel : found;
  if (level === null || email === null) throw new AppError('sso.no_level');
  await deleteInvitationOf(tx, companyId, email);
  const place = await takeQuota(tx, companyId, 'users', 1);
  const accountId = await createAccount(tx, {
    email,
    username: await findFreeName(tx, names),
    passwordHash,
    language,
    ...(emailVerified ? { emailVerifiedAt: new Date() } : {}),
  });
  await insertMember(tx, { id: newId(), companyId, accountId, level }, place);
  await insertIdentity(tx, { companyId, issuer, subject }, accountId);
  return accountId;
}

const longestName = 64;

async function findFreeName(tx: Tx, names: string[]): Promise<string> {
  for (const name of names) if (await isFree(tx, 'username', name)) return name;
  for (;;) {
    const ending = ` ${randomBytes(3).toString('hex')}`;
    const name = `${(names[0] ?? 'person').slice(0, longestName - ending.length).toWellFormed()}${ending}`;
    if (await isFree(tx, 'username', name)) return name;
  }
}

/** The provider's word on the level holds from each sign-in on, but never takes the company its last owner. */
async function applyLevel(tx: Tx, member: MemberRow, level: number | null | undefined): Promise<void> {
  if (level === undefined || level === member.level) return;
  if (level === null) throw new AppError('sso.no_level');
  const lowersOwner = member.level >= levels.COMPANY && level < levels.COMPANY;
  if (lowersOwner && !(await hasOtherOwner(tx, member))) return;
  await writeLevel(tx, member.id, level);
}
