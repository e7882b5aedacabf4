import type { FlowEdge, FlowNode, Json } from '@lectern/contract';
import { listDownstream } from '../graph/plan.ts';
import { fillValue, type Sourced } from '../graph/references.ts';
import { RunFailed } from './failures.ts';
import { type Frame, openFrame } from './frame.ts';
import type { Run } from './run.ts';
import { mostAtOnce } from './run-input.ts';
import { runStep } from './run-step.ts';
import type { Step } from './state.ts';
import { Paused } from './step-error.ts';
import { survey } from './survey.ts';

/** Under this name the result of a finished round stands among the steps. */
const resultNode = '$result';

/** Returns false where something in it waits for a person, and nothing else is left to do. */
export async function runFrame(run: Run, frame: Frame): Promise<boolean> {
  const { input, newStep } = run;
  const { components, signal } = input;
  const failing = new AbortController();
  const aborted = AbortSignal.any([signal, failing.signal]);
  const running = new Map<string, Promise<void>>();
  let failure: unknown;
  const start = (node: FlowNode, step: Step) =>
    running.set(
      node.id,
      runStep(run, { frame, node, step, aborted }, (...round) => runBody(run, ...round))
        .then(
          () => {},
          (error) => {
            failure ??= error;
            failing.abort(error);
          },
        )
        .finally(() => running.delete(node.id)),
    );
  const byId = new Map(frame.plan.nodes.map((node) => [node.id, node]));
  // Alone, whatever led to it; but with all that it holds.
  const only = frame.holder === undefined ? byId.get(input.onlyNode ?? '') : undefined;
  const failed = [...frame.current.values()].find(({ status }) => status === 'failed');
  // Interrupted between the step that failed and the end of the run.
  if (failed?.failure && (only === undefined || only.id === failed.nodeId))
    throw new RunFailed(failed.failure, failed.nodeId);
  // What was under way when the run was interrupted, or waited and was answered since.
  for (const step of frame.current.values()) {
    const node = byId.get(step.nodeId);
    const holdsWaiting = step.status === 'waiting' && components.get(node?.component ?? '')?.holds === 'body';
    if (node && (step.status === 'running' || holdsWaiting))
      start(node, Object.assign(step, { status: 'running' }));
  }
  while (failure === undefined) {
    const { ready, isTaken } = survey(frame.plan, frame.current);
    const chosen = only === undefined ? ready : [only].filter(({ id }) => !frame.current.has(id));
    try {
      for (const node of chosen.slice(0, mostAtOnce - running.size)) start(node, newStep(frame, node, null));
    } catch (error) {
      failure = error;
      failing.abort(error);
      break;
    }
    if (running.size > 0) await Promise.race(running.values());
    else if ([...frame.current.values()].some(({ status }) => status === 'waiting')) return false;
    else {
      const back = [...frame.plan.back].find(isTaken);
      if (!back || only !== undefined) return true;
      const step = await goBack(run, frame, back);
      start(byId.get(back.target) as FlowNode, step);
    }
  }
  await Promise.allSettled(running.values());
  throw failure;
}

/** Starts a node over, with everything after it. */
async function goBack({ commitLater, newStep }: Run, frame: Frame, edge: FlowEdge): Promise<Step> {
  const changed: Step[] = [];
  for (const id of listDownstream(frame.plan, edge.target)) {
    const step = frame.current.get(id);
    if (!step) continue;
    step.stale = true;
    frame.current.delete(id);
    frame.stale.set(id, step);
    changed.push(step);
  }
  const target = frame.plan.nodes.find(({ id }) => id === edge.target) as FlowNode;
  const step = newStep(frame, target, edge.id);
  await commitLater([...changed, step]);
  return step;
}

async function runBody(
  run: Run,
  outer: Frame,
  step: Step,
  round: number,
  locals: Record<string, Json>,
  result: string,
): Promise<Sourced> {
  const { input, planOf, lookupIn, commitLater } = run;
  const { steps, state } = input;
  const key = `${step.key}:${round}`;
  const done = steps.get(`${key}/${resultNode}`);
  if (done) return { value: done.outputs.value ?? null, citations: done.citations };
  const frame = openFrame(key, planOf(step.nodeId), { nodeId: step.nodeId, locals, outer }, steps);
  if (!(await runFrame(run, frame))) throw new Paused();
  const given = result === '' ? { value: null, citations: [] } : fillValue(result, lookupIn(frame));
  const ended: Step = {
    ...step,
    key: `${key}/${resultNode}`,
    frame: key,
    nodeId: resultNode,
    status: 'succeeded',
    outputs: { value: given.value },
    inputs: {},
    journal: {},
    citations: given.citations,
  };
  const inside = [...steps.values()].filter((one) => one.frame === key || one.frame.startsWith(`${key}/`));
  for (const place of Object.keys(state.visits)) if (place.startsWith(`${key}/`)) delete state.visits[place];
  steps.set(ended.key, ended);
  await commitLater(
    [ended],
    inside.map((one) => one.key),
  );
  return given;
}
