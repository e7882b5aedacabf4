import type { FlowBounds, FlowGraph } from '@lectern/contract';
import type { FlowComponent } from '../component.ts';
import type { FlowServices, StepUsage } from '../services.ts';
import type { RunEvent, RunState, RunStore, Step, StepFailure } from './state.ts';

export type FlowRunInput = {
  graph: FlowGraph;
  components: ReadonlyMap<string, FlowComponent>;
  /** The current steps, as they were stored last. Changed in place. */
  steps: Map<string, Step>;
  /** Changed in place. */
  state: RunState;
  store: RunStore;
  /** Services for one attempt: where what it uses is counted, and what ends its calls with it. */
  services: (usage: StepUsage, signal: AbortSignal) => FlowServices;
  signal: AbortSignal;
  language: string;
  runId: string;
  on: (event: RunEvent) => void;
  now?: () => number;
  random?: () => number;
  /** Waits before another attempt; replaced in tests. */
  delay?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** What led to work that takes its time is written so long after it begins, so as not to hold it up; 0 in tests. */
  writeAfterMs?: number;
  /** The flows that run this one, with it, outermost first. */
  calledBy?: readonly string[];
  /** The run stops before these nodes. */
  breakpoints?: ReadonlySet<string>;
  /** Runs this node alone, with what the steps before it put out in `steps`. */
  onlyNode?: string;
};

export type RunEnd =
  | { status: 'finished' }
  | { status: 'waiting'; steps: Step[] }
  | { status: 'failed'; failure: StepFailure; nodeId: string };

/** Steps that run at the same time in one flow or body. */
export const mostAtOnce = 5;

/** The first bound that a run has reached. */
export function reachedBound(bounds: FlowBounds, { usage }: RunState): keyof FlowBounds | undefined {
  if (usage.steps >= bounds.steps) return 'steps';
  if (usage.tokens >= bounds.tokens) return 'tokens';
  if (bounds.price !== null && usage.price >= bounds.price) return 'price';
  return usage.workMs >= bounds.minutes * 60_000 ? 'minutes' : undefined;
}
