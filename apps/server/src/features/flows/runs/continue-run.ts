import { answerStep, type Step } from '@lectern/flow';
import type { Authorized } from '../../../platform/authorized.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { queuedRun } from '../../../platform/runs/columns.ts';
import { queueRun } from './begin-run.ts';
import { updateFlowRunRow, writeFlowSteps } from './flow-run.queries.ts';
import type { FlowRunRow } from './flow-run.table.ts';

/** Gives a run that waits what it waits for, and queues it again. */
export async function continueRun(
  platform: Platform,
  tx: Tx,
  run: Authorized<FlowRunRow, 'update'>,
  steps: Step[],
  step: Step,
  answer: Parameters<typeof answerStep>[2],
  changes: Partial<Pick<FlowRunRow, 'breakpoints' | 'answerId'>> = {},
): Promise<FlowRunRow> {
  const { memory } = run;
  answerStep({ steps: new Map(steps.map((one) => [one.key, one])), state: memory }, step, answer);
  await writeFlowSteps(tx, run, [step]);
  const changed = await updateFlowRunRow(tx, run, { ...queuedRun(), memory, ...changes });
  await queueRun(platform, tx, run);
  return changed;
}
