import {
  AppError,
  type BodyOf,
  type createInvitation,
  type Invitation,
  invitationDays,
  type Language,
  type ReceivedInvitation,
} from '@lectern/contract';
import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import { type Database, newId, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockCompany, takeQuota } from '../../platform/quota.ts';
import { generateToken, hashToken } from '../../platform/token.ts';
import { findAccountByEmail, getAccount } from '../accounts/account.service.ts';
import { accounts } from '../accounts/account.table.ts';
import { checkGuess } from '../accounts/sign-in-guard.service.ts';
import { queueMail } from '../mails/mail.service.ts';
import { companies, type InvitationRow, invitations } from './company.table.ts';
import { findMemberByEmail, findMembership, insertMember } from './member.queries.ts';

const waiting = gt(invitations.expiresAt, sql`now()`);
const endOfTerm = () => new Date(Date.now() + invitationDays * 86_400_000);

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

export function listWaitingInvitations(tx: Tx): Promise<InvitationRow[]> {
  return tx.select().from(invitations).where(waiting).orderBy(desc(invitations.createdAt));
}

/** In the language of the account that has the address, else in the inviter's. */
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

/** So that nobody is flooded by way of us: withdrawing and inviting anew is no way around it. */
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
    // An old one that nobody answered makes room for the new.
    await tx.delete(invitations).where(lt(invitations.expiresAt, sql`now()`));
    if (await findMemberByEmail(tx, input.email)) throw new AppError('member.exists');
    const earlier = (await listWaitingInvitations(tx)).some((row) => row.email.toLowerCase() === input.email);
    if (earlier) throw new AppError('invitation.exists');
    await takeQuota(tx, actor.companyId, 'users', 1);
    const inviter = await getAccount(tx, actor.accountId);
    const token = generateToken('lin');
    const [row] = await tx
      .insert(invitations)
      .values({
        id: newId(),
        companyId: actor.companyId,
        email: input.email,
        level: input.level,
        invitedBy: inviter.username,
        tokenHash: hashToken(token),
        expiresAt: endOfTerm(),
      })
      .returning();
    await mailInvitation(platform, tx, actor, row as InvitationRow, token);
    return presentInvitation(row as InvitationRow);
  });
}

/** With a new link: the old one ends. */
export async function inviteAgain(platform: Platform, actor: Actor, id: string): Promise<Invitation> {
  const { email } = await platform.database.withActor(actor, (tx) => getInvitationRow(tx, id));
  await checkMayMail(platform, actor, email);
  return platform.database.withActor(actor, async (tx) => {
    await getInvitationRow(tx, id);
    const token = generateToken('lin');
    const [row] = await tx
      .update(invitations)
      .set({ tokenHash: hashToken(token), expiresAt: endOfTerm() })
      .where(eq(invitations.id, id))
      .returning();
    await mailInvitation(platform, tx, actor, row as InvitationRow, token);
    return presentInvitation(row as InvitationRow);
  });
}

async function getInvitationRow(tx: Tx, id: string): Promise<InvitationRow> {
  const [row] = await tx
    .select()
    .from(invitations)
    .where(and(eq(invitations.id, id), waiting));
  if (!row) throw new AppError('invitation.not_found');
  return row;
}

export function withdraw({ database }: Platform, actor: Actor, id: string): Promise<string> {
  return database.withActor(actor, async (tx) => {
    const row = await getInvitationRow(tx, id);
    await tx.delete(invitations).where(eq(invitations.id, id));
    return row.email;
  });
}

type InvitationWithCompany = InvitationRow & { companyName: string };

function selectWithCompany(tx: Tx) {
  return tx
    .select({ row: invitations, companyName: companies.name })
    .from(invitations)
    .innerJoin(
      companies,
      and(eq(companies.id, invitations.companyId), eq(companies.enabled, true), isNull(companies.deletedAt)),
    );
}

/** Called across companies: whoever holds the link of the mail may see what it offers. */
export async function findInvitationByToken(tx: Tx, token: string): Promise<InvitationWithCompany> {
  const [found] = await selectWithCompany(tx).where(
    and(eq(invitations.tokenHash, hashToken(token)), waiting),
  );
  if (!found) throw new AppError('invitation.not_found');
  return { ...found.row, companyName: found.companyName };
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

/** Invitations to an account's address; to none that its person has not proved to read. */
export async function listInvitationsTo(tx: Tx, accountId: string): Promise<ReceivedInvitation[]> {
  const account = await getAccount(tx, accountId);
  if (!account.emailVerifiedAt) return [];
  const rows = await selectWithCompany(tx)
    .where(and(sql`lower(${invitations.email}) = lower(${account.email})`, waiting))
    .orderBy(desc(invitations.createdAt));
  return rows.map(({ row, companyName }) => presentReceived({ ...row, companyName }));
}

/** The invitation, if it is this account's to answer: by its proven address, or by the link that was mailed to it. */
async function getInvitationTo(
  tx: Tx,
  accountId: string,
  id: string,
  token: string | undefined,
): Promise<InvitationWithCompany> {
  const account = await getAccount(tx, accountId);
  const [found] = await selectWithCompany(tx).where(and(eq(invitations.id, id), waiting));
  const byToken = token !== undefined && found?.row.tokenHash === hashToken(token);
  const isOwn = found?.row.email.toLowerCase() === account.email.toLowerCase();
  if (!found || !isOwn || !(byToken || account.emailVerifiedAt)) throw new AppError('invitation.not_found');
  if (byToken && !account.emailVerifiedAt)
    await tx.update(accounts).set({ emailVerifiedAt: new Date() }).where(eq(accounts.id, accountId));
  return { ...found.row, companyName: found.companyName };
}

/** Turns an invitation into a membership; the place it held is the member's. */
export async function joinByInvitation(tx: Tx, invitation: InvitationRow, accountId: string): Promise<void> {
  const { companyId, level } = invitation;
  await lockCompany(tx, companyId);
  const gone = await tx.delete(invitations).where(eq(invitations.id, invitation.id)).returning();
  // Answered twice at once: the second finds nothing.
  if (gone.length === 0) throw new AppError('invitation.not_found');
  if (await findMembership(tx, companyId, accountId)) throw new AppError('member.exists');
  const place = await takeQuota(tx, companyId, 'users', 1);
  await insertMember(tx, { id: newId(), companyId, accountId, level }, place);
}

export function agree({ database }: Platform, actor: Actor, id: string, token: string | undefined) {
  return database.acrossCompanies('whoever agrees is not of the company yet', async (tx) => {
    const invitation = await getInvitationTo(tx, actor.accountId, id, token);
    await joinByInvitation(tx, invitation, actor.accountId);
    return { companyId: invitation.companyId, companyName: invitation.companyName };
  });
}

export function refuse({ database }: Platform, actor: Actor, id: string, token: string | undefined) {
  return database.acrossCompanies('whoever refuses is not of the company', async (tx) => {
    const invitation = await getInvitationTo(tx, actor.accountId, id, token);
    await tx.delete(invitations).where(eq(invitations.id, invitation.id));
    return { companyId: invitation.companyId, companyName: invitation.companyName };
  });
}

/** Those that nobody answered. */
export async function deleteOldInvitations(database: Database): Promise<void> {
  await database.acrossCompanies('old invitations of every company', (tx) =>
    tx.delete(invitations).where(lt(invitations.expiresAt, sql`now()`)),
  );
}
