import { AppError, type BodyOf, type createUser, levels, type Member } from '@lectern/contract';
import { eq } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import { type Authorized, authorize } from '../../platform/authorized.ts';
import { newId, type Tx } from '../../platform/database/database.ts';
import { defineHook } from '../../platform/hooks.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockCompany, takeQuota } from '../../platform/quota.ts';
import {
  createAccountForSomeone,
  lockAccountNames,
  prepareGeneratedPassword,
} from '../accounts/account.service.ts';
import { accounts } from '../accounts/account.table.ts';
import { endSessionsInCompany } from '../accounts/session.service.ts';
import { createPersonalCompany } from './company.queries.ts';
import { companies, type MemberRow, memberships } from './company.table.ts';
import { memberPolicy } from './member.policy.ts';
import { findMember, hasAnyCompany, hasOtherOwner, insertMember, presentMember } from './member.queries.ts';

export { listMemberAccounts } from './member.queries.ts';

/** Deletes what belongs to the membership, such as API tokens. Called inside `acrossCompanies`. */
export const onMemberRemoved = defineHook<[Tx, Authorized<MemberRow, 'delete'>]>('member removed');

/** The member, for a change under the company's lock. Every id but one of the actor's company is not there. */
async function getMember(tx: Tx, actor: Actor, id: string): Promise<MemberRow> {
  await lockCompany(tx, actor.companyId);
  const member = await findMember(tx, id);
  if (!member) throw new AppError('member.not_found');
  return member;
}

export function changeMemberLevel(
  { database }: Platform,
  actor: Actor,
  id: string,
  level: number,
): Promise<Member> {
  return database.withActor(actor, async (tx) => {
    const member = await getMember(tx, actor, id);
    if (level < levels.COMPANY && member.level >= levels.COMPANY && !(await hasOtherOwner(tx, member)))
      throw new AppError('member.last_owner');
    await tx.update(memberships).set({ level }).where(eq(memberships.id, member.id));
    return presentMember(tx, member.id);
  });
}

/**
 * Takes a person out of a company. What it made stays the company's; its sessions and tokens there end
 * with the membership. Who would be left without any company gets a personal one, where people may register;
 * an administrator always, since nobody signs in without a company, and no company may shut out the platform's own.
 */
export function removeMemberFrom({ database, config }: Platform, actor: Actor, id: string): Promise<string> {
  return database.acrossCompanies('a person may be left without any company', async (tx) => {
    await lockCompany(tx, actor.companyId);
    const member = authorize(memberPolicy, actor, 'delete', await findMember(tx, id));
    if (member.level >= levels.COMPANY && !(await hasOtherOwner(tx, member)))
      throw new AppError('member.last_owner');
    const { companyId, accountId } = member;
    // Taken out of two companies at once, a person is in none: the second must see what the first did.
    const [account] = await tx.select().from(accounts).where(eq(accounts.id, accountId)).for('no key update');
    if (!account) throw new AppError('member.not_found');
    await tx.delete(memberships).where(eq(memberships.id, id));
    await endSessionsInCompany(tx, companyId, accountId);
    await onMemberRemoved.run(tx, member);
    const mayHaveOwn = config.signUp.enabled || account.isAdmin;
    if (mayHaveOwn && !(await hasAnyCompany(tx, accountId)))
      await createPersonalCompany(tx, accountId, levels[config.signUp.level]);
    return account.email;
  });
}

/** Makes an account a member, where the package leaves a place. */
export async function addMember(
  tx: Tx,
  member: { companyId: string; accountId: string; level: number },
): Promise<void> {
  const place = await takeQuota(tx, member.companyId, 'users', 1);
  await insertMember(tx, { id: newId(), ...member }, place);
}

/** Gives a member the level that somebody outside decides, but never takes the company its last owner. */
export async function alignMemberLevel(tx: Tx, member: MemberRow, level: number): Promise<void> {
  if (level === member.level) return;
  const lowersOwner = member.level >= levels.COMPANY && level < levels.COMPANY;
  if (lowersOwner && !(await hasOtherOwner(tx, member))) return;
  await tx.update(memberships).set({ level }).where(eq(memberships.id, member.id));
}

/** Makes an account in the actor's company. */
export async function createUserIn(
  platform: Platform,
  actor: Actor,
  input: BodyOf<typeof createUser>,
): Promise<{ member: Member; generatedPassword: string | null }> {
  const generated = await prepareGeneratedPassword();
  const { companyId } = actor;
  return platform.database.acrossCompanies('the names of accounts are unique everywhere', async (tx) => {
    // Before the company's lock, as wherever both are taken.
    await lockAccountNames(tx);
    const place = await takeQuota(tx, companyId, 'users', 1);
    const [company] = await tx.select().from(companies).where(eq(companies.id, companyId));
    const accountId = await createAccountForSomeone(platform, tx, {
      email: input.email,
      username: input.username,
      language: input.language ?? actor.language,
      generated,
      companyName: company?.name ?? '',
    });
    const id = newId();
    await insertMember(tx, { id, companyId, accountId, level: input.level }, place);
    return {
      member: await presentMember(tx, id),
      // An administrator who acts as the company sees no secrets of its people.
      generatedPassword: actor.impersonatedBy ? null : generated.password,
    };
  });
}
