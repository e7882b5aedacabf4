import type { ErrorCode, FlowGraph } from '@lectern/contract';
import type { Post, RunEvent } from '@lectern/flow';
import { RetryLater } from '../../../platform/jobs/queue.ts';
import type { Platform } from '../../../platform/platform.ts';
import { cancelledRun, isActive } from '../../../platform/runs/columns.ts';
import { RunFailure } from '../../conversations/answers/flow-answer-port.ts';
import type { LiveAnswer } from '../../conversations/answers/live-answer.ts';
import { AccessEnded, type Outcome, Stopped } from '../../conversations/answers/outcome.ts';
import { executeRun, type FlowRunId } from '../runs/execute-run.ts';
import { listFlowStepRows, lockFlowRun, toStep, updateRunOfJob } from '../runs/flow-run.queries.ts';
import type { FlowRunRow } from '../runs/flow-run.table.ts';
import { liveRunsOf } from '../runs/live-runs.ts';
import { watchUntilOver } from '../runs/watch-until-over.ts';
import { beginTurn, type FlowTask } from './begin-turn.ts';
import { resultOf } from './run-result.ts';

/** Answers a question of a chat by a run of the assistant's flow. */
export async function answerByFlow(
  platform: Platform,
  task: FlowTask,
  live: LiveAnswer,
  signal: AbortSignal,
  outcome: Outcome,
): Promise<void> {
  const { taken, ...id } = await beginTurn(platform, task);
  outcome.flowRun = { id: id.runId, flowId: task.flowId, form: null };
  const runs = liveRunsOf(platform);
  const leave = runs.listen(id.runId, relayTo(live, taken.lease.row.graph));
  try {
    await executeRun(platform, runs, id, signal, taken).catch((error) => {
      // Another process has it.
      if (!(error instanceof RetryLater)) throw error;
    });
    const run = await watchUntilOver(platform, runs, id, signal);
    signal.throwIfAborted();
    // Its flow was deleted.
    if (!run) throw new RunFailure('assistant.flow_not_published');
    if (run.state === 'cancelled') throw new Stopped();
    Object.assign(outcome, await readResult(platform, id, run));
    if (outcome.content.startsWith(live.content)) live.append(outcome.content.slice(live.content.length));
    if (run.state === 'failed')
      throw new RunFailure((run.errorCode as ErrorCode | null) ?? 'server.error', detailOf(run));
    if (outcome.content === '' && !outcome.flowRun.form) throw new RunFailure('flow.no_answer');
  } catch (error) {
    const isOver = [Stopped, AccessEnded].some((kind) => signal.reason instanceof kind);
    if (isOver) await cancel(platform, id);
    throw error;
  } finally {
    leave();
  }
}

/** Shows the steps and the words of a run as they come. */
function relayTo(live: LiveAnswer, { nodes }: FlowGraph) {
  const names = new Map(nodes.map(({ id, name }) => [id, name]));
  let hasSources = false;
  let written = '';
  const begin = () => {
    if (written === '' && live.content !== '') live.append('\n\n');
  };
  const post = ({ text, citations }: Post) => {
    // The numbers of a second text with sources are counted on in the end.
    const isWritten = text.startsWith(written);
    if (isWritten && !(hasSources && citations.length > 0)) {
      if (text !== '') begin();
      live.append(text.slice(written.length));
    }
    hasSources ||= citations.length > 0;
    written = '';
  };
  return (event: RunEvent | 'changed'): void => {
    if (event === 'changed') return;
    if (event.type === 'post') post(event.post);
    // What was said before stays to be read until the answer is complete.
    else if (event.type === 'restart') written = '';
    else if (event.type === 'step') {
      const name = names.get(event.step.nodeId);
      if (event.step.status === 'running' && name) live.mark({ type: 'node', name });
    } else if (!hasSources) {
      if (event.type === 'citation') live.mark(event);
      else {
        begin();
        written += event.text;
        live.append(event.text);
      }
    }
  };
}

async function readResult({ database }: Platform, { companyId }: FlowRunId, run: FlowRunRow) {
  const steps = await database.withCompany(companyId, (tx) => listFlowStepRows(tx, run.id, true));
  return resultOf(run, steps.map(toStep));
}

function cancel({ database }: Platform, { companyId, runId }: FlowRunId): Promise<void> {
  return database.withCompany(companyId, async (tx) => {
    const run = await lockFlowRun(tx, runId);
    if (run && isActive(run)) await updateRunOfJob(tx, runId, cancelledRun());
  });
}

function detailOf({ errorDetails }: FlowRunRow): string | undefined {
  const detail = errorDetails?.detail;
  return detail === undefined ? undefined : String(detail);
}
