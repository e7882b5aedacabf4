import { setTimeout as sleep } from 'node:timers/promises';
import type { FlowNode, Json } from '@lectern/contract';
import type { ComponentEffect } from '../component.ts';
import { type Plan, planBody } from '../graph/plan.ts';
import { type Lookup, readPath, type Sourced } from '../graph/references.ts';
import { RunFailed, StoreFailed } from './failures.ts';
import type { Frame } from './frame.ts';
import { type FlowRunInput, type RunEnd, reachedBound } from './run-input.ts';
import type { Step } from './state.ts';
import { survey } from './survey.ts';

export type RunFlow = (input: FlowRunInput) => Promise<RunEnd>;

/** A run while it is carried out: what its frames and steps share. */
export type Run = {
  input: FlowRunInput;
  now: () => number;
  delay: (ms: number, signal: AbortSignal) => Promise<void>;
  /** The nodes that run within a node; null: those of the flow itself. */
  planOf: (body: string | null) => Plan;
  /** A step that begins: recorded first where it changes something elsewhere, or others wait to be written. */
  begin: (step: Step, effect: ComponentEffect) => Promise<void>;
  commit: (changed: Step[], replaced?: string[]) => Promise<void>;
  /** For what a repetition would bring about again: written with the next commit. */
  commitLater: (changed: Step[], replaced?: string[]) => Promise<void>;
  /** Writes what still waits to be written. */
  settle: () => Promise<void>;
  /** What references stand for, seen from a frame: its own steps, then those around it. */
  lookupIn: (frame: Frame) => Lookup;
  newStep: (frame: Frame, node: FlowNode, via: string | null) => Step;
  /** Runs another flow as part of this one. */
  runFlow: RunFlow;
};

const plain = (value: Json | undefined): Sourced | undefined =>
  value === undefined ? undefined : { value, citations: [] };

export function openRun(input: FlowRunInput, runFlow: RunFlow): Run {
  const { graph, components } = input;
  const now = input.now ?? Date.now;
  const plans = new Map<string | null, Plan>();
  return {
    input,
    now,
    delay: input.delay ?? ((ms, signal) => sleep(ms, undefined, { signal })),
    planOf: (body) => {
      const plan = plans.get(body) ?? planBody(graph, body, components);
      plans.set(body, plan);
      return plan;
    },
    ...createCommits(input),
    lookupIn: (frame) => createLookup(input, now, frame),
    newStep: (frame, node, via) => createStep(input, now, frame, node, via),
    runFlow,
  };
}

/** So many steps wait for the next commit at most. */
const mostWaiting = 50;

/**
 * One write at a time, each with all that has happened since the last, steps that have only begun included: the state
 * that is stored is never ahead of the steps.
 */
function createCommits({
  store,
  state,
  steps,
  on,
  writeAfterMs = 0,
}: FlowRunInput): Pick<Run, 'begin' | 'commit' | 'commitLater' | 'settle'> {
  const changed = new Map<string, Step>();
  let replaced: string[] = [];
  let last = Promise.resolve();
  const keep = (more: Step[], gone: string[] = []) => {
    for (const step of more) changed.set(step.key, step);
    for (const key of gone) steps.delete(key);
    replaced.push(...gone);
  };
  const write = async () => {
    if (changed.size + replaced.length === 0) return;
    const change = structuredClone({ steps: [...changed.values()], replaced, state });
    changed.clear();
    replaced = [];
    try {
      await store.commit(change);
    } catch (cause) {
      throw new StoreFailed('A step was not stored', { cause });
    }
  };
  const settle = () => {
    last = last.then(write);
    return last;
  };
  const settleSoon = () => {
    const write = () => void settle().catch(() => undefined);
    if (writeAfterMs === 0) write();
    else setTimeout(write, writeAfterMs).unref();
  };
  const tell = (more: Step[]) => {
    for (const step of more) on({ type: 'step', step });
  };
  return {
    begin: async (step, effect) => {
      keep([step]);
      tell([step]);
      if (effect === 'write') await settle();
      // Work that takes its time or costs money: what led to it is not lost with it. A fault shows at the next commit.
      else if (effect !== 'none' && changed.size > 1) settleSoon();
    },
    commit: async (more, gone) => {
      keep(more, gone);
      await settle();
      tell(more);
    },
    commitLater: async (more, gone) => {
      keep(more, gone);
      if (changed.size >= mostWaiting) await settle();
      tell(more);
    },
    settle,
  };
}

/** What a node put out before an edge led back; nothing where this pass goes by it, as it would in a first pass. */
function readStale({ stale, plan, current }: Frame, nodeId: string): Step | undefined {
  const step = stale.get(nodeId);
  return step && !survey(plan, current).skipped.has(nodeId) ? step : undefined;
}

function createLookup({ state }: FlowRunInput, now: () => number, frame: Frame): Lookup {
  const systemValues = (): Record<string, Json> => ({
    question: state.question,
    history: state.history.map(({ role, content }) => `${role}: ${content}`).join('\n'),
    turn: state.turn,
    date: new Date(now()).toISOString().slice(0, 10),
    inputs: state.inputs,
  });
  return ({ node, path }) => {
    if (node === 'sys') return plain(readPath(systemValues(), path));
    if (node === 'var') return plain(readPath(state.variables, path));
    for (let at: Frame | undefined = frame; at; at = at.holder?.outer) {
      const step = at.current.get(node);
      const seen = step?.status === 'succeeded' ? step : readStale(at, node);
      const value = seen && readPath(seen.outputs, path);
      if (seen && value !== undefined) return { value, citations: seen.citations };
      const local = at.holder?.nodeId === node ? readPath(at.holder.locals, path) : undefined;
      if (local !== undefined) return plain(local);
    }
    return undefined;
  };
}

function createStep(
  { graph, state, steps }: FlowRunInput,
  now: () => number,
  frame: Frame,
  node: FlowNode,
  via: string | null,
): Step {
  const reached = reachedBound(graph.bounds, state);
  if (reached) throw new RunFailed({ code: 'flow.bound_reached', detail: reached }, node.id);
  const place = `${frame.key}/${node.id}`;
  const before = state.visits[place] ?? { all: 0, turn: 0, inTurn: 0 };
  const visit = before.all + 1;
  state.visits[place] = {
    all: visit,
    turn: state.turn,
    inTurn: before.turn === state.turn ? before.inTurn + 1 : 1,
  };
  state.usage.steps++;
  const step: Step = {
    key: `${frame.key === '' ? '' : `${frame.key}/`}${node.id}#${visit}`,
    frame: frame.key,
    nodeId: node.id,
    visit,
    status: 'running',
    stale: false,
    via,
    port: null,
    inputs: {},
    outputs: {},
    citations: [],
    failure: null,
    awaits: null,
    attempts: 0,
    journal: {},
    tokens: 0,
    price: 0,
    models: [],
    startedAt: now(),
    finishedAt: null,
  };
  frame.current.set(node.id, step);
  steps.set(step.key, step);
  return step;
}
