import type { WebhookEventType } from '@lectern/contract';
import { and, arrayContains, asc, count, desc, eq, gte, type SQL } from 'drizzle-orm';
import type { Authorized } from '../../platform/authorized.ts';
import type { SystemTx, Tx } from '../../platform/database/database.ts';
import {
  type WebhookDeliveryRow,
  type WebhookEndpointRow,
  type WebhookEventRow,
  webhookDeliveries,
  webhookEndpoints,
  webhookEvents,
} from './webhook.table.ts';

export function listEndpointRows(tx: Tx): Promise<WebhookEndpointRow[]> {
  return tx
    .select()
    .from(webhookEndpoints)
    .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id));
}

export async function findEndpoint(
  tx: Tx,
  id: string,
  { lock = false } = {},
): Promise<WebhookEndpointRow | undefined> {
  const query = tx.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id));
  const [row] = await (lock ? query.for('no key update') : query);
  return row;
}

/**
 * The endpoints of a company that want to know of this. Held, so that none is deleted before its delivery is written:
 * what the event is about must not fail by it.
 */
export function holdSubscribers(
  tx: Tx,
  companyId: string,
  type: WebhookEventType,
): Promise<Pick<WebhookEndpointRow, 'id' | 'includeText'>[]> {
  return tx
    .select({ id: webhookEndpoints.id, includeText: webhookEndpoints.includeText })
    .from(webhookEndpoints)
    .where(
      and(
        eq(webhookEndpoints.companyId, companyId),
        eq(webhookEndpoints.enabled, true),
        arrayContains(webhookEndpoints.events, [type]),
      ),
    )
    .for('key share');
}

export async function insertEndpoint(
  tx: Tx,
  values: typeof webhookEndpoints.$inferInsert,
): Promise<WebhookEndpointRow> {
  const [row] = await tx.insert(webhookEndpoints).values(values).returning();
  return row as WebhookEndpointRow;
}

export async function updateEndpointRow(
  tx: Tx,
  { id }: Authorized<WebhookEndpointRow, 'update'>,
  changes: Partial<typeof webhookEndpoints.$inferInsert>,
): Promise<WebhookEndpointRow> {
  const [row] = await tx
    .update(webhookEndpoints)
    .set({ ...changes, updatedAt: new Date() })
    .where(eq(webhookEndpoints.id, id))
    .returning();
  return row as WebhookEndpointRow;
}

export async function deleteEndpointRow(
  tx: Tx,
  { id }: Authorized<WebhookEndpointRow, 'delete'>,
): Promise<void> {
  await tx.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id));
}

export async function insertEvents(
  tx: SystemTx,
  events: (typeof webhookEvents.$inferInsert)[],
  deliveries: (typeof webhookDeliveries.$inferInsert)[],
): Promise<void> {
  await tx.insert(webhookEvents).values(events);
  await tx.insert(webhookDeliveries).values(deliveries);
}

export type DeliveryWithEvent = { delivery: WebhookDeliveryRow; event: WebhookEventRow };

function selectDeliveries(tx: Tx, where: SQL | undefined) {
  return tx
    .select({ delivery: webhookDeliveries, event: webhookEvents })
    .from(webhookDeliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
    .where(where);
}

export async function findDelivery(tx: Tx, id: string): Promise<DeliveryWithEvent | undefined> {
  const [row] = await selectDeliveries(tx, eq(webhookDeliveries.id, id));
  return row;
}

export async function lockDelivery(tx: SystemTx, id: string): Promise<WebhookDeliveryRow | undefined> {
  const [row] = await tx.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, id)).for('update');
  return row;
}

export async function listDeliveryRows(
  tx: Tx,
  endpointId: string,
  {
    state,
    page,
    pageSize,
  }: { state?: WebhookDeliveryRow['state'] | undefined; page: number; pageSize: number },
): Promise<{ rows: DeliveryWithEvent[]; total: number }> {
  const where = and(
    eq(webhookDeliveries.endpointId, endpointId),
    state === undefined ? undefined : eq(webhookDeliveries.state, state),
  );
  const rows = await selectDeliveries(tx, where)
    .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const [counted] = await tx.select({ total: count() }).from(webhookDeliveries).where(where);
  return { rows, total: counted?.total ?? 0 };
}

const queuedAgain = () => ({ state: 'queued' as const, attempts: 0, nextAttemptAt: new Date() });

export async function requeueDelivery(
  tx: Tx,
  { id }: Authorized<Pick<WebhookDeliveryRow, 'id'>, 'update'>,
): Promise<void> {
  await tx.update(webhookDeliveries).set(queuedAgain()).where(eq(webhookDeliveries.id, id));
}

/** Returns how many there were. */
export async function requeueFailedDeliveries(
  tx: Tx,
  { id }: Authorized<WebhookEndpointRow, 'update'>,
  since: Date,
): Promise<number> {
  const { rowCount } = await tx
    .update(webhookDeliveries)
    .set(queuedAgain())
    .where(
      and(
        eq(webhookDeliveries.endpointId, id),
        eq(webhookDeliveries.state, 'failed'),
        gte(webhookDeliveries.createdAt, since),
      ),
    );
  return rowCount ?? 0;
}

export async function updateDelivery(
  tx: SystemTx,
  id: string,
  changes: Partial<typeof webhookDeliveries.$inferInsert>,
): Promise<void> {
  await tx.update(webhookDeliveries).set(changes).where(eq(webhookDeliveries.id, id));
}
