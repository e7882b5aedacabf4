import type { FlowGraph } from '@lectern/contract';
import type { Components } from './graph-edits.ts';

export const nodeWidth = 240;
const nodeHeight = 96;

/** Lays the nodes of the flow out from left to right; what bodies hold stays where it is. */
export async function layOut(graph: FlowGraph, components: Components): Promise<FlowGraph> {
  const { default: Elk } = await import('elkjs/lib/elk.bundled.js');
  const top = graph.nodes.filter((node) => node.parentId === null && !components.get(node.component)?.isNote);
  const ids = new Set(top.map(({ id }) => id));
  const result = await new Elk().layout({
    id: 'flow',
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.direction': 'RIGHT',
      'elk.layered.spacing.nodeNodeBetweenLayers': '90',
      'elk.spacing.nodeNode': '40',
      'elk.layered.cycleBreaking.strategy': 'DEPTH_FIRST',
    },
    children: top.map(({ id, size }) => ({
      id,
      width: size?.width ?? nodeWidth,
      height: size?.height ?? nodeHeight,
    })),
    edges: graph.edges
      .filter(({ source, target }) => ids.has(source) && ids.has(target))
      .map(({ id, source, target }) => ({ id, sources: [source], targets: [target] })),
  });
  const places = new Map(result.children?.map(({ id, x = 0, y = 0 }) => [id, { x, y }]));
  return {
    ...graph,
    nodes: graph.nodes.map((node) => ({ ...node, position: places.get(node.id) ?? node.position })),
  };
}
