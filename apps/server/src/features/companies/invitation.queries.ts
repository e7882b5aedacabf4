import { AppError } from '@lectern/contract';
import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Authorized } from '../../platform/authorized.ts';
import type { SystemTx, Tx } from '../../platform/database/database.ts';
import type { QuotaToken } from '../../platform/quota.ts';
import { hashToken } from '../../platform/token.ts';
import { companies, type InvitationRow, invitations } from './company.table.ts';

const unexpired = gt(invitations.expiresAt, sql`now()`);

export type InvitationWithCompany = InvitationRow & { companyName: string };

/** Invitations that nobody has answered yet, the newest first. */
export function listOpenInvitations(tx: Tx): Promise<InvitationRow[]> {
  return tx.select().from(invitations).where(unexpired).orderBy(desc(invitations.createdAt));
}

export async function findOpenInvitation(tx: Tx, id: string): Promise<InvitationRow | undefined> {
  const [row] = await tx
    .select()
    .from(invitations)
    .where(and(eq(invitations.id, id), unexpired));
  return row;
}

/** The company's invitation to an address, whether or not it has expired. */
export async function findInvitationByEmail(
  tx: Tx,
  companyId: string,
  email: string,
): Promise<(InvitationRow & { expired: boolean }) | undefined> {
  const [found] = await tx
    .select({ row: invitations, expired: sql<boolean>`${invitations.expiresAt} <= now()` })
    .from(invitations)
    .where(and(eq(invitations.companyId, companyId), sql`lower(${invitations.email}) = lower(${email})`));
  return found && { ...found.row, expired: found.expired };
}

function selectWithCompany(tx: Tx) {
  return tx
    .select({ row: invitations, companyName: companies.name })
    .from(invitations)
    .innerJoin(
      companies,
      and(eq(companies.id, invitations.companyId), eq(companies.enabled, true), isNull(companies.deletedAt)),
    );
}

/** Called across companies: whoever has the link of the mail may see what it offers. */
export async function getInvitationByToken(tx: Tx, token: string): Promise<InvitationWithCompany> {
  const [found] = await selectWithCompany(tx).where(
    and(eq(invitations.tokenHash, hashToken(token)), unexpired),
  );
  if (!found) throw new AppError('invitation.not_found');
  return { ...found.row, companyName: found.companyName };
}

export async function findInvitationWithCompany(
  tx: Tx,
  id: string,
): Promise<InvitationWithCompany | undefined> {
  const [found] = await selectWithCompany(tx).where(and(eq(invitations.id, id), unexpired));
  return found && { ...found.row, companyName: found.companyName };
}

export async function listInvitationsToEmail(tx: Tx, email: string): Promise<InvitationWithCompany[]> {
  const rows = await selectWithCompany(tx)
    .where(and(sql`lower(${invitations.email}) = lower(${email})`, unexpired))
    .orderBy(desc(invitations.createdAt));
  return rows.map(({ row, companyName }) => ({ ...row, companyName }));
}

export async function insertInvitation(
  tx: Tx,
  values: typeof invitations.$inferInsert,
  _place: QuotaToken<'users'>,
): Promise<InvitationRow> {
  const [row] = await tx.insert(invitations).values(values).returning();
  return row as InvitationRow;
}

/** Gives an invitation a new link; the old one stops working. */
export async function renewInvitation(
  tx: Tx,
  { id }: Authorized<InvitationRow, 'update'>,
  changes: Pick<InvitationRow, 'tokenHash' | 'expiresAt'>,
): Promise<InvitationRow> {
  const [row] = await tx.update(invitations).set(changes).where(eq(invitations.id, id)).returning();
  if (!row) throw new AppError('invitation.not_found');
  return row;
}

/** False if it was answered or withdrawn meanwhile. */
export async function deleteInvitation(
  tx: Tx,
  { id }: Authorized<InvitationRow, 'delete' | 'answer'>,
): Promise<boolean> {
  const { rowCount } = await tx.delete(invitations).where(eq(invitations.id, id));
  return (rowCount ?? 0) > 0;
}

/** For a person who joins the company in another way. */
export async function deleteInvitationOfEmail(tx: SystemTx, companyId: string, email: string): Promise<void> {
  await tx
    .delete(invitations)
    .where(and(eq(invitations.companyId, companyId), sql`lower(${invitations.email}) = lower(${email})`));
}

export async function deleteExpiredInvitations(tx: SystemTx): Promise<void> {
  await tx.delete(invitations).where(lt(invitations.expiresAt, sql`now()`));
}
