import type { Flow, FlowGraph } from '@lectern/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Components } from './graph-edits.ts';

/** Problems in words: those of each node, those of its options, and those of the flow as a whole. */
export function useProblemTexts(problems: Flow['problems'], graph: FlowGraph, components: Components) {
  const { t } = useTranslation('flows');
  return useMemo(() => {
    const byNode = new Map<string, string[]>();
    const byOption = new Map<string, Record<string, string>>();
    const ofFlow: string[] = [];
    for (const { code, nodeId, detail } of problems) {
      const node = graph.nodes.find(({ id }) => id === nodeId);
      const option = components
        .get(node?.component ?? '')
        ?.options.find(({ name }) => name === detail?.split('.')[0]);
      const text = t(`problems.${code}` as 'problems.no_entry', { detail: option?.label ?? detail ?? '' });
      if (nodeId === null) ofFlow.push(text);
      else {
        byNode.set(nodeId, [...(byNode.get(nodeId) ?? []), text]);
        if (detail && (code === 'missing_option' || code === 'wrong_option'))
          byOption.set(nodeId, { ...byOption.get(nodeId), [detail]: t(`problems.short.${code}`) });
      }
    }
    return { byNode, byOption, ofFlow };
  }, [problems, graph.nodes, components, t]);
}
