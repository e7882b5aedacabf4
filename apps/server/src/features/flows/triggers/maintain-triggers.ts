import { flowTriggerLimits } from '@lectern/contract';
import type { Platform } from '../../../platform/platform.ts';
import {
  deleteOldTriggerCalls,
  listDueTriggers,
  lockFlowTrigger,
  noteTriggerStart,
} from './flow-trigger.queries.ts';
import { nextStart } from './next-start.ts';
import { startTriggered } from './start-triggered.ts';

/** Starts the flows whose time has come: once, however many times were missed. Safe to repeat. */
export async function maintainFlowTriggers(platform: Platform, now = new Date()): Promise<void> {
  const { database } = platform;
  const due = await database.asSystem('schedules of flows of every company', async (tx) => {
    const kept = 2 * flowTriggerLimits.webhookSeconds * 1_000;
    await deleteOldTriggerCalls(tx, new Date(now.getTime() - kept));
    return listDueTriggers(tx, now);
  });
  for (const { id, companyId } of due)
    await startScheduled(platform, companyId, id, now).catch((error) =>
      // One that fails must not keep the others from starting.
      platform.log.error({ event: 'flow_trigger.failed', triggerId: id }, error),
    );
}

function startScheduled(platform: Platform, companyId: string, id: string, now: Date): Promise<void> {
  return platform.database.withCompany(companyId, async (tx) => {
    const trigger = await lockFlowTrigger(tx, id);
    // Another process may have started it just now.
    if (!trigger?.enabled || trigger.nextRunAt === null || trigger.nextRunAt > now) return;
    const { settings } = trigger;
    if (settings.kind !== 'schedule') return;
    await noteTriggerStart(tx, id, { nextRunAt: nextStart(settings, now) });
    const { question, inputs } = settings;
    await startTriggered(platform, tx, trigger, {
      source: 'schedule',
      question,
      inputs,
      startAfterSeconds: 0,
    });
  });
}
