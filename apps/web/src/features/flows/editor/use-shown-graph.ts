import type { FlowStep } from '@lectern/contract';
import { useMemo } from 'react';
import type { ShownRun } from '../run/use-flow-run.ts';
import type { FlowDraft } from './use-flow-draft.ts';

/** The draft with the run that was started from it, or the graph that a run of the list went through. */
export function useShownGraph(draft: FlowDraft, run: ShownRun) {
  const readOnly = run.isOpened && run.run !== undefined;
  const graph = run.isOpened && run.run ? run.run.graph : draft.graph;
  const steps = useMemo(() => latestSteps(run.steps), [run.steps]);
  return { graph, steps, readOnly };
}

/** The last step of each node. */
function latestSteps(steps: readonly FlowStep[]): Map<string, FlowStep> {
  return new Map(steps.map((step) => [step.nodeId, step]));
}
