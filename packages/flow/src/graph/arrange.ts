import type { FlowGraph, FlowNode } from '@lectern/contract';
import type { FlowComponent } from '../component.ts';
import { type Plan, planBody } from './plan.ts';
import { listPorts } from './ports.ts';

type Components = ReadonlyMap<string, FlowComponent>;
type Size = { width: number; height: number };

const node = { width: 240, height: 96, port: 26 };
const gap = { x: 90, y: 44 };
/** Room for the title of a node that holds others, and around what it holds. */
const margin = { left: 30, top: 70, right: 30, bottom: 30 };

/** Places the nodes from left to right, as far as the editor's own arrangement would; for graphs that no one has drawn. */
export function arrange(graph: FlowGraph, components: Components): FlowGraph {
  const places = new Map<string, { x: number; y: number }>();
  const sizes = new Map<string, Size>();
  const bodies = graph.nodes.filter(({ component }) => components.get(component)?.holds === 'body');
  // What holds others is as large as these: from the innermost outwards.
  for (const body of [...bodies.sort(byDepth(graph)).map(({ id }) => id), null]) {
    const inside = arrangeBody(planBody(graph, body, components), components, sizes, places);
    if (body !== null) sizes.set(body, inside);
  }
  return {
    ...graph,
    nodes: graph.nodes.map((one) => {
      const size = sizes.get(one.id) ?? one.size;
      return { ...one, position: places.get(one.id) ?? one.position, ...(size ? { size } : {}) };
    }),
  };
}

function byDepth({ nodes }: FlowGraph) {
  const parents = new Map(nodes.map(({ id, parentId }) => [id, parentId]));
  const depthOf = (id: string) => {
    let depth = 0;
    for (let above = parents.get(id) ?? null; above !== null; above = parents.get(above) ?? null) depth++;
    return depth;
  };
  return (a: FlowNode, b: FlowNode) => depthOf(b.id) - depthOf(a.id);
}

function arrangeBody(
  plan: Plan,
  components: Components,
  sizes: Map<string, Size>,
  places: Map<string, { x: number; y: number }>,
): Size {
  const layers = listLayers(plan);
  const sizeOf = (one: FlowNode): Size => {
    const component = components.get(one.component);
    const ports = component ? listPorts(component, one).length : 1;
    return (
      sizes.get(one.id) ?? { width: node.width, height: node.height + Math.max(0, ports - 1) * node.port }
    );
  };
  const heights = layers.map((layer) => layer.reduce((sum, one) => sum + sizeOf(one).height + gap.y, -gap.y));
  const tallest = Math.max(0, ...heights);
  let x = margin.left;
  for (const [i, layer] of layers.entries()) {
    let y = margin.top + (tallest - (heights[i] as number)) / 2;
    for (const one of layer) {
      places.set(one.id, { x: Math.round(x), y: Math.round(y) });
      y += sizeOf(one).height + gap.y;
    }
    x += Math.max(...layer.map((one) => sizeOf(one).width)) + gap.x;
  }
  return {
    width: Math.max(400, x - gap.x + margin.right),
    height: Math.max(200, margin.top + tallest + margin.bottom),
  };
}

/** Each node one layer behind the last of those that lead to it; within a layer, in the order of these. */
function listLayers({ nodes, outgoing, incoming, back }: Plan): FlowNode[][] {
  const layerOf = new Map<string, number>();
  const waiting = new Map(
    nodes.map(({ id }) => [id, (incoming.get(id) ?? []).filter((edge) => !back.has(edge)).length]),
  );
  const ready = nodes.filter(({ id }) => waiting.get(id) === 0).map(({ id }) => id);
  for (const id of ready)
    for (const edge of outgoing.get(id) ?? []) {
      if (back.has(edge)) continue;
      layerOf.set(edge.target, Math.max(layerOf.get(edge.target) ?? 0, (layerOf.get(id) ?? 0) + 1));
      const left = (waiting.get(edge.target) ?? 0) - 1;
      waiting.set(edge.target, left);
      if (left === 0) ready.push(edge.target);
    }
  const last = Math.max(0, ...layerOf.values());
  const layers = Array.from({ length: last + 1 }, (_, i) =>
    nodes.filter(({ id }) => (layerOf.get(id) ?? 0) === i),
  );
  const rows = new Map<string, number>();
  return layers.map((layer) => {
    const placeOf = ({ id }: FlowNode) => {
      const above = (incoming.get(id) ?? []).flatMap(({ source }) => rows.get(source) ?? []);
      return above.length === 0 ? 0 : above.reduce((sum, row) => sum + row, 0) / above.length;
    };
    const sorted = [...layer].sort((a, b) => placeOf(a) - placeOf(b));
    for (const [row, { id }] of sorted.entries()) rows.set(id, row - sorted.length / 2);
    return sorted;
  });
}
