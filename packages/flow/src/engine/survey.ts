import type { FlowEdge, FlowNode } from '@lectern/contract';
import type { Plan } from '../graph/plan.ts';
import type { Step } from './state.ts';

type EdgeState = 'open' | 'taken' | 'dead';

export type Survey = {
  /** Nodes whose turn it is. */
  ready: FlowNode[];
  /** Nodes that are passed by: every way to them is decided, and none was taken. */
  skipped: ReadonlySet<string>;
  /** Whether a step left its node by this edge. */
  isTaken: (edge: FlowEdge) => boolean;
};

/**
 * What can run next. A node runs when every way to it is decided and at least one was taken: so branches join without
 * a node for it, and a branch that was not chosen holds nothing up.
 */
export function survey(plan: Plan, current: ReadonlyMap<string, Step>): Survey {
  const skipped = new Set<string>();

  function stateOf(edge: FlowEdge): EdgeState {
    if (skipped.has(edge.source) || !plan.reachable.has(edge.source)) return 'dead';
    const step = current.get(edge.source);
    if (!step || step.status === 'running' || step.status === 'waiting' || step.port === null) return 'open';
    return step.port === edge.port ? 'taken' : 'dead';
  }

  const waysTo = ({ id }: FlowNode) => (plan.incoming.get(id) ?? []).filter((edge) => !plan.back.has(edge));
  const ready: FlowNode[] = [];
  const undecided = new Set(plan.nodes.filter(({ id }) => plan.reachable.has(id) && !current.has(id)));
  for (let changed = true; changed; ) {
    changed = false;
    for (const node of undecided) {
      const states = waysTo(node).map(stateOf);
      if (states.includes('open')) continue;
      undecided.delete(node);
      if (plan.entries.has(node.id) || states.includes('taken')) ready.push(node);
      else {
        skipped.add(node.id);
        changed = true;
      }
    }
  }
  return { ready, skipped, isTaken: (edge) => stateOf(edge) === 'taken' };
}
