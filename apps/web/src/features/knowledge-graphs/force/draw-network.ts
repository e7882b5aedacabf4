import { UndirectedGraph } from 'graphology';
import Sigma from 'sigma';
import {
  colourCommunity,
  colourTypes,
  faintColour,
  faintLineColour,
  labelColour,
  labelGround,
  lineColour,
  type Scheme,
  strongLineColour,
} from '../palette.ts';
import { collectLabels, drawNamed } from './draw-label.ts';
import { densityOf, listNeighbours, type Network, placeAround, placeNodes, sizeOf } from './network.ts';
import { runLayout } from './run-layout.ts';

/** Everything that changes in an existing drawing. Entities by their ids. */
export type View = {
  colourBy: 'type' | 'community';
  types: readonly string[];
  hiddenTypes: ReadonlySet<string>;
  selected: string | undefined;
  focused: string | undefined;
  scheme: Scheme;
  onSelect: (id: string | undefined) => void;
  onFocus: (id: string) => void;
};

export type Drawing = {
  /** Shows what `view` says now. */
  refresh: () => void;
  /** Places the neighbourhood that `view` focuses on by itself, or everything as it was. */
  focus: () => void;
  /** Moves to an entity. */
  reveal: (id: string) => void;
  zoomIn: () => void;
  zoomOut: () => void;
  fit: () => void;
  end: () => void;
};

/** Neighbours that are all named; of more, those whose names find room. */
const mostNamed = 24;
const neighbourhoodBox = { x: [-2.2, 2.2], y: [-2.2, 2.2] } as { x: [number, number]; y: [number, number] };

