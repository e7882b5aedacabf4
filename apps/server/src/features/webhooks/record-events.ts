import { type WebhookEventType, webhookTestType } from '@lectern/contract';
import { asSystemTx, newId, type Tx } from '../../platform/database/database.ts';
import { holdSubscribers, insertEvents } from './webhook.queries.ts';

/** `data`: ids, numbers and names, as endpoints read them. `texts`: words of people and models. */
export type EventContent = { data: Record<string, unknown>; texts?: Record<string, unknown> };

/**
 * Writes events in the caller's transaction, with a delivery for each endpoint that wants to know. Where there is none,
 * nothing is written, and `describe` is not even asked. The maintenance of a worker finds the deliveries.
 */
export async function recordEvents(
  tx: Tx,
  companyId: string,
  type: WebhookEventType,
  describe: () => EventContent[] | Promise<EventContent[]>,
): Promise<void> {
  const endpoints = await holdSubscribers(tx, companyId, type);
  if (endpoints.length === 0) return;
  const keepsTexts = endpoints.some(({ includeText }) => includeText);
  const events = (await describe()).map(({ data, texts }) => ({
    id: newId(),
    companyId,
    type,
    data,
    texts: keepsTexts ? texts : undefined,
  }));
  if (events.length === 0) return;
  await insertEvents(
    asSystemTx('an event follows from what brings it about', tx),
    events,
    events.flatMap(({ id: eventId }) =>
      endpoints.map(({ id: endpointId }) => ({ id: newId(), companyId, endpointId, eventId })),
    ),
  );
}

/** An event that says nothing, for one endpoint. Returns its delivery. */
export async function recordTest(
  tx: Tx,
  { id: endpointId, companyId }: { id: string; companyId: string },
): Promise<string> {
  const eventId = newId();
  const deliveryId = newId();
  await insertEvents(
    asSystemTx('a test concerns one endpoint', tx),
    [{ id: eventId, companyId, type: webhookTestType, data: { endpoint_id: endpointId } }],
    [{ id: deliveryId, companyId, endpointId, eventId }],
  );
  return deliveryId;
}
