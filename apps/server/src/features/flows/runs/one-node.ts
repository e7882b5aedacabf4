import type { BodyOf, FlowGraph, startFlowRun } from '@lectern/contract';
import type { RunState, Step } from '@lectern/flow';

type OnlyNode = NonNullable<BodyOf<typeof startFlowRun>['onlyNode']>;

/** What a run of one node remembers of an earlier run: what was said and assigned, not what it used. */
export function continueMemory(
  begun: RunState,
  { question, history, variables, inputs }: RunState,
): RunState {
  return { ...begun, question: begun.question || question, history, variables, inputs };
}

/** The steps before the node: those of an earlier run, with what the person put in their place. */
export function prepareOneNode(graph: FlowGraph, earlier: Step[], { nodeId, outputs }: OnlyNode): Step[] {
  const steps = earlier.filter((step) => step.nodeId !== nodeId && step.frame === '' && step.awaits === null);
  const given = graph.nodes.filter(({ id }) => id !== nodeId && Object.hasOwn(outputs, id));
  for (const { id } of given) {
    const step = steps.find((one) => one.nodeId === id && !one.stale) ?? newStep(id);
    if (!steps.includes(step)) steps.push(step);
    // By the way that leads to the node, whichever the earlier run took.
    const way = graph.edges.find(({ source, target }) => source === id && target === nodeId);
    Object.assign(step, {
      status: 'succeeded',
      failure: null,
      outputs: { ...step.outputs, ...outputs[id] },
      ...(way ? { port: way.port } : {}),
    });
  }
  return steps;
}

const newStep = (nodeId: string): Step => ({
  key: `${nodeId}#1`,
  frame: '',
  nodeId,
  visit: 1,
  status: 'succeeded',
  stale: false,
  via: null,
  port: 'out',
  inputs: {},
  outputs: {},
  citations: [],
  failure: null,
  awaits: null,
  attempts: 1,
  journal: {},
  tokens: 0,
  price: 0,
  models: [],
  startedAt: Date.now(),
  finishedAt: Date.now(),
});
