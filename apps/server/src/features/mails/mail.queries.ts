import type { MailSummary } from '@lectern/contract';
import { and, count, desc, eq, inArray, isNotNull, lt } from 'drizzle-orm';
import type { Authorized } from '../../platform/authorized.ts';
import type { SystemTx, Tx } from '../../platform/database/database.ts';
import { isOrphaned } from '../../platform/runs/orphans.ts';
import { type MailRow, mails } from './mail.table.ts';

export async function listMailRows(
  tx: Tx,
  { state, page, pageSize }: { state?: MailSummary['state'] | undefined; page: number; pageSize: number },
): Promise<{ rows: MailRow[]; total: number }> {
  const inState = state && eq(mails.state, state);
  const rows = await tx
    .select()
    .from(mails)
    .where(inState)
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const [counted] = await tx.select({ total: count() }).from(mails).where(inState);
  return { rows, total: counted?.total ?? 0 };
}

export async function findMailRow(
  tx: Tx,
  id: string,
  { lock }: { lock: boolean },
): Promise<MailRow | undefined> {
  const query = tx.select().from(mails).where(eq(mails.id, id));
  const [row] = await (lock ? query.for('update') : query);
  return row;
}

export async function countByState(tx: Tx): Promise<Map<MailSummary['state'], number>> {
  const rows = await tx.select({ state: mails.state, count: count() }).from(mails).groupBy(mails.state);
  return new Map(rows.map((row) => [row.state, row.count]));
}

export async function insertMailRow(tx: Tx, values: typeof mails.$inferInsert): Promise<void> {
  await tx.insert(mails).values(values);
}

/** Puts a stored or failed mail back into the queue. */
export async function requeueMail(tx: Tx, mail: Authorized<MailRow, 'retry'>): Promise<MailRow> {
  const [row] = await tx
    .update(mails)
    .set({ state: 'queued', attempts: 0, lastError: null })
    .where(eq(mails.id, mail.id))
    .returning();
  return row as MailRow;
}

/** The mail to send now, locked; undefined if another process is sending it or it is no longer queued. */
export async function findMailToSend(tx: SystemTx, id: string): Promise<MailRow | undefined> {
  const [row] = await tx
    .select()
    .from(mails)
    .where(and(eq(mails.id, id), eq(mails.state, 'queued')))
    .for('update', { skipLocked: true });
  return row;
}

/** Records the outcome of an attempt to send. */
export async function updateMailDelivery(
  tx: SystemTx,
  id: string,
  changes: Partial<Pick<MailRow, 'state' | 'attempts' | 'sentAt' | 'lastError' | 'text' | 'html'>>,
): Promise<void> {
  await tx.update(mails).set(changes).where(eq(mails.id, id));
}

const expired = { state: 'expired', text: null, html: null } as const;

/** Expires the unsent mails of a kind to an address. One that is being sent now is erased after sending. */
export async function expireUnsentMails(
  tx: Tx,
  recipient: Authorized<{ email: string }, 'update'>,
  kind: MailRow['kind'],
): Promise<void> {
  const unsent = await tx
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.to, recipient.email), eq(mails.kind, kind), isNotNull(mails.text)))
    .for('update', { skipLocked: true });
  const ids = unsent.map(({ id }) => id);
  if (ids.length > 0) await tx.update(mails).set(expired).where(inArray(mails.id, ids));
}

export async function expireMailsBefore(tx: SystemTx, moment: Date): Promise<void> {
  await tx
    .update(mails)
    .set(expired)
    .where(and(inArray(mails.state, ['queued', 'stored']), lt(mails.expiresAt, moment)));
}

export async function deleteMailsCreatedBefore(tx: SystemTx, moment: Date): Promise<void> {
  await tx.delete(mails).where(lt(mails.createdAt, moment));
}

/** Queued mails whose job was lost with its process. */
export async function lockOrphanedMails(tx: SystemTx): Promise<string[]> {
  const rows = await tx
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.state, 'queued'), isOrphaned(['mail.send'], { mailId: mails.id })))
    .for('update', { skipLocked: true });
  return rows.map(({ id }) => id);
}
