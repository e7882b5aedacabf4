import type { FlowGraph, Json } from '@lectern/contract';
import { joinSourced } from '../graph/references.ts';
import type { PublishedFlow } from '../services.ts';
import { deepestFlows, type NestedInput, type NestedResult } from './nested-flow.ts';
import type { Run } from './run.ts';
import { newRunState, type RunState, type Step } from './state.ts';
import { StepError } from './step-error.ts';

const journalPrefix = '$flow:';
const titleEntry = '$title';

/** What the node of a step is called within a flow that another one runs; null for steps of the run's own flow. */
export function titleOf({ journal }: Pick<Step, 'journal'>): string | null {
  const title = journal[titleEntry];
  return typeof title === 'string' ? title : null;
}

export const hasNested = ({ journal }: Step) =>
  Object.keys(journal).some((name) => name.startsWith(journalPrefix));

/** What is kept in the journal of the outer step. */
type Memory = { tries: number; state: RunState | null };

/**
 * Runs another flow within a step. Its steps are steps of the same run, in a frame of their own, and its state is
 * committed with them: so it goes on after an interruption like the flow around it. It ends where it would wait for
 * another message.
 */
export async function runNested(
  run: Run,
  { node, step, signal }: { node: { id: string }; step: Step; signal: AbortSignal },
  name: string,
  given: NestedInput,
): Promise<NestedResult> {
  const { input, commit } = run;
  const { breakpoints: _, onlyNode: __, calledBy = [], ...shared } = input;
  const { flow } = given;
  checkCall(calledBy, flow);
  const place = `${journalPrefix}${name}`;
  const memory = (step.journal[place] ?? { tries: 0, state: null }) as unknown as Memory;
  const state = memory.state ?? newRunState(flow.graph, given);
  const names = nameSteps(node.id, `${step.key}:${name}.${memory.tries}`, flow.graph);
  const steps = new Map<string, Step>();
  for (const outer of input.steps.values()) {
    const inner = names.toInner(outer);
    if (inner) steps.set(inner.key, inner);
  }
  const booked = { ...state.usage };
  const remember = (next: Memory) => {
    step.journal = { ...step.journal, [place]: structuredClone(next) as unknown as Json };
  };

  const end = await run.runFlow({
    ...shared,
    graph: { ...flow.graph, bounds: narrowBounds(input.graph, input.state, flow.graph, state) },
    steps,
    state,
    calledBy: [...calledBy, flow.id],
    signal,
    runId: `${input.runId}:${step.key}:${name}`,
    store: {
      commit: async ({ steps: changed, replaced, state: next }) => {
        for (const key of ['steps', 'tokens', 'price'] as const) {
          input.state.usage[key] += next.usage[key] - booked[key];
          booked[key] = next.usage[key];
        }
        remember({ tries: memory.tries, state: next });
        const outer = changed.map(names.toOuter);
        for (const one of outer) input.steps.set(one.key, one);
        await commit([step, ...outer], replaced.map(names.keyOf));
      },
    },
    on: (event) => {
      // Those that were committed are told by the commit.
      if (event.type === 'step' && event.step.status === 'running')
        input.on({ type: 'step', step: names.toOuter(event.step) });
    },
  });

  if (end.status === 'failed') {
    // Another attempt begins anew.
    remember({ tries: memory.tries + 1, state: null });
    throw new StepError(end.failure.code, end.failure.detail);
  }
  if (end.status === 'waiting') {
    if (end.steps.some(({ awaits }) => awaits?.kind === 'form'))
      throw new StepError('flow.sub_flow_waits', flow.name, { isFinal: true });
    await commit(end.steps.map((one) => ({ ...names.toOuter(one), status: 'succeeded' })));
  }
  return { ...joinSourced(state.posts), variables: state.variables };
}

/** Throws where the call would never end. */
function checkCall(calledBy: readonly string[], { id, name }: PublishedFlow): void {
  if (calledBy.includes(id)) throw new StepError('flow.calls_itself', name, { isFinal: true });
  if (calledBy.length >= deepestFlows)
    throw new StepError('flow.nested_too_deep', String(deepestFlows), { isFinal: true });
}

/** What is left to the outer flow is the most that the inner one may use. */
function narrowBounds(outer: FlowGraph, { usage }: RunState, inner: FlowGraph, { usage: used }: RunState) {
  const left = (most: number, key: 'steps' | 'tokens' | 'price') => most - usage[key] + used[key];
  const price = outer.bounds.price === null ? null : left(outer.bounds.price, 'price');
  return {
    steps: Math.min(inner.bounds.steps, left(outer.bounds.steps, 'steps')),
    tokens: Math.min(inner.bounds.tokens, left(outer.bounds.tokens, 'tokens')),
    price:
      price === null || inner.bounds.price === null
        ? (price ?? inner.bounds.price)
        : Math.min(price, inner.bounds.price),
    minutes: Math.min(inner.bounds.minutes, outer.bounds.minutes),
  };
}

/** Keys and frames of inner steps as they stand among those of the outer flow. */
function nameSteps(nodeId: string, frame: string, { nodes }: FlowGraph) {
  const titles = new Map(nodes.map(({ id, name }) => [id, name]));
  const prefix = `${frame}/`;
  const keyOf = (key: string) => prefix + key;
  const isOurs = (name: string) => name.startsWith('$');
  return {
    keyOf,
    toOuter: (step: Step): Step => ({
      ...step,
      key: keyOf(step.key),
      frame: step.frame === '' ? frame : keyOf(step.frame),
      nodeId: isOurs(step.nodeId) ? step.nodeId : `${nodeId}/${step.nodeId}`,
      // Nobody can answer it here.
      awaits: null,
      journal: { [titleEntry]: titles.get(step.nodeId) ?? null, ...step.journal },
    }),
    toInner: (step: Step): Step | undefined =>
      step.frame === frame || step.frame.startsWith(prefix)
        ? {
            ...step,
            key: step.key.slice(prefix.length),
            frame: step.frame.slice(prefix.length),
            nodeId: isOurs(step.nodeId) ? step.nodeId : step.nodeId.slice(nodeId.length + 1),
          }
        : undefined,
  };
}