/** Draws a network by WebGL and lays it out; `view` is read at every look, so that it may change. */
export function drawNetwork(
  container: HTMLElement,
  network: Network,
  view: { readonly current: View },
  still: boolean,
): Drawing {
  const { nodes, edges } = network;
  const neighbours = listNeighbours(network);
  const placeOf = new Map(nodes.map(({ id }, n) => [id, n]));
  const crowd = densityOf(nodes.length, container.clientWidth);
  const graph = buildGraph(network, crowd);
  const rest = Float32Array.from(placeNodes(network).flatMap(({ x, y }) => [x, y]));
  let hovered: string | undefined;

  const near = (id: string, other: string) => {
    const [a, b] = [placeOf.get(id), placeOf.get(other)];
    return a !== undefined && b !== undefined && (a === b || neighbours[a]?.has(b) === true);
  };
  const isShown = (id: string) => {
    const node = nodes[placeOf.get(id) ?? -1];
    const { hiddenTypes, focused } = view.current;
    return node !== undefined && !hiddenTypes.has(node.type) && (focused === undefined || near(focused, id));
  };
  /** What the light falls on: the rest is faint. */
  const lit = () => {
    const middle = hovered ?? view.current.selected;
    return middle !== undefined && isShown(middle) ? middle : undefined;
  };

  const names = collectLabels();
  const sigma = new Sigma(graph, container, {
    labelFont: 'Inter Variable, Inter, system-ui, sans-serif',
    labelSize: 13,
    labelWeight: '500',
    // More than find room: which are drawn is decided over all of them.
    labelDensity: 2,
    labelRenderedSizeThreshold: 7 * crowd,
    hideEdgesOnMove: edges.length > 6_000,
    zIndex: true,
    minCameraRatio: 0.03,
    maxCameraRatio: 4,
    defaultDrawNodeLabel: (_, name) => names.add(name),
    defaultDrawNodeHover: (context, data, settings) => {
      const { scheme } = view.current;
      drawNamed(context, data, settings, { ground: labelGround[scheme], text: labelColour[scheme] });
    },
    nodeReducer: (id, data) => {
      const { scheme, colourBy, types, selected } = view.current;
      const node = nodes[placeOf.get(id) ?? -1];
      if (!node || !isShown(id)) return { ...data, hidden: true };
      const middle = lit();
      const faint = middle !== undefined && !near(middle, id);
      const bound = middle === undefined ? 0 : (neighbours[placeOf.get(middle) ?? -1]?.size ?? 0);
      const colour =
        colourBy === 'type'
          ? colourTypes(types, scheme).get(node.type)
          : colourCommunity(node.community, scheme);
      return {
        ...data,
        color: faint ? faintColour[scheme] : colour,
        label: faint ? '' : data.label,
        highlighted: id === selected,
        forceLabel: middle !== undefined && !faint && bound <= mostNamed,
        zIndex: faint ? 0 : id === selected ? 2 : 1,
      };
    },
    edgeReducer: (edge, data) => {
      const { scheme } = view.current;
      const [a, b] = graph.extremities(edge);
      if (!isShown(a) || !isShown(b)) return { ...data, hidden: true };
      const middle = lit();
      if (middle === a || middle === b)
        return { ...data, color: strongLineColour[scheme], size: data.size + 0.6, zIndex: 1 };
      const color = middle === undefined ? lineColour(scheme, edges.length) : faintLineColour(scheme);
      return { ...data, color, zIndex: 0 };
    },
  });
  sigma.on('afterRender', () => {
    const context = sigma.getCanvases().labels?.getContext('2d');
    const { scheme } = view.current;
    const colours = { ground: labelGround[scheme], text: labelColour[scheme] };
    if (context) names.draw(context, sigma.getSettings(), colours, sigma.getDimensions());
  });
  const camera = sigma.getCamera();
  const refresh = () => {
    sigma.refresh({ skipIndexation: true });
  };
  const hover = (id: string | undefined) => {
    hovered = id;
    container.style.cursor = id === undefined ? '' : 'pointer';
    refresh();
  };
  sigma.on('enterNode', ({ node }) => hover(node));
  sigma.on('leaveNode', () => hover(undefined));
  sigma.on('clickNode', ({ node }) => view.current.onSelect(node));
  sigma.on('clickStage', () => view.current.onSelect(undefined));
  sigma.on('doubleClickNode', ({ node, preventSigmaDefault }) => {
    preventSigmaDefault();
    view.current.onFocus(node);
  });

  const putAtRest = () => {
    graph.updateEachNodeAttributes(
      (id, attributes) => {
        const n = placeOf.get(id) ?? 0;
        return { ...attributes, x: rest[2 * n], y: rest[2 * n + 1] };
      },
      { attributes: ['x', 'y'] },
    );
  };
  const communities = nodes.map(({ community }) => community);
  const radii = nodes.map(({ id }) => graph.getNodeAttribute(id, 'size') as number);
  const room = { width: container.clientWidth, height: container.clientHeight };
  const stop = runLayout({ positions: rest, edges, communities, radii, room }, ({ positions, done }) => {
    rest.set(positions);
    // With reduced motion only the final layout is shown; a neighbourhood is not animated.
    if ((done || !still) && view.current.focused === undefined) putAtRest();
  });

  const duration = still ? 0 : 250;
  return {
    refresh,
    focus: () => {
      const middle = placeOf.get(view.current.focused ?? '');
      sigma.setCustomBBox(middle === undefined ? null : neighbourhoodBox);
      if (middle === undefined) putAtRest();
      else
        for (const [n, place] of placeAround(middle, [...(neighbours[middle] ?? [])], network))
          graph.mergeNodeAttributes(nodes[n]?.id, place);
      sigma.refresh();
      void camera.animatedReset({ duration: 0 });
    },
    reveal: (id) => {
      const at = sigma.getNodeDisplayData(id);
      if (at) void camera.animate({ x: at.x, y: at.y, ratio: Math.min(camera.ratio, 0.5) }, { duration });
    },
    zoomIn: () => void camera.animatedZoom({ duration }),
    zoomOut: () => void camera.animatedUnzoom({ duration }),
    fit: () => void camera.animatedReset({ duration }),
    end: () => {
      stop();
      sigma.kill();
    },
  };
}

function buildGraph(network: Network, crowd: number): UndirectedGraph {
  const { nodes, edges } = network;
  const places = placeNodes(network);
  const mostRank = nodes.reduce((most, { rank }) => Math.max(most, rank), 0);
  const mostWeight = edges.reduce((most, { weight }) => Math.max(most, weight), 0.001);
  const graph = new UndirectedGraph();
  nodes.forEach((node, n) => {
    graph.addNode(node.id, { ...places[n], size: sizeOf(node, mostRank) * crowd, label: node.name });
  });
  for (const { source, target, weight } of edges)
    graph.mergeEdge(nodes[source]?.id, nodes[target]?.id, { size: 0.4 + 2 * (weight / mostWeight) });
  return graph;
}

/** Whether this browser can draw it at all. */
export function canDraw(): boolean {
  const probe = document.createElement('canvas');
  return (probe.getContext('webgl2') ?? probe.getContext('webgl')) !== null;
}
