import type { FlowEdge, Json } from '@lectern/contract';
import type { Plan } from '../graph/plan.ts';
import type { Step } from './state.ts';

/** The nodes that run together, once: the flow itself, or one round of a body. */
export type Frame = {
  key: string;
  plan: Plan;
  /** The node that holds the frame, with outputs that only the frame sees. */
  holder: { nodeId: string; locals: Record<string, Json>; outer: Frame } | undefined;
  /** The step of each node in this pass. */
  current: Map<string, Step>;
  /** Steps of the pass before, until their nodes run again. */
  stale: Map<string, Step>;
};

export function openFrame(
  key: string,
  plan: Plan,
  holder: Frame['holder'],
  steps: ReadonlyMap<string, Step>,
): Frame {
  const frame: Frame = { key, plan, holder, current: new Map(), stale: new Map() };
  for (const step of steps.values())
    if (step.frame === key) (step.stale ? frame.stale : frame.current).set(step.nodeId, step);
  return frame;
}

/** The step by whose edge the run came to a node: those of all ways that were taken, or the one that led back. */
export function listSources(frame: Frame, step: Step): Step[] {
  const edges = frame.plan.incoming.get(step.nodeId) ?? [];
  if (step.via !== null) {
    const source = edges.find(({ id }) => id === step.via)?.source;
    const found = source === undefined ? undefined : (frame.stale.get(source) ?? frame.current.get(source));
    return found ? [found] : [];
  }
  return edges.filter((edge) => !frame.plan.back.has(edge)).flatMap((edge) => sourceOf(frame, edge));
}

function sourceOf(frame: Frame, edge: FlowEdge): Step[] {
  const step = frame.current.get(edge.source);
  return step?.port === edge.port ? [step] : [];
}
