import type { FlowNode } from '@lectern/contract';
import type { FlowComponent } from '../component.ts';
import type { StepUsage } from '../services.ts';
import { bookUsage, createContext, previewInputs, type RunBody } from './create-context.ts';
import { applyErrorRule, asFailure, RunFailed, StoreFailed } from './failures.ts';
import type { Frame } from './frame.ts';
import type { Run } from './run.ts';
import type { FlowRunInput } from './run-input.ts';
import { hasNested } from './run-nested.ts';
import type { Step, StepFailure } from './state.ts';
import { Paused, StepError } from './step-error.ts';

const apply = (effects: (() => void)[]) => {
  for (const effect of effects) effect();
};

type Placed = { frame: Frame; node: FlowNode; step: Step; aborted: AbortSignal };

/** Runs a step to its end, with its attempts. Returns false where it waits for a person. */
export async function runStep(
  run: Run,
  { frame, node, step, aborted }: Placed,
  runBody: RunBody,
): Promise<boolean> {
  const { input, commit, commitLater, now } = run;
  const { components, state } = input;
  const component = components.get(node.component);
  const begin = performance.now();
  const replaced = frame.stale.get(node.id)?.key;
  const isStop = state.stepping === true || input.breakpoints?.has(node.id) === true;
  if (isStop && step.attempts === 0 && step.journal.$go !== true) {
    const inputs = previewInputs(run, frame, node, component);
    Object.assign(step, { status: 'waiting', awaits: { kind: 'breakpoint' }, inputs });
    await commit([step]);
    return false;
  }
  const effect = component && effectOf(component, node);
  await run.begin(step, effect ?? 'none');
  const effects: (() => void)[] = [];
  try {
    await attemptStep(run, { frame, node, step, aborted, effects }, component, runBody);
  } catch (error) {
    if (!(error instanceof Paused)) throw error;
    apply(effects);
    await commit([step]);
    return false;
  }
  // From here to the commit at one go: another branch may write the state at any other moment.
  apply(effects);
  step.finishedAt = now();
  state.usage.workMs += performance.now() - begin;
  state.usage.tokens += step.tokens;
  state.usage.price += step.price;
  const bodies = component?.holds === 'body' || hasNested(step) ? keysBelow(input, step) : [];
  if (replaced !== undefined) frame.stale.delete(node.id);
  const failed = step.status === 'failed' && !applyErrorRule(node, step);
  // What the person has seen must not be picked or written anew.
  const wasSeen = step.journal.$posted === true;
  const isRepeatable = effect === 'none' && !wasSeen && step.status === 'succeeded';
  const write = isRepeatable ? commitLater : commit;
  await write([step], [...bodies, ...(replaced === undefined ? [] : [replaced])]);
  if (failed) throw new RunFailed(step.failure as StepFailure, node.id);
  return true;
}

const effectOf = ({ effect }: FlowComponent, { options }: FlowNode) =>
  typeof effect === 'function' ? effect(options) : effect;

/** Steps that it held are not needed any more once it has finished. */
const keysBelow = ({ steps }: FlowRunInput, { key }: Step) =>
  [...steps.values()].filter((one) => one.frame.startsWith(`${key}:`)).map((one) => one.key);

async function attemptStep(
  run: Run,
  { frame, node, step, aborted, effects }: Placed & { effects: (() => void)[] },
  component: FlowComponent | undefined,
  runBody: RunBody,
): Promise<void> {
  const { input, delay } = run;
  // Its journal stands for what an interrupted attempt has done.
  for (step.attempts = Math.max(1, step.attempts); ; step.attempts++) {
    const usage: StepUsage = { tokens: 0, price: 0, models: [] };
    try {
      if (!component) throw new StepError('flow.unknown_component', node.component, { isFinal: true });
      const context = createContext(run, { frame, node, component, step, usage, aborted, effects }, runBody);
      const { outputs, port = 'out' } = await context.run();
      effects.push(() =>
        Object.assign(step, { status: 'succeeded', outputs, port, failure: null, awaits: null }),
      );
      return;
    } catch (error) {
      const isOurs = [RunFailed, StoreFailed, Paused].some((kind) => error instanceof kind);
      if (isOurs || input.signal.aborted) throw error;
      aborted.throwIfAborted();
      // What it would have changed goes with it.
      effects.length = 0;
      step.failure = asFailure(error);
      const isFinal = error instanceof StepError && error.isFinal;
      if (isFinal || step.attempts > node.retries) {
        effects.push(() => {
          step.status = 'failed';
        });
        return;
      }
      await delay(node.retryDelaySeconds * 1_000, aborted);
    } finally {
      bookUsage(step, usage);
    }
  }
}
