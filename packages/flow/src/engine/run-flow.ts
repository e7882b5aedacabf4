import type { Json } from '@lectern/contract';
import { RunFailed, StoreFailed } from './failures.ts';
import { openFrame } from './frame.ts';
import { openRun } from './run.ts';
import { runFrame } from './run-frame.ts';
import type { FlowRunInput, RunEnd } from './run-input.ts';
import { longestHistory, type RunState, type Step } from './state.ts';

/**
 * Runs a flow until it ends, waits for a person or fails. Steps are committed before work that has an effect begins, so
 * that a run which was interrupted anywhere goes on from its stored steps. Throws only when it is aborted or the store
 * fails.
 */
export async function runFlow(input: FlowRunInput): Promise<RunEnd> {
  const run = openRun(input, runFlow);
  try {
    const isFinished = await runFrame(run, openFrame('', run.planOf(null), undefined, input.steps));
    await run.settle();
    if (isFinished) return { status: 'finished' };
    return { status: 'waiting', steps: [...input.steps.values()].filter(({ awaits }) => awaits !== null) };
  } catch (error) {
    if (error instanceof StoreFailed) throw error.cause;
    if (!(error instanceof RunFailed)) throw error;
    return { status: 'failed', failure: error.failure, nodeId: error.nodeId };
  }
}

/** Gives a waiting run what a person answered: the message of a turn, or the values of a form. Not yet committed. */
export function answerStep(
  run: { steps: Map<string, Step>; state: RunState },
  step: Step,
  answer:
    | { kind: 'message'; text: string }
    | { kind: 'form'; values: Record<string, Json> }
    | { kind: 'go'; once?: boolean | undefined },
): void {
  if (step.status !== 'waiting') throw new Error(`Step ${step.key} waits for nothing`);
  if (answer.kind === 'message') beginTurn(run.state, answer.text);
  else if (answer.kind === 'form') run.state.postsShown = run.state.posts.length;
  step.status = 'running';
  step.awaits = null;
  if (answer.kind === 'go') {
    step.journal = { ...step.journal, $go: true };
    run.state.stepping = answer.once === true;
  } else step.journal = { ...step.journal, $resume: answer.kind === 'message' ? answer.text : answer.values };
}

function beginTurn(state: RunState, question: string): void {
  const posted = state.posts.map(({ text }) => ({ role: 'assistant' as const, content: text }));
  const asked = state.question === '' ? [] : [{ role: 'user' as const, content: state.question }];
  state.history = [...state.history, ...asked, ...posted].slice(-longestHistory);
  state.question = question;
  state.startMessagePending = false;
  state.turn++;
  state.posts = [];
  state.postsShown = 0;
}
