import type { FlowComponentDescription, FlowGraph, FlowNode, Json } from '@lectern/contract';

export type Components = ReadonlyMap<string, FlowComponentDescription>;
export type Port = { id: string; label: string };
export type Output = { name: string; type: string; description: string };

const bodySize = { width: 460, height: 260 };
const noteSize = { width: 220, height: 120 };

function rowsOf(node: FlowNode, option: string | null | undefined): Record<string, Json>[] {
  const rows = option ? node.options[option] : undefined;
  return Array.isArray(rows) ? (rows as Record<string, Json>[]) : [];
}

/** The ways out of a node, in the order in which the canvas draws them. */
export function portsOf(component: FlowComponentDescription, node: FlowNode, errorLabel: string): Port[] {
  const { ports, portsFrom } = component;
  const ofRows = rowsOf(node, portsFrom?.option).map((row) => ({
    id: String(row.id),
    label: String(row[portsFrom?.label ?? ''] ?? ''),
  }));
  return [...ofRows, ...ports, ...(node.onError === 'route' ? [{ id: 'error', label: errorLabel }] : [])];
}

export function outputsOf(component: FlowComponentDescription, node: FlowNode): Output[] {
  const ofRows = rowsOf(node, component.outputsFrom).map(({ name, label }) => ({
    name: String(name ?? ''),
    type: 'any',
    description: String(label ?? ''),
  }));
  return [...component.outputs, ...ofRows.filter(({ name }) => name !== '')];
}

/** An id that reads well in references: `retrieval_2`. */
export function freeNodeId(graph: FlowGraph, component: string): string {
  const taken = new Set(graph.nodes.map(({ id }) => id));
  const stem = component.replaceAll('-', '_');
  for (let number = 1; ; number++) {
    const id = `${stem}_${number}`;
    if (!taken.has(id)) return id;
  }
}

export function freeNodeName(graph: FlowGraph, name: string): string {
  const taken = new Set(graph.nodes.map((node) => node.name.toLowerCase()));
  if (!taken.has(name.toLowerCase())) return name;
  for (let number = 2; ; number++)
    if (!taken.has(`${name} ${number}`.toLowerCase())) return `${name} ${number}`;
}

export function newNode(
  graph: FlowGraph,
  component: FlowComponentDescription,
  position: { x: number; y: number },
  parentId: string | null = null,
): FlowNode {
  return {
    id: freeNodeId(graph, component.id),
    component: component.id,
    name: freeNodeName(graph, component.name),
    options: structuredClone(component.defaults),
    position,
    ...(component.holdsNodes ? { size: bodySize } : component.isNote ? { size: noteSize } : {}),
    parentId,
    onError: 'stop',
    fallback: '',
    retries: 0,
    retryDelaySeconds: 2,
    timeoutSeconds: 120,
  };
}

export function addNode(graph: FlowGraph, node: FlowNode): FlowGraph {
  return { ...graph, nodes: [...graph.nodes, node] };
}

/** Removes nodes with what they hold, and the edges at them. */
export function removeNodes(graph: FlowGraph, ids: ReadonlySet<string>): FlowGraph {
  const gone = new Set(ids);
  for (let size = -1; size !== gone.size; ) {
    size = gone.size;
    for (const { id, parentId } of graph.nodes) if (parentId !== null && gone.has(parentId)) gone.add(id);
  }
  return {
    ...graph,
    nodes: graph.nodes.filter(({ id }) => !gone.has(id)),
    edges: graph.edges.filter(({ source, target }) => !gone.has(source) && !gone.has(target)),
  };
}

export function changeNode(graph: FlowGraph, id: string, changes: Partial<FlowNode>): FlowGraph {
  return { ...graph, nodes: graph.nodes.map((node) => (node.id === id ? { ...node, ...changes } : node)) };
}

export function connect(
  graph: FlowGraph,
  { source, port, target }: { source: string; port: string; target: string },
): FlowGraph {
  const id = `${source}.${port}-${target}`;
  if (source === target || graph.edges.some((edge) => edge.id === id)) return graph;
  return { ...graph, edges: [...graph.edges, { id, source, port, target }] };
}

/** Whether an edge may be drawn: nothing leads into a beginning, and no edge crosses the border of a body. */
export function mayConnect(
  graph: FlowGraph,
  components: Components,
  { source, target }: { source: string; target: string },
): boolean {
  const [from, to] = [source, target].map((id) => graph.nodes.find((node) => node.id === id));
  if (!from || !to || from.id === to.id) return false;
  return (
    components.get(to.component)?.hasInput !== false &&
    bodyOf(graph, from, components) === bodyOf(graph, to, components)
  );
}

