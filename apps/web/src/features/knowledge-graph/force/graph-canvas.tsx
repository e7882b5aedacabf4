import { useComputedColorScheme } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { UndirectedGraph } from 'graphology';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import Sigma from 'sigma';
import {
  colourCommunity,
  colourTypes,
  faintColour,
  labelColour,
  labelGround,
  lineColour,
  strongLineColour,
} from '../palette.ts';
import { drawNamed } from './draw-label.ts';
import classes from './force.module.css';
import { listNeighbours, type Network, placeNodes, sizeOf } from './network.ts';
import { runLayout } from './run-layout.ts';

export type Camera = { zoomIn: () => void; zoomOut: () => void; fit: () => void };

type GraphCanvasProps = {
  network: Network;
  /** What the picture says to a screen reader. */
  label: string;
  colourBy: 'type' | 'community';
  types: readonly string[];
  hiddenTypes: ReadonlySet<string>;
  /** Ids. */
  selected: string | undefined;
  focused: string | undefined;
  onSelect: (id: string | undefined) => void;
  onFocus: (id: string) => void;
  camera: Ref<Camera>;
};

/** The network drawn by WebGL. Entities are chosen by the pointer here; the list has them for the keyboard. */
export function GraphCanvas({
  network,
  label,
  colourBy,
  types,
  hiddenTypes,
  selected,
  focused,
  onSelect,
  onFocus,
  camera,
}: GraphCanvasProps) {
  const container = useRef<HTMLDivElement>(null);
  const sigma = useRef<Sigma>(null);
  const hovered = useRef<string>(undefined);
  const scheme = useComputedColorScheme('light');
  const still = useReducedMotion();
  // What reducers and listeners read: the drawing is made once for a network, and looks here for all that changes.
  const view = useRef({ colourBy, types, hiddenTypes, selected, focused, scheme, onSelect, onFocus });
  view.current = { colourBy, types, hiddenTypes, selected, focused, scheme, onSelect, onFocus };

  useEffect(() => {
    if (!container.current) return;
    const places = placeNodes(network);
    const neighbours = listNeighbours(network);
    const placeOf = new Map(network.nodes.map(({ id }, n) => [id, n]));
    const mostRank = network.nodes.reduce((most, { rank }) => Math.max(most, rank), 0);
    const mostWeight = network.edges.reduce((most, { weight }) => Math.max(most, weight), 0);
    const graph = new UndirectedGraph();
    network.nodes.forEach((node, n) => {
      graph.addNode(node.id, { ...places[n], size: sizeOf(node, mostRank), label: node.name });
    });
    for (const { source, target, weight } of network.edges)
      graph.mergeEdge(network.nodes[source]?.id, network.nodes[target]?.id, {
        size: 0.4 + 2 * (weight / Math.max(mostWeight, 0.001)),
      });

    const near = (id: string, other: string) => {
      const [a, b] = [placeOf.get(id), placeOf.get(other)];
      return a !== undefined && b !== undefined && (a === b || neighbours[a]?.has(b) === true);
    };
    const isShown = (id: string) => {
      const node = network.nodes[placeOf.get(id) ?? -1];
      const { hiddenTypes: hidden, focused: middle } = view.current;
      return node !== undefined && !hidden.has(node.type) && (middle === undefined || near(middle, id));
    };
    const lit = () => hovered.current ?? view.current.selected;

    const drawing = new Sigma(graph, container.current, {
      labelFont: 'Inter Variable, Inter, system-ui, sans-serif',
      labelSize: 13,
      labelWeight: '500',
      labelDensity: 0.6,
      labelRenderedSizeThreshold: 7,
      labelColor: { attribute: 'labelColour' },
      hideEdgesOnMove: network.edges.length > 6_000,
      zIndex: true,
      minCameraRatio: 0.03,
      maxCameraRatio: 4,
      defaultDrawNodeHover: (context, data, settings) => {
        const { scheme: now } = view.current;
        drawNamed(context, data, settings, { ground: labelGround[now], text: labelColour[now] });
      },
      nodeReducer: (id, data) => {
        const { scheme: now, colourBy: by, types: known, selected: chosen } = view.current;
        if (!isShown(id)) return { ...data, hidden: true };
        const node = network.nodes[placeOf.get(id) as number] as Network['nodes'][number];
        const colour =
          by === 'type' ? colourTypes(known, now).get(node.type) : colourCommunity(node.community, now);
        const middle = lit();
        const faint = middle !== undefined && isShown(middle) && !near(middle, id);
        return {
          ...data,
          color: faint ? faintColour[now] : colour,
          labelColour: labelColour[now],
          label: faint ? '' : data.label,
          highlighted: id === chosen,
          forceLabel:
            middle !== undefined && !faint && network.nodes.length > 40 && near(middle, id) && data.size > 5,
          zIndex: faint ? 0 : id === chosen ? 2 : 1,
        };
      },
      edgeReducer: (edge, data) => {
        const { scheme: now } = view.current;
        const [a, b] = graph.extremities(edge);
        if (!isShown(a) || !isShown(b)) return { ...data, hidden: true };
        const middle = lit();
        const touches = middle === a || middle === b;
        const faint = middle !== undefined && isShown(middle) && !touches;
        return {
          ...data,
          color: touches ? strongLineColour[now] : faint ? faintColour[now] : lineColour[now],
          size: touches ? data.size + 0.6 : data.size,
          zIndex: touches ? 1 : 0,
        };
      },
    });
    sigma.current = drawing;
    drawing.on('enterNode', ({ node }) => {
      hovered.current = node;
      drawing.getContainer().style.cursor = 'pointer';
      drawing.refresh({ skipIndexation: true });
    });
    drawing.on('leaveNode', () => {
      hovered.current = undefined;
      drawing.getContainer().style.cursor = '';
      drawing.refresh({ skipIndexation: true });
    });
    drawing.on('clickNode', ({ node }) => view.current.onSelect(node));
    drawing.on('clickStage', () => view.current.onSelect(undefined));
    drawing.on('doubleClickNode', ({ node, preventSigmaDefault }) => {
      preventSigmaDefault();
      view.current.onFocus(node);
    });

    const stop = runLayout(
      { positions: Float32Array.from(places.flatMap(({ x, y }) => [x, y])), edges: network.edges },
      ({ positions, done }) => {
        // Who wants no motion sees where it comes to rest.
        if (still && !done) return;
        graph.updateEachNodeAttributes(
          (id, attributes) => {
            const n = placeOf.get(id) as number;
            return { ...attributes, x: positions[2 * n], y: positions[2 * n + 1] };
          },
          { attributes: ['x', 'y'] },
        );
      },
    );
    return () => {
      stop();
      sigma.current = null;
      drawing.kill();
    };
  }, [network, still]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the reducers read these from `view`.
  useEffect(() => {
    sigma.current?.refresh({ skipIndexation: true });
  }, [colourBy, types, hiddenTypes, selected, focused, scheme]);

  useEffect(() => {
    const drawing = sigma.current;
    const at = selected === undefined ? undefined : drawing?.getNodeDisplayData(selected);
    if (!drawing || !at) return;
    const state = drawing.getCamera().getState();
    void drawing
      .getCamera()
      .animate({ x: at.x, y: at.y, ratio: Math.min(state.ratio, 0.5) }, { duration: still ? 0 : 400 });
  }, [selected, still]);

  useImperativeHandle(camera, () => {
    const moved = () => sigma.current?.getCamera();
    const duration = still ? 0 : 250;
    return {
      zoomIn: () => void moved()?.animatedZoom({ duration }),
      zoomOut: () => void moved()?.animatedUnzoom({ duration }),
      fit: () => void moved()?.animatedReset({ duration }),
    };
  }, [still]);

  return <div ref={container} className={classes.canvas} role="img" aria-label={label} />;
}

/** Whether this browser can draw it at all. */
export function canDraw(): boolean {
  const probe = document.createElement('canvas');
  return (probe.getContext('webgl2') ?? probe.getContext('webgl')) !== null;
}
