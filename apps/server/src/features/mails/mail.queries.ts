import type { MailSummary } from '@lectern/contract';
import { count, desc, eq } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { type MailRow, mails } from './mail.table.ts';

export async function listMailRows(
  tx: Tx,
  { state, page, pageSize }: { state?: MailSummary['state'] | undefined; page: number; pageSize: number },
): Promise<{ rows: MailRow[]; total: number }> {
  const wanted = state && eq(mails.state, state);
  const rows = await tx
    .select()
    .from(mails)
    .where(wanted)
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const [counted] = await tx.select({ total: count() }).from(mails).where(wanted);
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