/**
 * Adds a node behind another, by its first way out; a single edge that leaves there then goes on from the new node. What
 * is in the way moves to the right.
 */
export function insertNode(
  graph: FlowGraph,
  components: Components,
  node: FlowNode,
  after: string | undefined,
): FlowGraph {
  const before = graph.nodes.find(({ id }) => id === after);
  const component = before && components.get(before.component);
  const next = addNode(before ? makeRoom(graph, node) : graph, node);
  if (!before || !component || !mayConnect(next, components, { source: before.id, target: node.id }))
    return next;
  const way = portsOf(component, before, '')[0]?.id;
  if (way === undefined) return next;
  const [edge, ...others] = graph.edges.filter(({ source, port }) => source === before.id && port === way);
  if (!edge) return connect(next, { source: before.id, port: way, target: node.id });
  const added = components.get(node.component);
  const port = added && portsOf(added, node, '')[0];
  if (others.length > 0 || !port) return next;
  const open = { ...next, edges: next.edges.filter(({ id }) => id !== edge.id) };
  const led = connect(open, { source: before.id, port: edge.port, target: node.id });
  return connect(led, { source: node.id, port: port.id, target: edge.target });
}

/** Where a new node goes: its place, what holds it, and the node that it follows. */
export type NodePlace = {
  position: { x: number; y: number };
  parentId: string | null;
  after: string | undefined;
};

/** Beside the chosen node; inside it, behind what is there, if it holds nodes. */
export function placeFor(
  graph: FlowGraph,
  components: Components,
  chosen: string | undefined,
  otherwise: { x: number; y: number },
): NodePlace {
  const node = graph.nodes.find(({ id }) => id === chosen);
  if (!node) return { position: otherwise, parentId: null, after: undefined };
  if (!components.get(node.component)?.holdsNodes)
    return {
      position: { x: node.position.x + 320, y: node.position.y },
      parentId: node.parentId,
      after: node.id,
    };
  const last = graph.nodes.filter(({ parentId }) => parentId === node.id).at(-1);
  return last
    ? { position: { x: last.position.x + 280, y: last.position.y }, parentId: node.id, after: last.id }
    : { position: { x: 24, y: 80 }, parentId: node.id, after: undefined };
}

const margin = { right: 270, bottom: 130 };

/** Makes a body as large as what it holds needs, and moves what stands to its right. */
export function growBody(graph: FlowGraph, id: string | null): FlowGraph {
  const body = graph.nodes.find((node) => node.id === id);
  if (!body?.size) return graph;
  const inside = graph.nodes.filter(({ parentId }) => parentId === id);
  const size = {
    width: Math.max(body.size.width, ...inside.map(({ position }) => position.x + margin.right)),
    height: Math.max(body.size.height, ...inside.map(({ position }) => position.y + margin.bottom)),
  };
  const [end, more] = [body.position.x + body.size.width, size.width - body.size.width];
  const nodes = graph.nodes.map((node) =>
    node.parentId === body.parentId && node.position.x >= end
      ? { ...node, position: { ...node.position, x: node.position.x + more } }
      : node,
  );
  return changeNode({ ...graph, nodes }, body.id, { size });
}

type Rectangle = { x: number; y: number; width: number; height: number };

/**
 * Puts a node that was dragged into the body or group under its middle, or out of the one it was in. `places` are
 * rectangles on the canvas, of every node.
 */
export function dropNode(
  graph: FlowGraph,
  components: Components,
  id: string,
  places: ReadonlyMap<string, Rectangle>,
): FlowGraph {
  const node = graph.nodes.find((one) => one.id === id);
  const place = places.get(id);
  if (!node || !place) return graph;
  const [x, y] = [place.x + place.width / 2, place.y + place.height / 2];
  const isInside = (other: FlowNode): boolean =>
    other.id === id || graph.nodes.some((one) => one.id === other.parentId && isInside(one));
  const holder = graph.nodes
    .filter((one) => components.get(one.component)?.holdsNodes && !isInside(one))
    .flatMap((one) => {
      const around = places.get(one.id);
      return around ? [{ id: one.id, around }] : [];
    })
    .filter(
      ({ around }) =>
        x > around.x && y > around.y && x < around.x + around.width && y < around.y + around.height,
    )
    .sort((a, b) => a.around.width * a.around.height - b.around.width * b.around.height)[0];
  const parentId = holder?.id ?? null;
  if (parentId === node.parentId) return graph;
  const { x: left, y: top } = holder?.around ?? { x: 0, y: 0 };
  return changeNode(graph, id, { parentId, position: { x: place.x - left, y: place.y - top } });
}

