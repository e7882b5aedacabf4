import { AppError, type BodyOf, type createUser, levels, type Member } from '@lectern/contract';
import { eq } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import { type Authorized, authorize, authorizeSystem } from '../../platform/authorized.ts';
import { newId, type SystemTx, type Tx } from '../../platform/database/database.ts';
import { defineHook } from '../../platform/hooks.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockCompany, takeQuota } from '../../platform/quota.ts';
import {
  addressRule,
  createAccountForSomeone,
  lockAccountNames,
  prepareGeneratedPassword,
} from '../accounts/account.service.ts';
import { accounts } from '../accounts/account.table.ts';
import { deleteSessionsOfMember } from '../accounts/session.queries.ts';
import { createPersonalCompany } from './company.queries.ts';
import { companies, type MemberRow } from './company.table.ts';
import { memberPolicy } from './member.policy.ts';
import {
  deleteMember,
  findMember,
  findMemberByEmail,
  hasAnyCompany,
  hasOtherOwner,
  insertMember,
  presentMember,
  updateMemberLevel,
} from './member.queries.ts';

export { listMemberAccounts } from './member.queries.ts';

/** Deletes what belongs to the membership, such as API tokens. Called inside `acrossCompanies`. */
export const onMemberRemoved = defineHook<[Tx, Authorized<MemberRow, 'delete'>]>('member removed');

export function changeMemberLevel(
  { database }: Platform,
  actor: Actor,
  id: string,
  level: number,
): Promise<{ member: Member; before: number }> {
  return database.withActor(actor, async (tx) => {
    await lockCompany(tx, actor.companyId);
    const member = authorize(memberPolicy, actor, 'update', await findMember(tx, id));
    if (level < levels.COMPANY && member.level >= levels.COMPANY && !(await hasOtherOwner(tx, member)))
      throw new AppError('member.last_owner');
    await updateMemberLevel(tx, member, level);
    return { member: await presentMember(tx, member.id), before: member.level };
  });
}

/**
 * Removes a person from a company. What the person made stays with the company; sessions and tokens there end with
 * the membership. A person left without any company gets a personal one if sign-up is enabled. Administrators always
 * get one: nobody can sign in without a company, and no company may lock out an administrator.
 */
export function removeMemberFrom({ database, config }: Platform, actor: Actor, id: string): Promise<string> {
  return database.acrossCompanies('a person may be left without any company', async (tx) => {
    await lockCompany(tx, actor.companyId);
    const member = authorize(memberPolicy, actor, 'delete', await findMember(tx, id));
    if (member.level >= levels.COMPANY && !(await hasOtherOwner(tx, member)))
      throw new AppError('member.last_owner');
    const { accountId } = member;
    // If two companies remove the person at once, the second must see what the first did.
    const [account] = await tx.select().from(accounts).where(eq(accounts.id, accountId)).for('no key update');
    if (!account) throw new AppError('member.not_found');
    await deleteMember(tx, member);
    await deleteSessionsOfMember(tx, member);
    await onMemberRemoved.run(tx, member);
    const getsOwnCompany = config.signUp.enabled || account.isAdmin;
    if (getsOwnCompany && !(await hasAnyCompany(tx, accountId)))
      await createPersonalCompany(tx, accountId, levels[config.signUp.level]);
    return account.email;
  });
}

/** Makes an account a member if the package allows one more. */
export async function addMember(
  tx: Tx,
  member: { companyId: string; accountId: string; level: number },
): Promise<void> {
  const place = await takeQuota(tx, member.companyId, 'users', 1);
  await insertMember(tx, { id: newId(), ...member }, place);
}

/** Sets the level that an identity provider decides, unless the company would lose its last owner. */
export async function alignMemberLevel(tx: SystemTx, member: MemberRow, level: number): Promise<void> {
  if (level === member.level) return;
  const lowersOwner = member.level >= levels.COMPANY && level < levels.COMPANY;
  if (lowersOwner && !(await hasOtherOwner(tx, member))) return;
  await updateMemberLevel(tx, authorizeSystem(tx, member), level);
}

/** Creates an account in the actor's company. */
export async function createUserIn(
  platform: Platform,
  actor: Actor,
  input: BodyOf<typeof createUser>,
): Promise<{ member: Member; generatedPassword: string | null }> {
  const generated = await prepareGeneratedPassword();
  const { companyId } = actor;
  return platform.database.acrossCompanies('the names of accounts are unique everywhere', async (tx) => {
    // Before the company's lock, as everywhere.
    await lockAccountNames(tx);
    const place = await takeQuota(tx, companyId, 'users', 1);
    if (await findMemberByEmail(tx, input.email, companyId)) throw new AppError('account.email_taken');
    const [company] = await tx.select().from(companies).where(eq(companies.id, companyId));
    const accountId = await createAccountForSomeone(platform, tx, {
      email: input.email,
      username: input.username,
      language: input.language ?? actor.language,
      generated,
      companyName: company?.name ?? '',
      takenBy: addressRule(platform),
    });
    const id = newId();
    await insertMember(tx, { id, companyId, accountId, level: input.level }, place);
    return {
      member: await presentMember(tx, id),
      // An impersonating administrator sees no secrets of the company's people.
      generatedPassword: actor.impersonatedBy ? null : generated.password,
    };
  });
}
