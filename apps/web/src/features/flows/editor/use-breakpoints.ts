import type { FlowGraph } from '@lectern/contract';
import { useLocalStorage } from '@mantine/hooks';
import { useCallback, useMemo } from 'react';

/** Nodes before which runs of the editor stop. They are the person's own, not the flow's, and stay in this browser. */
export function useBreakpoints(flowId: string, { nodes }: FlowGraph) {
  const [stored, setStored] = useLocalStorage<string[]>({
    key: `flow-breakpoints:${flowId}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const ids = useMemo(() => stored.filter((id) => nodes.some((node) => node.id === id)), [stored, nodes]);
  const key = ids.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same ones for as long as they name the same nodes.
  const list = useMemo(() => ids, [key]);
  const toggle = useCallback(
    (id: string) =>
      setStored((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id])),
    [setStored],
  );
  return { list, toggle };
}
