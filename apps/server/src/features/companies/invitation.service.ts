import {
  AppError,
  type BodyOf,
  type createInvitation,
  type Invitation,
  invitationDays,
  type Language,
  type ReceivedInvitation,
} from '@lectern/contract';
import { eq } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import { type Authorized, authorize } from '../../platform/authorized.ts';
import { type Database, newId, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockCompany, takeQuota } from '../../platform/quota.ts';
import { generateToken, hashToken } from '../../platform/token.ts';
import { accountPolicy } from '../accounts/account.policy.ts';
import { findAccountByEmail, getAccount, updateAccountRow } from '../accounts/account.queries.ts';
import { checkGuess } from '../accounts/sign-in-guard.service.ts';
import { queueMail } from '../mails/mail.service.ts';
import { companies, type InvitationRow } from './company.table.ts';
import { invitationPolicy } from './invitation.policy.ts';
import {
  deleteExpiredInvitations,
  deleteInvitation,
  findInvitationByEmail,
  findInvitationWithCompany,
  findOpenInvitation,
  type InvitationWithCompany,
  insertInvitation,
  listInvitationsToEmail,
  renewInvitation,
} from './invitation.queries.ts';
import { findMemberByEmail, findMembership, insertMember } from './member.queries.ts';

const newExpiry = () => new Date(Date.now() + invitationDays * 86_400_000);

export function presentInvitation(row: InvitationRow): Invitation {
  return {
    id: row.id,
    email: row.email,
    level: row.level,
    invitedBy: row.invitedBy,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  };
}

/** Mails in the language of the account with that address, else in the inviter's. */
async function mailInvitation(platform: Platform, tx: Tx, actor: Actor, row: InvitationRow, token: string) {
  const [company] = await tx.select().from(companies).where(eq(companies.id, row.companyId));
  const account = await findAccountByEmail(tx, row.email);
  await queueMail(platform, tx, {
    to: row.email,
    kind: 'invitation',
    language: (account?.language as Language | undefined) ?? actor.language,
    values: {
      companyName: company?.name ?? '',
      invitedBy: row.invitedBy,
      url: `${platform.publicUrl()}/login?invitation=${token}`,
      days: invitationDays,
    },
    expiresAt: row.expiresAt,
  });
}

/** Limits the mails to an address, also if an invitation is withdrawn and sent again. */
function checkMayMail({ database }: Platform, { companyId }: Actor, email: string): Promise<void> {
  return checkGuess(database, `invitation of ${companyId} to ${email}`);
}

export async function invite(
  platform: Platform,
  actor: Actor,
  input: BodyOf<typeof createInvitation>,
): Promise<Invitation> {
  await checkMayMail(platform, actor, input.email);
  return platform.database.withActor(actor, async (tx) => {
    await lockCompany(tx, actor.companyId);
    if (await findMemberByEmail(tx, input.email, actor.companyId)) throw new AppError('member.exists');
    const earlier = await findInvitationByEmail(tx, actor.companyId, input.email);
    if (earlier && !earlier.expired) throw new AppError('invitation.exists');
    // An expired one makes room for the new.
    if (earlier) await deleteInvitation(tx, authorize(invitationPolicy, actor, 'delete', earlier));
    const place = await takeQuota(tx, actor.companyId, 'users', 1);
    const inviter = await getAccount(tx, actor.accountId);
    const token = generateToken('lin');
    const row = await insertInvitation(
      tx,
      {
        id: newId(),
        companyId: actor.companyId,
        email: input.email,
        level: input.level,
        invitedBy: inviter.username,
        tokenHash: hashToken(token),
        expiresAt: newExpiry(),
      },
      place,
    );
    await mailInvitation(platform, tx, actor, row, token);
    return presentInvitation(row);
  });
}

async function loadInvitation<Action extends 'update' | 'delete'>(
  tx: Tx,
  actor: Actor,
  action: Action,
  id: string,
) {
  return authorize(invitationPolicy, actor, action, await findOpenInvitation(tx, id));
}

