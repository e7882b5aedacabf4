import { setTimeout as sleep } from 'node:timers/promises';
import type { FlowEdge, FlowNode, Json } from '@lectern/contract';
import type { FlowComponent } from '../component.ts';
import { listDownstream, type Plan, planBody } from '../graph/plan.ts';
import { fillValue, type Lookup, readPath, type Sourced } from '../graph/references.ts';
import type { StepUsage } from '../services.ts';
import { createContext } from './create-context.ts';
import { type Frame, openFrame } from './frame.ts';
import { type FlowRunInput, mostAtOnce, type RunEnd, reachedBound } from './run-input.ts';
import { applyErrorRule, asFailure } from './run-step.ts';
import type { Step, StepFailure } from './state.ts';
import { Paused, StepError } from './step-error.ts';
import { survey } from './survey.ts';

/** A step failed and nothing catches it. */
class RunFailed extends Error {
  readonly failure: StepFailure;
  readonly nodeId: string;
  constructor(failure: StepFailure, nodeId: string) {
    super(failure.code);
    this.failure = failure;
    this.nodeId = nodeId;
  }
}

/** The state could not be stored: no step may go on from here. */
class StoreFailed extends Error {}

const plain = (value: Json | undefined): Sourced | undefined =>
  value === undefined ? undefined : { value, citations: [] };

/** Under this name the result of a finished round stands among the steps. */
const resultNode = '$result';

export type FrameRunner = {
  lookupIn: (frame: Frame) => Lookup;
  runBody: (
    outer: Frame,
    step: Step,
    round: number,
    locals: Record<string, Json>,
    result: string,
  ) => Promise<Json>;
  commit: (changed: Step[], replaced?: string[]) => Promise<void>;
};

