import { AppError, levels } from '@lectern/contract';
import type { SystemTx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { readActingMember } from '../../companies/acting-member.service.ts';
import { beginPublishedRun } from '../runs/begin-run.ts';
import type { FlowRunRow } from '../runs/flow-run.table.ts';
import { noteTriggerStart } from './flow-trigger.queries.ts';
import type { FlowTriggerRow } from './flow-trigger.table.ts';

type Start = Pick<
  Parameters<typeof beginPublishedRun>[3],
  'source' | 'question' | 'inputs' | 'startAfterSeconds'
>;

/**
 * Starts the flow of a trigger in the name of its owner, who must still be allowed to edit flows: else it is switched
 * off, and says so. Undefined where the flow cannot run for now, which the trigger then shows.
 */
export async function startTriggered(
  platform: Platform,
  tx: SystemTx,
  trigger: FlowTriggerRow,
  start: Start,
): Promise<FlowRunRow | undefined> {
  const actor = await readActingMember(tx, trigger.companyId, trigger.ownerId);
  if (!actor || actor.level < levels.COMPANY) {
    await noteTriggerStart(tx, trigger.id, { enabled: false, problem: 'flow_trigger.owner_gone' });
    return undefined;
  }
  try {
    const run = await beginPublishedRun(platform, tx, actor, {
      flowId: trigger.flowId,
      language: actor.language ?? 'en',
      ...start,
    });
    await noteTriggerStart(tx, trigger.id, { lastRunAt: new Date(), lastRunId: run.id, problem: null });
    return run;
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    // Whoever called it is told: there is nothing to change about the webhook.
    if (error.code === 'flow_run.wrong_inputs' && start.source === 'webhook') throw error;
    await noteTriggerStart(tx, trigger.id, { problem: error.code });
    return undefined;
  }
}