/** Mails a new link; the old one stops working. */
export async function inviteAgain(platform: Platform, actor: Actor, id: string): Promise<Invitation> {
  const { email } = await platform.database.withActor(actor, (tx) => loadInvitation(tx, actor, 'update', id));
  await checkMayMail(platform, actor, email);
  return platform.database.withActor(actor, async (tx) => {
    const token = generateToken('lin');
    const row = await renewInvitation(tx, await loadInvitation(tx, actor, 'update', id), {
      tokenHash: hashToken(token),
      expiresAt: newExpiry(),
    });
    await mailInvitation(platform, tx, actor, row, token);
    return presentInvitation(row);
  });
}

export function withdraw({ database }: Platform, actor: Actor, id: string): Promise<string> {
  return database.withActor(actor, async (tx) => {
    const invitation = await loadInvitation(tx, actor, 'delete', id);
    await deleteInvitation(tx, invitation);
    return invitation.email;
  });
}

export function presentReceived(row: InvitationWithCompany): ReceivedInvitation {
  return {
    id: row.id,
    companyName: row.companyName,
    email: row.email,
    level: row.level,
    invitedBy: row.invitedBy,
    expiresAt: row.expiresAt.toISOString(),
  };
}

/** Invitations to an account's address; none until the person has proved to own it. */
export async function listInvitationsTo(tx: Tx, accountId: string): Promise<ReceivedInvitation[]> {
  const account = await getAccount(tx, accountId);
  if (!account.emailVerifiedAt) return [];
  return (await listInvitationsToEmail(tx, account.email)).map(presentReceived);
}

/** The invitation, if the actor may answer it: by a verified address, or by the link that was mailed to it. */
async function loadInvitationToAnswer(tx: Tx, actor: Actor, id: string, token: string | undefined) {
  const account = authorize(accountPolicy, actor, 'update', await getAccount(tx, actor.accountId));
  const found = await findInvitationWithCompany(tx, id);
  const byToken = token !== undefined && found?.tokenHash === hashToken(token);
  const isOwn = found?.email.toLowerCase() === account.email.toLowerCase();
  const isForActor = isOwn && (byToken || account.emailVerifiedAt !== null);
  const invitation = authorize(invitationPolicy, actor, 'answer', found && { ...found, isForActor });
  if (byToken && !account.emailVerifiedAt)
    await updateAccountRow(tx, account, { emailVerifiedAt: new Date() });
  return invitation;
}

/** Turns an invitation into a membership, which takes the invitation's place in the quota. */
export async function joinByInvitation(
  tx: Tx,
  invitation: Authorized<InvitationRow, 'answer'>,
  accountId: string,
): Promise<void> {
  const { companyId, level } = invitation;
  await lockCompany(tx, companyId);
  if (!(await deleteInvitation(tx, invitation))) throw new AppError('invitation.not_found');
  if (await findMembership(tx, companyId, accountId)) throw new AppError('member.exists');
  const place = await takeQuota(tx, companyId, 'users', 1);
  await insertMember(tx, { id: newId(), companyId, accountId, level }, place);
}

export function accept({ database }: Platform, actor: Actor, id: string, token: string | undefined) {
  return database.acrossCompanies('the invited person is not in the company yet', async (tx) => {
    const invitation = await loadInvitationToAnswer(tx, actor, id, token);
    await joinByInvitation(tx, invitation, actor.accountId);
    return { companyId: invitation.companyId, companyName: invitation.companyName };
  });
}

export function refuse({ database }: Platform, actor: Actor, id: string, token: string | undefined) {
  return database.acrossCompanies('the invited person is not in the company', async (tx) => {
    const invitation = await loadInvitationToAnswer(tx, actor, id, token);
    await deleteInvitation(tx, invitation);
    return { companyId: invitation.companyId, companyName: invitation.companyName };
  });
}

export async function deleteOldInvitations(database: Database): Promise<void> {
  await database.asSystem('expired invitations of every company', deleteExpiredInvitations);
}
