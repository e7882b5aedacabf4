import type { Json } from '@lectern/contract';
import { newRunState, readForm, type Step } from '@lectern/flow';
import { authorizeSystem } from '../../../platform/authorized.ts';
import { newId, type SystemTx } from '../../../platform/database/database.ts';
import { together } from '../../../platform/database/together.ts';
import type { Platform } from '../../../platform/platform.ts';
import { newLease } from '../../../platform/runs/leased-run.ts';
import type { AnswerTask } from '../../conversations/answers/answer-task.ts';
import { RunFailure } from '../../conversations/answers/flow-answer-port.ts';
import { findFlow, listPublishedFlows } from '../flow.queries.ts';
import { hasProblems } from '../flow.service.ts';
import { insertRun } from '../runs/begin-run.ts';
import { continueRun } from '../runs/continue-run.ts';
import { type FlowRunId, readActing, type TakenRun, takeFlowRun } from '../runs/execute-run.ts';
import { listFlowStepRows, lockFlowRun, toStep } from '../runs/flow-run.queries.ts';
import type { FlowRunRow } from '../runs/flow-run.table.ts';
import { startForm } from '../runs/start-form.ts';

/** Without an assistant, a program asks the flow itself. */
export type FlowTask = Pick<
  AnswerTask,
  'actor' | 'language' | 'history' | 'question' | 'answer' | 'outside' | 'usesDraft'
> & { assistant: { id: string } | null; flowId: string };

/**
 * Goes on with the run that gave the answer before this question, if it still waits there, or starts a new one. In
 * another branch, or after an answer that was the flow's last, the new run is told what was said before.
 */
export function beginTurn(platform: Platform, task: FlowTask): Promise<FlowRunId & { taken: TakenRun }> {
  const { companyId } = task.actor;
  return platform.database.withCompany(companyId, async (tx) => {
    const waiting = await findWaitingRun(tx, task);
    // Taken in the same transaction: the person waits for the first word.
    const taken = await (waiting ? resume(platform, tx, task, waiting) : start(platform, tx, task));
    return { companyId, runId: taken.lease.row.id, taken };
  });
}

async function findWaitingRun(tx: SystemTx, { history, flowId }: FlowTask): Promise<FlowRunRow | undefined> {
  const before = history.at(-1);
  if (!before?.flowRun) return undefined;
  const run = await lockFlowRun(tx, before.flowRun.id);
  const waitsHere = run?.state === 'waiting' && run.answerId === before.id && run.flowId === flowId;
  return waitsHere ? run : undefined;
}

async function resume(
  platform: Platform,
  tx: SystemTx,
  { question, answer }: FlowTask,
  run: FlowRunRow,
): Promise<TakenRun> {
  const steps = (await listFlowStepRows(tx, run.id, true)).map(toStep);
  const step = steps.find(({ awaits }) => awaits?.kind === 'form' || awaits?.kind === 'message');
  if (!step) throw new RunFailure('flow_run.not_waiting');
  const changes = { answerId: answer.id };
  const given = answerTo(step, question);
  await continueRun(platform, tx, authorizeSystem(tx, run), steps, step, given, changes);
  return takeFlowRun(tx, { companyId: run.companyId, runId: run.id });
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
  platform: Platform,
  tx: SystemTx,
  { actor, flowId, assistant, language, history, question, answer, outside, usesDraft }: FlowTask,
): Promise<TakenRun> {
  const { graph, version, ...flow } = await (usesDraft ? readDraft(tx, flowId) : readPublished(tx, flowId));
  // A form that was filled in for the first question holds for the others.
  const filled = [question, ...history].find(({ inputs }) => Object.keys(inputs).length > 0);
  const lease = newLease();
  const begun = insertRun(platform, tx, actor, {
    ...lease,
    id: newId(),
    flowId,
    version,
    graph,
    source: outside === 'program' ? 'api' : 'chat',
    assistantId: assistant?.id ?? null,
    answerId: outside ? null : answer.id,
    language,
    question: question.content,
    memory: newRunState(graph, {
      question: question.content,
      history: history.map(({ role, content }) => ({ role, content })),
      inputs: readValues(startForm(graph), filled?.inputs ?? {}),
    }),
  });
  const [row, acting] = await together([begun, readActing(tx, actor, flow)]);
  return { lease: { leaseId: lease.leaseId, row, subject: flow }, start: [acting, []] };
}

async function readPublished(tx: SystemTx, flowId: string) {
  const [flow] = await listPublishedFlows(tx, [flowId]);
  if (!flow) throw new RunFailure('assistant.flow_not_published');
  return flow;
}

async function readDraft(tx: SystemTx, flowId: string) {
  const flow = await findFlow(tx, flowId);
  if (!flow) throw new RunFailure('assistant.flow_not_published');
  if (hasProblems(flow.graph)) throw new RunFailure('flow.has_problems');
  return { id: flow.id, ownerId: flow.ownerId, graph: flow.graph, version: null };
}
