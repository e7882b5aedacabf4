import {
  AppError,
  type answerFlowRun,
  type BodyOf,
  type FlowRun,
  type Language,
  type listFlowRuns,
  type QueryOf,
  type startFlowRun,
} from '@lectern/contract';
import { newRunState, readForm, type Step } from '@lectern/flow';
import type { Actor } from '../../../platform/actor.ts';
import { type Authorized, authorize } from '../../../platform/authorized.ts';
import { newId, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { cancelledRun, isActive } from '../../../platform/runs/columns.ts';
import { readOwnerNames } from '../../accounts/owner-names.service.ts';
import { takeRequest } from '../../usage/usage.service.ts';
import { findFlow } from '../flow.queries.ts';
import { hasProblems, loadFlow, loadVersion } from '../flow.service.ts';
import type { FlowRow } from '../flow.table.ts';
import { insertRun, takeRun } from './begin-run.ts';
import { checkCalledFlows } from './called-flows.ts';
import { continueRun } from './continue-run.ts';
import { executeRun, type FlowRunId } from './execute-run.ts';
import { flowRunPolicy } from './flow-run.policy.ts';
import {
  deleteFlowRunRow,
  findFlowRun,
  listFlowRunRows,
  listFlowStepRows,
  lockFlowRun,
  toStep,
  updateFlowRunRow,
  writeFlowSteps,
} from './flow-run.queries.ts';
import type { FlowRunRow } from './flow-run.table.ts';
import type { LiveRuns } from './live-runs.ts';
import { continueMemory, prepareOneNode } from './one-node.ts';
import { presentRun, summarizeRun } from './present-flow-run.ts';
import { readStartInputs } from './start-form.ts';

export type Executor = { start: (id: FlowRunId) => void; live: LiveRuns; close: () => Promise<void> };

/** The runs that this process carries out for the requests that started them. */
export function createExecutor(platform: Platform, live: LiveRuns): Executor {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  return {
    live,
    start: (id) => {
      const work = executeRun(platform, live, id, stopping.signal)
        .catch((error) => {
          // The job behind the run takes over.
          if (!stopping.signal.aborted)
            platform.log.warn({ event: 'flow_run.left_to_job', runId: id.runId, reason: String(error) });
        })
        .finally(() => running.delete(work));
      running.add(work);
    },
    close: async () => {
      stopping.abort(new Error('the process is stopping'));
      await Promise.allSettled(running);
    },
  };
}

type LoadedRun<Action extends string> = Authorized<FlowRunRow & { flow: FlowRow }, Action>;

async function loadRun<Action extends 'read' | 'update' | 'delete'>(
  tx: Tx,
  actor: Actor,
  action: Action,
  row: FlowRunRow | undefined,
): Promise<LoadedRun<Action>> {
  const flow = row && (await findFlow(tx, row.flowId));
  return authorize(flowRunPolicy, actor, action, row && flow ? { ...row, flow } : undefined);
}

async function present(tx: Tx, row: FlowRunRow, language: Language): Promise<FlowRun> {
  const names = await readOwnerNames(tx, [{ ownerId: row.accountId }]);
  return presentRun(row, (await listFlowStepRows(tx, row.id)).map(toStep), names, language);
}

export async function startRun(
  platform: Platform,
  executor: Executor,
  actor: Actor,
  flowId: string,
  body: BodyOf<typeof startFlowRun>,
  language: Language,
): Promise<FlowRun> {
  const { database } = platform;
  const { question, version, onlyNode, breakpoints, inputs } = body;
  const { companyId } = actor;
  const runId = newId();
  const started = await database.withActor(actor, async (tx) => {
    const flow = await loadFlow(tx, actor, 'read', flowId);
    const graph = version === null ? flow.graph : (await loadVersion(tx, flow, version)).graph;
    if (!onlyNode && hasProblems(graph)) throw new AppError('flow.has_problems');
    if (!onlyNode) await checkCalledFlows(tx, flow, graph);
    await takeRun(tx, actor, flowId, runId);
    const earlier = onlyNode?.fromRunId
      ? await loadRun(tx, actor, 'read', await findFlowRun(tx, onlyNode.fromRunId))
      : undefined;
    const given = onlyNode ? inputs : readStartInputs(graph, inputs);
    const memory = newRunState(graph, { question, inputs: given });
    const row = await insertRun(platform, tx, actor, {
      id: runId,
      flowId,
      version,
      graph,
      source: 'editor',
      language,
      question: question || (earlier?.memory.question ?? ''),
      breakpoints,
      onlyNode: onlyNode?.nodeId ?? null,
      memory: earlier ? continueMemory(memory, earlier.memory) : memory,
    });
    if (onlyNode) {
      const before = earlier ? (await listFlowStepRows(tx, earlier.id, true)).map(toStep) : [];
      const run = authorize(flowRunPolicy, actor, 'update', { ...row, flow });
      await writeFlowSteps(tx, run, prepareOneNode(graph, before, onlyNode));
    }
    return present(tx, row, language);
  });
  executor.start({ companyId, runId });
  return started;
}

export function listRuns(
  { database }: Platform,
  actor: Actor,
  flowId: string,
  query: QueryOf<typeof listFlowRuns>,
  language: Language,
) {
  return database.withActor(actor, async (tx) => {
    const flow = await loadFlow(tx, actor, 'read', flowId);
    const { rows, total } = await listFlowRunRows(tx, flow.id, query);
    const names = await readOwnerNames(
      tx,
      rows.map(({ accountId }) => ({ ownerId: accountId })),
    );
    return { items: rows.map((row) => summarizeRun(row, names, language)), total };
  });
}

export function readRun(
  { database }: Platform,
  actor: Actor,
  id: string,
  language: Language,
): Promise<FlowRun> {
  return database.withActor(actor, async (tx) =>
    present(tx, await loadRun(tx, actor, 'read', await findFlowRun(tx, id)), language),
  );
}

export async function answerRun(
  platform: Platform,
  executor: Executor,
  actor: Actor,
  id: string,
  { stepKey, answer }: BodyOf<typeof answerFlowRun>,
  language: Language,
): Promise<FlowRun> {
  const answered = await platform.database.withActor(actor, async (tx) => {
    const row = await loadRun(tx, actor, 'update', await lockFlowRun(tx, id));
    const steps = (await listFlowStepRows(tx, id, true)).map(toStep);
    const step = steps.find(({ key, awaits }) => key === stepKey && awaits !== null);
    if (row.state !== 'waiting' || !step) throw new AppError('flow_run.not_waiting');
    checkAnswer(step, answer);
    if (answer.kind === 'message')
      await takeRequest(tx, actor, {
        id: `flow:${id}:${row.memory.turn + 1}`,
        assistantId: null,
        flowId: row.flowId,
      });
    const breakpoints = answer.kind === 'go' ? answer.breakpoints : undefined;
    const changes = breakpoints ? { breakpoints } : {};
    const changed = await continueRun(platform, tx, row, steps, step, answer, changes);
    return present(tx, changed, language);
  });
  executor.start({ companyId: actor.companyId, runId: id });
  return answered;
}

type Answer = BodyOf<typeof answerFlowRun>['answer'];

/** Throws where the answer is not what the step waits for. */
function checkAnswer({ awaits }: Step, answer: Answer): void {
  const expected = { message: 'message', form: 'form', breakpoint: 'go' } as const;
  if (!awaits || expected[awaits.kind] !== answer.kind) throw new AppError('flow_run.not_waiting');
  if (awaits.kind !== 'form' || answer.kind !== 'form') return;
  const { wrong } = readForm(awaits.fields, answer.values);
  if (wrong) throw new AppError('flow_run.wrong_answer', { detail: wrong.label });
}

export function cancelRun(
  { database }: Platform,
  { live }: Executor,
  actor: Actor,
  id: string,
  language: Language,
): Promise<FlowRun> {
  return database.withActor(actor, async (tx) => {
    const row = await loadRun(tx, actor, 'update', await lockFlowRun(tx, id));
    if (!isActive(row) && row.state !== 'waiting') throw new AppError('flow_run.not_active');
    const changed = await updateFlowRunRow(tx, row, cancelledRun());
    live.emit(id, 'changed');
    return present(tx, changed, language);
  });
}

export function removeRun({ database }: Platform, actor: Actor, id: string): Promise<void> {
  return database.withActor(actor, async (tx) => {
    await deleteFlowRunRow(tx, await loadRun(tx, actor, 'delete', await lockFlowRun(tx, id)));
  });
}
