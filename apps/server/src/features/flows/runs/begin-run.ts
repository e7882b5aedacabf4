import { AppError, type FlowGraph, type flowRunSources, type Json, type Language } from '@lectern/contract';
import { newRunState } from '@lectern/flow';
import type { Actor } from '../../../platform/actor.ts';
import { newId, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { takeRequest } from '../../usage/usage.service.ts';
import { loadFlow, loadVersion } from '../flow.service.ts';
import type { FlowRunId } from './execute-run.ts';
import { countActiveFlowRuns, insertFlowRun } from './flow-run.queries.ts';
import type { FlowRunRow } from './flow-run.table.ts';

/** Runs of one company that work at the same time. */
const mostActiveRuns = 200;

/** Refuses where too many runs work, and counts one more request. */
export async function takeRun(tx: Tx, actor: Actor, flowId: string, runId: string): Promise<void> {
  if ((await countActiveFlowRuns(tx)) >= mostActiveRuns)
    throw new AppError('flow.too_many_runs', {}, { retryAfterSeconds: 10 });
  await takeRequest(tx, actor, { id: `flow:${runId}:1`, assistantId: null, flowId });
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
    startAfterSeconds: number;
  },
): Promise<FlowRunRow> {
  const { flowId, source, question, inputs, language, startAfterSeconds } = given;
  const flow = await loadFlow(tx, actor, 'read', flowId);
  if (flow.publishedVersion === null) throw new AppError('flow_trigger.not_published');
  const { graph }: { graph: FlowGraph } = await loadVersion(tx, flow, flow.publishedVersion);
  const runId = newId();
  await takeRun(tx, actor, flowId, runId);
  const variables = Object.fromEntries(graph.variables.map(({ key, value }) => [key, value]));
  const row = await insertFlowRun(tx, {
    id: runId,
    companyId: actor.companyId,
    flowId,
    version: flow.publishedVersion,
    graph,
    accountId: actor.accountId,
    source,
    language,
    question,
    memory: newRunState({ question, inputs, variables }),
  });
  const job: FlowRunId = { companyId: actor.companyId, runId };
  await platform.jobs.enqueue<FlowRunId>(tx, 'flow.run', job, { startAfterSeconds });
  return row;
}
