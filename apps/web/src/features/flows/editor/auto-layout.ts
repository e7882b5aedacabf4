import type { FlowGraph } from '@lectern/contract';
import elkUrl from 'elkjs/lib/elk.bundled.js?url';
import type ElkConstructor from 'elkjs/lib/elk-api';
import type { Components } from './graph-edits.ts';

export const nodeWidth = 240;
const nodeHeight = 96;

/**
 * A script of its own, loaded with its first use: bundled, its format would have every page load a piece more.
 */
async function loadElk(): Promise<typeof ElkConstructor> {
  const page = window as { ELK?: typeof ElkConstructor };
  if (!page.ELK)
    await new Promise((resolve, reject) => {
      const script = document.createElement('script');
      script.src = elkUrl;
      script.onload = resolve;
      script.onerror = reject;
      document.head.append(script);
    });
  return page.ELK as typeof ElkConstructor;
}

/** Lays the nodes of the flow out from left to right; what bodies hold stays where it is. */
export async function layOut(graph: FlowGraph, components: Components): Promise<FlowGraph> {
  const Elk = await loadElk();
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