export async function runRoot(input: FlowRunInput): Promise<RunEnd> {
  const { graph, components, steps, state, store, signal, on } = input;
  const now = input.now ?? Date.now;
  const delay = input.delay ?? ((ms, until) => sleep(ms, undefined, { signal: until }));
  const plans = new Map<string | null, Plan>();
  const planOf = (body: string | null): Plan => {
    const plan = plans.get(body) ?? planBody(graph, body, components);
    plans.set(body, plan);
    return plan;
  };

  const commit: FrameRunner['commit'] = async (changed, replaced = []) => {
    try {
      await store.commit({ steps: changed, replaced, state });
    } catch (cause) {
      throw new StoreFailed('A step was not stored', { cause });
    }
    for (const key of replaced) steps.delete(key);
    for (const step of changed) on({ type: 'step', step });
  };

  const lookupIn: FrameRunner['lookupIn'] =
    (frame) =>
    ({ node, path }) => {
      if (node === 'sys') return plain(readPath(systemValues(), path));
      if (node === 'var') return plain(readPath(state.variables, path));
      for (let at: Frame | undefined = frame; at; at = at.holder?.outer) {
        const step = at.current.get(node);
        const seen = step?.status === 'succeeded' ? step : at.stale.get(node);
        const value = seen && readPath(seen.outputs, path);
        if (seen && value !== undefined) return { value, citations: seen.citations };
        const local = at.holder?.nodeId === node ? readPath(at.holder.locals, path) : undefined;
        if (local !== undefined) return plain(local);
      }
      return undefined;
    };

  const systemValues = (): Record<string, Json> => ({
    question: state.question,
    history: state.history.map(({ role, content }) => `${role}: ${content}`).join('\n'),
    turn: state.turn,
    date: new Date(now()).toISOString().slice(0, 10),
    inputs: state.inputs,
  });

  function newStep(frame: Frame, node: FlowNode, via: string | null): Step {
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
      startedAt: now(),
      finishedAt: null,
    };
    frame.current.set(node.id, step);
    steps.set(step.key, step);
    return step;
  }

  const runner: FrameRunner = { lookupIn, runBody, commit };

  /** Runs a step to its end, with its attempts. Returns false where it waits for a person. */
  async function runStep(frame: Frame, node: FlowNode, step: Step, aborted: AbortSignal): Promise<boolean> {
    const component = components.get(node.component);
    const begin = performance.now();
    const replaced = frame.stale.get(node.id)?.key;
    if (input.breakpoints?.has(node.id) && step.attempts === 0 && step.journal.$go !== true) {
      Object.assign(step, { status: 'waiting', awaits: { kind: 'breakpoint' } });
      await commit([step]);
      return false;
    }
    if (component && (component.effect === 'write' || component.holds === 'body')) await commit([step]);
    else on({ type: 'step', step });
    try {
      await attemptStep(frame, node, component, step, aborted);
    } catch (error) {
      if (!(error instanceof Paused)) throw error;
      await commit([step]);
      return false;
    }
    step.finishedAt = now();
    state.usage.workMs += performance.now() - begin;
    state.usage.tokens += step.tokens;
    state.usage.price += step.price;
    const bodies = component?.holds === 'body' ? keysBelow(step) : [];
    if (replaced !== undefined) frame.stale.delete(node.id);
    const failed = step.status === 'failed' && !applyErrorRule(node, step);
    await commit([step], [...bodies, ...(replaced === undefined ? [] : [replaced])]);
    if (failed) throw new RunFailed(step.failure as StepFailure, node.id);
    return true;
  }

  /** Rounds of a finished body are not needed any more. */
  const keysBelow = ({ key }: Step) =>
    [...steps.values()].filter((one) => one.frame.startsWith(`${key}:`)).map((one) => one.key);

  async function attemptStep(
    frame: Frame,
    node: FlowNode,
    component: FlowComponent | undefined,
    step: Step,
    aborted: AbortSignal,
  ): Promise<void> {
    // Its journal stands for what an interrupted attempt has done.
    for (step.attempts = Math.max(1, step.attempts); ; step.attempts++) {
      const usage: StepUsage = { tokens: 0, price: 0 };
      try {
        if (!component) throw new StepError('flow.unknown_component', node.component, { isFinal: true });
        const context = createContext(runner, input, { frame, node, component, step, usage, aborted });
        const { outputs, port = 'out' } = await context.run();
        Object.assign(step, { status: 'succeeded', outputs, port, failure: null, awaits: null });
        return;
      } catch (error) {
        const isOurs = [RunFailed, StoreFailed, Paused].some((kind) => error instanceof kind);
        if (isOurs || signal.aborted) throw error;
        aborted.throwIfAborted();
        step.failure = asFailure(error);
        const isFinal = error instanceof StepError && error.isFinal;
        if (isFinal || step.attempts > node.retries) {
          step.status = 'failed';
          return;
        }
        await delay(node.retryDelaySeconds * 1_000, aborted);
      } finally {
        step.tokens += usage.tokens;
        step.price += usage.price;
      }
    }
  }

  async function runBody(
    outer: Frame,
    step: Step,
    round: number,
    locals: Record<string, Json>,
    result: string,
  ): Promise<Json> {
    const key = `${step.key}:${round}`;
    const done = steps.get(`${key}/${resultNode}`);
    if (done) return done.outputs.value ?? null;
    const frame = openFrame(key, planOf(step.nodeId), { nodeId: step.nodeId, locals, outer }, steps);
    if (!(await runFrame(frame))) throw new Paused();
    const value = result === '' ? null : fillValue(result, lookupIn(frame)).value;
    const ended: Step = {
      ...step,
      key: `${key}/${resultNode}`,
      frame: key,
      nodeId: resultNode,
      status: 'succeeded',
      outputs: { value },
      inputs: {},
      journal: {},
      citations: [],
    };
    const inside = [...steps.values()].filter((one) => one.frame === key || one.frame.startsWith(`${key}/`));
    for (const place of Object.keys(state.visits))
      if (place.startsWith(`${key}/`)) delete state.visits[place];
    steps.set(ended.key, ended);
    await commit(
      [ended],
      inside.map((one) => one.key),
    );
    return value;
  }

  /** Returns false where something in it waits for a person, and nothing else is left to do. */
  async function runFrame(frame: Frame): Promise<boolean> {
    const failing = new AbortController();
    const aborted = AbortSignal.any([signal, failing.signal]);
    const running = new Map<string, Promise<void>>();
    let failure: unknown;
    const start = (node: FlowNode, step: Step) =>
      running.set(
        node.id,
        runStep(frame, node, step, aborted)
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
    // What was under way when the run was interrupted, or waited and was answered since.
    for (const step of frame.current.values()) {
      const node = byId.get(step.nodeId);
      const holdsWaiting = step.status === 'waiting' && components.get(node?.component ?? '')?.holds === 'body';
      if (node && (step.status === 'running' || holdsWaiting)) start(node, Object.assign(step, { status: 'running' }));
    }
    while (failure === undefined) {
      const { ready, isTaken } = survey(frame.plan, frame.current);
      const chosen = input.onlyNode === undefined ? ready : ready.filter(({ id }) => id === input.onlyNode);
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
        if (!back || input.onlyNode !== undefined) return true;
        const step = await goBack(frame, back);
        start(byId.get(back.target) as FlowNode, step);
      }
    }
    await Promise.allSettled(running.values());
    throw failure;
  }

  /** Starts a node over, with everything after it. */
  async function goBack(frame: Frame, edge: FlowEdge): Promise<Step> {
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
    await commit([...changed, step]);
    return step;
  }

  try {
    const root = openFrame('', planOf(null), undefined, steps);
    if (await runFrame(root)) return { status: 'finished' };
    return { status: 'waiting', steps: [...steps.values()].filter((step) => step.awaits !== null) };
  } catch (error) {
    if (error instanceof StoreFailed) throw error.cause;
    if (!(error instanceof RunFailed)) throw error;
    return { status: 'failed', failure: error.failure, nodeId: error.nodeId };
  }
}