/** Moves what stands at the place of a new node, and to the right of it, further to the right. */
function makeRoom(graph: FlowGraph, { position, size, parentId: around }: FlowNode): FlowGraph {
  const width = (size?.width ?? 240) + 80;
  const isTaken = graph.nodes.some(
    ({ position: { x, y }, parentId }) =>
      parentId === around && x > position.x - 260 && x < position.x + width && Math.abs(y - position.y) < 110,
  );
  if (!isTaken) return graph;
  return {
    ...graph,
    nodes: graph.nodes.map((node) =>
      node.parentId === around && node.position.x >= position.x - 100
        ? { ...node, position: { ...node.position, x: node.position.x + width } }
        : node,
    ),
  };
}

/** The loop or iteration that runs a node; groups only show nodes together. */
export function bodyOf(graph: FlowGraph, node: FlowNode, components: Components): string | null {
  for (let above = node.parentId; above !== null; ) {
    const parent = graph.nodes.find(({ id }) => id === above);
    if (!parent) return null;
    if (!components.get(parent.component)?.isNote) return parent.id;
    above = parent.parentId;
  }
  return null;
}

/** Nodes whose outputs a node may refer to: those before it, those around it, and those before these. */
export function listEarlier(graph: FlowGraph, nodeId: string): FlowNode[] {
  const found = new Set<string>();
  const queue = [nodeId];
  const byId = new Map(graph.nodes.map((node) => [node.id, node]));
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    const parent = byId.get(at)?.parentId;
    const before = graph.edges.filter(({ target }) => target === at).map(({ source }) => source);
    for (const id of [...before, ...(parent ? [parent] : [])])
      if (!found.has(id)) {
        found.add(id);
        queue.push(id);
      }
  }
  // A body reads what the nodes inside put out.
  for (const { id, parentId } of graph.nodes) if (parentId === nodeId) found.add(id);
  found.delete(nodeId);
  return graph.nodes.filter(({ id }) => found.has(id));
}

/** Copies nodes with new ids and the edges between them; references among them follow. */
export function pasteNodes(
  graph: FlowGraph,
  copied: Pick<FlowGraph, 'nodes' | 'edges'>,
  offset = 40,
): { graph: FlowGraph; ids: string[] } {
  const ids = new Map<string, string>();
  let result = graph;
  for (const node of copied.nodes) {
    const id = freeNodeId(result, node.component);
    ids.set(node.id, id);
    const parentId = ids.get(node.parentId ?? '') ?? null;
    result = addNode(result, {
      ...node,
      id,
      name: freeNodeName(result, node.name),
      parentId,
      position:
        parentId === null ? { x: node.position.x + offset, y: node.position.y + offset } : node.position,
    });
  }
  const renamed = (text: string) =>
    text.replace(/\{\{\s*([\w-]+)\./g, (whole, id: string) => (ids.has(id) ? `{{${ids.get(id)}.` : whole));
  const pasted = new Set(ids.values());
  return {
    ids: [...pasted],
    graph: {
      ...result,
      nodes: result.nodes.map((node) =>
        pasted.has(node.id)
          ? { ...node, options: JSON.parse(renamed(JSON.stringify(node.options))) as FlowNode['options'] }
          : node,
      ),
      edges: [
        ...result.edges,
        ...copied.edges.flatMap((edge) => {
          const [source, target] = [ids.get(edge.source), ids.get(edge.target)];
          return source && target
            ? [{ ...edge, id: `${source}.${edge.port}-${target}`, source, target }]
            : [];
        }),
      ],
    },
  };
}

/** Nodes at other places; the same graph where none moved. */
export function movedTo(graph: FlowGraph, places: ReadonlyMap<string, { x: number; y: number }>): FlowGraph {
  let moved = false;
  const nodes = graph.nodes.map((node) => {
    const place = places.get(node.id);
    if (!place || (place.x === node.position.x && place.y === node.position.y)) return node;
    moved = true;
    return { ...node, position: place };
  });
  return moved ? { ...graph, nodes } : graph;
}
