import { and, eq, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { SystemTx } from '../../platform/database/database.ts';
import { companies } from '../companies/company.table.ts';
import {
  webhookDeliveries,
  webhookEndpoints,
  webhookEvents,
  webhookOpenConversations,
} from './webhook.table.ts';

export type ClaimedDelivery = { companyId: string; deliveryId: string; attempt: number };

/**
 * Deliveries of every company that are due. Claimed for a while: one whose job is lost with its process is due again
 * when that is over.
 */
export async function claimDueDeliveries(
  tx: SystemTx,
  { limit, seconds }: { limit: number; seconds: number },
): Promise<ClaimedDelivery[]> {
  const due = await tx
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .innerJoin(companies, eq(companies.id, webhookDeliveries.companyId))
    .where(
      and(
        eq(webhookDeliveries.state, 'queued'),
        lte(webhookDeliveries.nextAttemptAt, sql`now()`),
        eq(webhookEndpoints.enabled, true),
        or(isNull(webhookEndpoints.pausedUntil), lte(webhookEndpoints.pausedUntil, sql`now()`)),
        eq(companies.enabled, true),
        isNull(companies.deletedAt),
      ),
    )
    .orderBy(webhookDeliveries.nextAttemptAt)
    .limit(limit)
    .for('update', { of: webhookDeliveries, skipLocked: true });
  if (due.length === 0) return [];
  return tx
    .update(webhookDeliveries)
    .set({ nextAttemptAt: sql`now() + make_interval(secs => ${seconds})` })
    .where(
      inArray(
        webhookDeliveries.id,
        due.map(({ id }) => id),
      ),
    )
    .returning({
      companyId: webhookDeliveries.companyId,
      deliveryId: webhookDeliveries.id,
      attempt: webhookDeliveries.attempts,
    });
}

/** Deliveries go with their events. */
export async function deleteEventsBefore(tx: SystemTx, moment: Date): Promise<void> {
  await tx.delete(webhookEvents).where(lt(webhookEvents.createdAt, moment));
}

/** Something was said: the conversation is finished that much later. */
export async function keepConversationOpen(
  tx: SystemTx,
  { companyId, conversationId }: { companyId: string; conversationId: string },
  finishedAt: Date,
): Promise<void> {
  await tx
    .insert(webhookOpenConversations)
    .values({ companyId, conversationId, finishedAt })
    .onConflictDoUpdate({ target: webhookOpenConversations.conversationId, set: { finishedAt } });
}

export function listFinishedConversations(
  tx: SystemTx,
  now: Date,
): Promise<{ companyId: string; conversationId: string }[]> {
  return tx
    .select({
      companyId: webhookOpenConversations.companyId,
      conversationId: webhookOpenConversations.conversationId,
    })
    .from(webhookOpenConversations)
    .where(lte(webhookOpenConversations.finishedAt, now))
    .orderBy(webhookOpenConversations.finishedAt)
    .limit(500);
}

/** Whether it was still there, and finished: another process may have been faster, or a message. */
export async function closeConversation(tx: SystemTx, conversationId: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx
    .delete(webhookOpenConversations)
    .where(
      and(
        eq(webhookOpenConversations.conversationId, conversationId),
        lte(webhookOpenConversations.finishedAt, now),
      ),
    );
  return rowCount === 1;
}
