import { gte, inArray, lt } from 'drizzle-orm';
import type { SystemTx, Tx } from '../../../platform/database/database.ts';
import { flowMails } from './flow-mail.table.ts';

/** Those of these mails that were queued before. */
export async function listQueuedMails(tx: Tx, ids: string[]): Promise<Set<string>> {
  const rows = await tx.select({ id: flowMails.id }).from(flowMails).where(inArray(flowMails.id, ids));
  return new Set(rows.map(({ id }) => id));
}

export function countFlowMails(tx: Tx, since: Date): Promise<number> {
  return tx.$count(flowMails, gte(flowMails.queuedAt, since));
}

export async function insertFlowMail(tx: Tx, values: typeof flowMails.$inferInsert): Promise<void> {
  await tx.insert(flowMails).values(values);
}

/** Of every company. */
export async function deleteOldFlowMails(tx: SystemTx, before: Date): Promise<void> {
  await tx.delete(flowMails).where(lt(flowMails.queuedAt, before));
}
