import { AppError, type FlowGraph, type flowRunSources, type Json, type Language } from '@lectern/contract';
import { newRunState } from '@lectern/flow';
import type { Actor } from '../../../platform/actor.ts';
import { newId, type Tx } from '../../../platform/database/database.ts';
import { together } from '../../../platform/database/together.ts';
import type { Platform } from '../../../platform/platform.ts';
import { takeRequest } from '../../usage/usage.service.ts';
import { loadFlow, loadVersion } from '../flow.service.ts';
import type { FlowRunId } from './execute-run.ts';
import { countActiveFlowRuns, insertFlowRun } from './flow-run.queries.ts';
import type { FlowRunRow, flowRuns } from './flow-run.table.ts';
import { readStartInputs } from './start-form.ts';

/** Runs of one company that work at the same time. */
const mostActiveRuns = 200;
/** The job behind a run looks only when the process that started it should long have been done, or has died. */
const jobAfterSeconds = 20;

/** Refuses where too many runs work, and counts one more request. */
export async function takeRun(tx: Tx, actor: Actor, flowId: string, runId: string): Promise<void> {
  if ((await countActiveFlowRuns(tx)) >= mostActiveRuns)
    throw new AppError('flow.too_many_runs', {}, { retryAfterSeconds: 10 });
  await takeRequest(tx, actor, { id: `flow:${runId}:1`, assistantId: null, flowId });
}

/** Queues the job behind a run, in the transaction that changes the run. */
export function queueRun(
  { jobs }: Platform,
  tx: Tx,
  { companyId, id: runId }: Pick<FlowRunRow, 'companyId' | 'id'>,
  startAfterSeconds = jobAfterSeconds,
): Promise<void> {
  return jobs.enqueue<FlowRunId>(tx, 'flow.run', { companyId, runId }, { startAfterSeconds });
}

type NewRun = typeof flowRuns.$inferInsert;

/** A run with the job behind it: both are there, or neither. */
export async function insertRun(
  platform: Platform,
  tx: Tx,
  { companyId, accountId }: Actor,
  values: Omit<NewRun, 'companyId' | 'accountId'>,
  startAfterSeconds?: number,
): Promise<FlowRunRow> {
  const [row] = await together([
    insertFlowRun(tx, { ...values, companyId, accountId }),
    queueRun(platform, tx, { companyId, id: values.id }, startAfterSeconds),
  ]);
  return row;
}

/** Begins a run of what is published, without anybody at the screen. The job behind it starts at once, or later. */
export async function beginPublishedRun(
  platform: Platform,
  tx: Tx,
  actor: Actor,
  given: {
    flowId: string;
    source: (typeof flowRunSources)[number];
    question: string;
    inputs: Record<string, Json>;
    language: Language;
    startAfterSeconds?: number | undefined;
  },
): Promise<FlowRunRow> {
  const { inputs, startAfterSeconds, ...values } = given;
  const { flowId, question } = values;
  const flow = await loadFlow(tx, actor, 'read', flowId);
  if (flow.publishedVersion === null) throw new AppError('flow_trigger.not_published');
  const { graph }: { graph: FlowGraph } = await loadVersion(tx, flow, flow.publishedVersion);
  const memory = newRunState(graph, { question, inputs: readStartInputs(graph, inputs) });
  const id = newId();
  await takeRun(tx, actor, flowId, id);
  const version = flow.publishedVersion;
  return insertRun(platform, tx, actor, { ...values, id, version, graph, memory }, startAfterSeconds);
}
