import { webhookLimits } from '@lectern/contract';
import { authorizeSystem } from '../../platform/authorized.ts';
import type { SystemTx } from '../../platform/database/database.ts';
import type { Job } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { attemptDelivery, type Outcome } from './attempt-delivery.ts';
import { tellDisabled } from './disabled-mail.service.ts';
import type { ClaimedDelivery } from './due-work.queries.ts';
import { renderBody } from './render-body.ts';
import { pauseAfter, waitAfter } from './retry-schedule.ts';
import {
  findDelivery,
  findEndpoint,
  lockDelivery,
  updateDelivery,
  updateEndpointRow,
} from './webhook.queries.ts';
import type { WebhookDeliveryRow, WebhookEndpointRow } from './webhook.table.ts';
import { readSecrets } from './webhook-secrets.ts';

/** Endpoints are slow more often than we are: several wait at a time, and of one company no more than these. */
const atOnce = 12;
const ofACompany = 6;
const keptAttempts = 20;
/** While all is well an endpoint notes its last attempt no more often: all deliveries to it would wait for its row. */
const noteEveryMs = 2_000;

/**
 * Makes one attempt at a delivery. Whoever is killed before the outcome is stored makes it again, under the same
 * `webhook-id`: at least once, never not at all.
 */
export function deliverWebhookJob(platform: Platform): Job<ClaimedDelivery> {
  const { database, log } = platform;

  async function run(
    { companyId, deliveryId, attempt }: ClaimedDelivery,
    signal: AbortSignal,
  ): Promise<void> {
    const work = await database.withCompany(companyId, async (tx) => {
      const found = await findDelivery(tx, deliveryId);
      // Another process made this attempt.
      if (found?.delivery.state !== 'queued' || found.delivery.attempts !== attempt) return undefined;
      const endpoint = await findEndpoint(tx, found.delivery.endpointId);
      return endpoint?.enabled ? { ...found, endpoint } : undefined;
    });
    if (!work) return;
    const { endpoint, event } = work;
    const outcome = await attemptDelivery(platform.companyOutbound, {
      url: endpoint.url,
      id: event.id,
      body: renderBody(platform, event, endpoint),
      secrets: readSecrets(platform, endpoint),
      signal,
    });
    await database.withCompany(companyId, (tx) => settle(tx, deliveryId, endpoint, attempt, outcome));
  }

  async function settle(
    tx: SystemTx,
    deliveryId: string,
    seen: WebhookEndpointRow,
    attempt: number,
    outcome: Outcome,
  ): Promise<void> {
    const { problem } = outcome.attempt;
    const lastNoted = Date.parse(seen.lastAttempt?.at ?? '');
    const isQuiet = problem === null && seen.failures === 0 && Date.now() - lastNoted < noteEveryMs;
    // The endpoint before the delivery, as everywhere.
    const endpoint = isQuiet ? undefined : await findEndpoint(tx, seen.id, { lock: true });
    const delivery = await lockDelivery(tx, deliveryId);
    if (delivery?.state !== 'queued' || delivery.attempts !== attempt) return;
    await updateDelivery(tx, delivery.id, afterAttempt(delivery, outcome));
    if (endpoint) await noteAttempt(tx, endpoint, outcome);
  }

  async function noteAttempt(
    tx: SystemTx,
    endpoint: WebhookEndpointRow,
    { attempt: { at, status, problem } }: Outcome,
  ): Promise<void> {
    const authorized = authorizeSystem<WebhookEndpointRow, 'update'>(tx, endpoint);
    const lastAttempt = { at, status, problem };
    if (problem === null) {
      await updateEndpointRow(tx, authorized, {
        lastAttempt,
        failures: 0,
        failingSince: null,
        pausedUntil: null,
      });
      return;
    }
    const failures = endpoint.failures + 1;
    const failingSince = endpoint.failingSince ?? new Date();
    const pause = pauseAfter(failures);
    const changes = {
      lastAttempt,
      failures,
      failingSince,
      pausedUntil: pause === 0 ? null : new Date(Date.now() + pause * 1_000),
    };
    const days = (Date.now() - failingSince.getTime()) / 86_400_000;
    const disabledReason =
      problem === 'gone' ? 'gone' : days >= webhookLimits.disabledAfterDays ? 'failing' : undefined;
    if (disabledReason === undefined || !endpoint.enabled) {
      await updateEndpointRow(tx, authorized, changes);
      return;
    }
    log.info({ event: 'webhook.disabled', endpointId: endpoint.id, reason: disabledReason });
    await updateEndpointRow(tx, authorized, { ...changes, enabled: false, disabledReason });
    await tellDisabled(platform, tx, endpoint, disabledReason);
  }

  return { concurrency: () => atOnce, companyConcurrency: ofACompany, run };
}

function afterAttempt(
  { attempts: before, history }: WebhookDeliveryRow,
  { attempt, retryAfterSeconds }: Outcome,
): Partial<WebhookDeliveryRow> {
  const attempts = before + 1;
  const changes = { attempts, history: [...history, attempt].slice(-keptAttempts) };
  if (attempt.problem === null) return { ...changes, state: 'delivered' };
  const wait = attempt.problem === 'gone' ? undefined : waitAfter(attempts, retryAfterSeconds);
  if (wait === undefined) return { ...changes, state: 'failed' };
  return { ...changes, nextAttemptAt: new Date(Date.now() + wait * 1_000) };
}
