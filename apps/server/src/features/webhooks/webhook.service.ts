import {
  AppError,
  type BodyOf,
  type createWebhookEndpoint,
  type listWebhookDeliveries,
  type QueryOf,
  type updateWebhookEndpoint,
  type WebhookDelivery,
  type WebhookEndpoint,
  webhookLimits,
} from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import { authorize } from '../../platform/authorized.ts';
import { newId, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockCompany } from '../../platform/quota.ts';
import { recordTest } from './record-events.ts';
import { renderBody } from './render-body.ts';
import { webhookDeliveryPolicy, webhookEndpointPolicy } from './webhook.policy.ts';
import {
  type DeliveryWithEvent,
  deleteEndpointRow,
  findDelivery,
  findEndpoint,
  insertEndpoint,
  listDeliveryRows,
  listEndpointRows,
  requeueDelivery,
  requeueFailedDeliveries,
  updateEndpointRow,
} from './webhook.queries.ts';
import type { WebhookEndpointRow } from './webhook.table.ts';
import { makeSecret } from './webhook-secrets.ts';

function presentEndpoint(row: WebhookEndpointRow): WebhookEndpoint {
  const { id, url, description, events, includeText, enabled, disabledReason, secretEnding, lastAttempt } =
    row;
  const overlaps = (row.previousSecretUntil?.getTime() ?? 0) > Date.now();
  return {
    id,
    url,
    description,
    events,
    includeText,
    enabled,
    disabledReason,
    secretEnding,
    previousSecretUntil: (overlaps && row.previousSecretUntil?.toISOString()) || null,
    failingSince: row.failingSince?.toISOString() ?? null,
    lastAttempt,
    createdAt: row.createdAt.toISOString(),
  };
}

function presentDelivery({ delivery, event }: DeliveryWithEvent): WebhookDelivery {
  const { id, state, attempts, history, nextAttemptAt, createdAt } = delivery;
  const last = history.at(-1);
  return {
    id,
    eventId: event.id,
    type: event.type,
    state,
    attempts,
    lastAttempt: last ? { at: last.at, status: last.status, problem: last.problem } : null,
    nextAttemptAt: state === 'queued' ? nextAttemptAt.toISOString() : null,
    createdAt: createdAt.toISOString(),
  };
}

async function load<Action extends 'read' | 'update' | 'delete'>(
  tx: Tx,
  actor: Actor,
  action: Action,
  id: string,
) {
  const row = await findEndpoint(tx, id, { lock: action !== 'read' });
  return authorize(webhookEndpointPolicy, actor, action, row);
}

/** Checks the address when it is saved, not only when it is first used. */
async function checkAddress({ companyOutbound }: Platform, url: string): Promise<void> {
  await companyOutbound.check(url).catch((error) => {
    // A name that does not resolve today may do so tomorrow; a refused address stays refused.
    if ((error as { code?: string }).code === 'outbound_refused')
      throw new AppError('webhook.address_refused');
  });
}

export function listEndpoints({ database }: Platform, actor: Actor) {
  return database.withActor(actor, async (tx) => ({
    items: (await listEndpointRows(tx)).map(presentEndpoint),
  }));
}

export async function addEndpoint(
  platform: Platform,
  actor: Actor,
  body: BodyOf<typeof createWebhookEndpoint>,
) {
  await checkAddress(platform, body.url);
  const id = newId();
  const { secret, columns } = makeSecret(platform, id);
  return platform.database.withActor(actor, async (tx) => {
    await lockCompany(tx, actor.companyId);
    const { mostEndpoints } = webhookLimits;
    if ((await listEndpointRows(tx)).length >= mostEndpoints)
      throw new AppError('webhook.too_many', { max: mostEndpoints });
    const { companyId, accountId: ownerId } = actor;
    const row = await insertEndpoint(tx, { ...body, ...columns, id, companyId, ownerId });
    return { endpoint: presentEndpoint(row), secret };
  });
}

const awake = { disabledReason: null, failures: 0, failingSince: null, pausedUntil: null };

