import type { FlowGraph, Json } from '@lectern/contract';
import { answerStep, newRunState, readForm, type Step } from '@lectern/flow';
import { authorizeSystem } from '../../../platform/authorized.ts';
import { newId, type SystemTx } from '../../../platform/database/database.ts';
import { together } from '../../../platform/database/together.ts';
import type { Platform } from '../../../platform/platform.ts';
import { queuedRun } from '../../../platform/runs/columns.ts';
import type { AnswerTask } from '../../conversations/answers/answer-task.ts';
import { RunFailure } from '../../conversations/answers/flow-answer-port.ts';
import { findFlow, listPublishedFlows } from '../flow.queries.ts';
import { findProblems } from '../flow.service.ts';
import type { FlowRunId } from '../runs/execute-run.ts';
import {
  insertFlowRun,
  listFlowStepRows,
  lockFlowRun,
  toStep,
  updateRunOfJob,
  writeFlowSteps,
} from '../runs/flow-run.queries.ts';
import type { FlowRunRow } from '../runs/flow-run.table.ts';
import { startForm } from './describe-flows.ts';

export type FlowTask = AnswerTask & { flowId: string };

/** The job behind a run looks only when the process that answers should long have been done, or has died. */
const jobAfterSeconds = 20;

/**
 * Goes on with the run that gave the answer before this question, if it still waits there, or starts a new one. In
 * another branch, or after an answer that was the flow's last, the new run is told what was said before.
 */
export function beginTurn(platform: Platform, task: FlowTask): Promise<FlowRunId & { graph: FlowGraph }> {
  const { companyId } = task.actor;
  return platform.database.withCompany(companyId, async (tx) => {
    const waiting = await findWaitingRun(tx, task);
    const id = { companyId, runId: waiting?.id ?? newId() };
    const [{ graph }] = await together([
      waiting ? resume(tx, task, waiting) : start(tx, task, id.runId),
      platform.jobs.enqueue<FlowRunId>(tx, 'flow.run', id, { startAfterSeconds: jobAfterSeconds }),
    ]);
    return { ...id, graph };
  });
}

async function findWaitingRun(tx: SystemTx, { history, flowId }: FlowTask): Promise<FlowRunRow | undefined> {
  const before = history.at(-1);
  if (!before?.flowRun) return undefined;
  const run = await lockFlowRun(tx, before.flowRun.id);
  const waitsHere = run?.state === 'waiting' && run.answerId === before.id && run.flowId === flowId;
  return waitsHere ? run : undefined;
}

async function resume(tx: SystemTx, { question, answer }: FlowTask, run: FlowRunRow): Promise<FlowRunRow> {
  const steps = (await listFlowStepRows(tx, run.id, true)).map(toStep);
  const step = steps.find(({ awaits }) => awaits?.kind === 'form' || awaits?.kind === 'message');
  if (!step) throw new RunFailure('flow_run.not_waiting');
  const state = { steps: new Map(steps.map((one) => [one.key, one])), state: run.memory };
  answerStep(state, step, answerTo(step, question));
  await writeFlowSteps(tx, authorizeSystem(tx, run), [step]);
  await updateRunOfJob(tx, run.id, { ...queuedRun(), memory: run.memory, answerId: answer.id });
  return run;
}

function answerTo({ awaits }: Step, { content, inputs }: FlowTask['question']) {
  if (awaits?.kind !== 'form') return { kind: 'message' as const, text: content };
  return { kind: 'form' as const, values: readValues(awaits.fields, inputs) };
}

function readValues(fields: Parameters<typeof readForm>[0], inputs: Record<string, Json>) {
  const { values, wrong } = readForm(fields, inputs);
  if (!values) throw new RunFailure('flow_run.wrong_answer', wrong?.label);
  return values;
}

async function start(
  tx: SystemTx,
  { actor, flowId, assistant, language, history, question, answer, outside, usesDraft }: FlowTask,
  id: string,
): Promise<FlowRunRow> {
  const { graph, version } = usesDraft ? await readDraft(tx, flowId) : await readPublished(tx, flowId);
  // A form that was filled in for the first question holds for the others.
  const filled = [question, ...history].find(({ inputs }) => Object.keys(inputs).length > 0);
  return insertFlowRun(tx, {
    id,
    companyId: actor.companyId,
    flowId,
    version,
    graph,
    accountId: actor.accountId,
    source: 'chat',
    assistantId: assistant.id,
    answerId: outside ? null : answer.id,
    language,
    question: question.content,
    memory: newRunState({
      question: question.content,
      history: history.map(({ role, content }) => ({ role, content })),
      inputs: readValues(startForm(graph), filled?.inputs ?? {}),
      variables: Object.fromEntries(graph.variables.map(({ key, value }) => [key, value])),
    }),
  });
}

async function readPublished(tx: SystemTx, flowId: string) {
  const [flow] = await listPublishedFlows(tx, [flowId]);
  if (!flow) throw new RunFailure('assistant.flow_not_published');
  return flow;
}

async function readDraft(tx: SystemTx, flowId: string) {
  const flow = await findFlow(tx, flowId);
  if (!flow) throw new RunFailure('assistant.flow_not_published');
  if (findProblems(flow.graph).some(({ isWarning }) => !isWarning)) throw new RunFailure('flow.has_problems');
  return { graph: flow.graph, version: null };
}
