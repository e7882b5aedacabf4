import type { FlowGraph } from '@lectern/contract';
import { flowComponents } from '../components/index.ts';
import { answerStep, runFlow } from '../engine/run-flow.ts';
import type { FlowRunInput, RunEnd } from '../engine/run-input.ts';
import { type Change, newRunState, type RunEvent, type RunState, type Step } from '../engine/state.ts';
import type { FlowServices } from '../services.ts';

export { drawGraph as graphOf } from '../graph/draw-graph.ts';

/** Services that fail where a test did not script them. */
export function scriptedServices(given: Partial<FlowServices> = {}): FlowServices {
  const missing = (name: string) => () => Promise.reject(new Error(`${name} is not scripted`));
  return {
    ask: () => async () => undefined,
    write: missing('write'),
    converse: async () => undefined,
    retrieve: missing('retrieve'),
    askAssistant: missing('askAssistant'),
    loadFlow: missing('loadFlow'),
    fetch: missing('fetch'),
    readSecret: missing('readSecret'),
    listMcpTools: missing('listMcpTools'),
    callMcpTool: missing('callMcpTool'),
    mayConsent: async () => true,
    askTables: missing('askTables'),
    querySql: missing('querySql'),
    sendMail: missing('sendMail'),
    runCode: missing('runCode'),
    ...given,
  };
}

/** What a database would hold of a run. */
export type StoredRun = {
  steps: Map<string, Step>;
  state: RunState;
  trace: Map<string, Step>;
  commits: number;
};

export function newStoredRun(graph: FlowGraph, question = ''): StoredRun {
  return { steps: new Map(), state: newRunState(graph, { question }), trace: new Map(), commits: 0 };
}

/** The process dies at this commit, before or after it was written. */
export class Killed extends Error {}

/** Continues a stored run in a new process, as it were: nothing but what was committed is known. */
export async function continueRun(
  graph: FlowGraph,
  stored: StoredRun,
  options: Partial<FlowRunInput> & {
    give?: Partial<FlowServices>;
    answer?: Parameters<typeof answerStep>[2];
    killAt?: { commit: number; written: boolean };
  } = {},
): Promise<{ end: RunEnd; events: RunEvent[] }> {
  const { give, answer, killAt, ...input } = options;
  const steps = structuredClone(stored.steps);
  const state = structuredClone(stored.state);
  const events: RunEvent[] = [];
  if (answer) {
    const waiting = [...steps.values()].find(({ awaits }) => awaits !== null) as Step;
    answerStep({ steps, state }, waiting, answer);
  }
  const write = ({ steps: changed, replaced, state: next }: Change) => {
    for (const step of changed) {
      stored.steps.set(step.key, structuredClone(step));
      stored.trace.set(step.key, structuredClone(step));
    }
    for (const key of replaced) stored.steps.delete(key);
    stored.state = structuredClone(next);
  };
  if (answer) write({ steps: [...steps.values()], replaced: [], state });
  const end = await runFlow({
    graph,
    components: flowComponents,
    steps,
    state,
    store: {
      commit: async (change) => {
        stored.commits++;
        const isLast = killAt !== undefined && stored.commits >= killAt.commit;
        if (!isLast || killAt.written) write(change);
        if (isLast) throw new Killed();
      },
    },
    services: () => scriptedServices(give),
    signal: new AbortController().signal,
    language: 'en',
    runId: 'run',
    on: (event) => events.push(structuredClone(event)),
    delay: async () => {},
    random: () => 0,
    ...input,
  });
  return { end, events };
}

/** Runs a new flow until it ends or waits. */
export async function runTestFlow(
  graph: FlowGraph,
  question: string,
  options: Parameters<typeof continueRun>[2] = {},
) {
  const stored = newStoredRun(graph, question);
  return { stored, ...(await continueRun(graph, stored, options)) };
}

export const postsOf = ({ state }: StoredRun) => state.posts.map(({ text }) => text);