export async function changeEndpoint(
  platform: Platform,
  actor: Actor,
  id: string,
  changes: BodyOf<typeof updateWebhookEndpoint>,
): Promise<WebhookEndpoint> {
  if (changes.url !== undefined) await checkAddress(platform, changes.url);
  return platform.database.withActor(actor, async (tx) => {
    const row = await load(tx, actor, 'update', id);
    const changed = await updateEndpointRow(tx, row, {
      ...changes,
      ownerId: actor.accountId,
      ...(changes.enabled === true || changes.url !== undefined ? awake : {}),
    });
    return presentEndpoint(changed);
  });
}

/** Returns its address. */
export function removeEndpoint({ database }: Platform, actor: Actor, id: string): Promise<string> {
  return database.withActor(actor, async (tx) => {
    const row = await load(tx, actor, 'delete', id);
    await deleteEndpointRow(tx, row);
    return row.url;
  });
}

export function rotateSecret(platform: Platform, actor: Actor, id: string, overlapHours: number) {
  return platform.database.withActor(actor, async (tx) => {
    const row = await load(tx, actor, 'update', id);
    const { secret, columns } = makeSecret(platform, id);
    const changed = await updateEndpointRow(tx, row, {
      ...columns,
      ...(overlapHours === 0
        ? { previousSealedSecret: null, previousSecretUntil: null }
        : {
            previousSealedSecret: row.sealedSecret,
            previousSecretUntil: new Date(Date.now() + overlapHours * 3_600_000),
          }),
    });
    return { endpoint: presentEndpoint(changed), secret };
  });
}

async function loadEnabled(tx: Tx, actor: Actor, id: string) {
  const row = await load(tx, actor, 'update', id);
  if (!row.enabled) throw new AppError('webhook.disabled');
  // A person wants it now.
  if (row.pausedUntil !== null) await updateEndpointRow(tx, row, { pausedUntil: null });
  return row;
}

async function readDelivery(tx: Tx, id: string): Promise<WebhookDelivery> {
  return presentDelivery((await findDelivery(tx, id)) as DeliveryWithEvent);
}

export function sendTest({ database }: Platform, actor: Actor, id: string): Promise<WebhookDelivery> {
  return database.withActor(actor, async (tx) => {
    const endpoint = await loadEnabled(tx, actor, id);
    return readDelivery(tx, await recordTest(tx, endpoint));
  });
}

export function listDeliveries(
  { database }: Platform,
  actor: Actor,
  id: string,
  query: QueryOf<typeof listWebhookDeliveries>,
) {
  return database.withActor(actor, async (tx) => {
    const endpoint = await load(tx, actor, 'read', id);
    const { rows, total } = await listDeliveryRows(tx, endpoint.id, query);
    return { items: rows.map(presentDelivery), total };
  });
}

export function getDelivery(platform: Platform, actor: Actor, id: string) {
  return platform.database.withActor(actor, async (tx) => {
    const found = await findDelivery(tx, id);
    const delivery = authorize(webhookDeliveryPolicy, actor, 'read', found?.delivery);
    const { event } = found as DeliveryWithEvent;
    const endpoint = await load(tx, actor, 'read', delivery.endpointId);
    return {
      ...presentDelivery({ delivery, event }),
      body: renderBody(platform, event, endpoint),
      history: delivery.history,
    };
  });
}

export function replayDelivery({ database }: Platform, actor: Actor, id: string): Promise<WebhookDelivery> {
  return database.withActor(actor, async (tx) => {
    const delivery = authorize(
      webhookDeliveryPolicy,
      actor,
      'update',
      (await findDelivery(tx, id))?.delivery,
    );
    await loadEnabled(tx, actor, delivery.endpointId);
    await requeueDelivery(tx, delivery);
    return readDelivery(tx, id);
  });
}

export function replayFailed({ database }: Platform, actor: Actor, id: string, since: string) {
  return database.withActor(actor, async (tx) => {
    const endpoint = await loadEnabled(tx, actor, id);
    return { replayed: await requeueFailedDeliveries(tx, endpoint, new Date(since)) };
  });
}
