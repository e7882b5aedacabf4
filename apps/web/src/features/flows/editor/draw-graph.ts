import type { FlowEdge, FlowGraph, FlowStep } from '@lectern/contract';
import { type Edge, MarkerType } from '@xyflow/react';
import { type Components, portsOf } from './graph-edits.ts';
import type { CanvasNode, NodeData } from './node-card.tsx';

export type CanvasState = {
  components: Components;
  /** Words of the problems, by node. */
  problems: ReadonlyMap<string, string[]>;
  /** The latest step of each node of the run that is shown. */
  steps: ReadonlyMap<string, FlowStep>;
  breakpoints: readonly string[];
};

export type CanvasTexts = {
  errorPort: string;
  /** What a screen reader says of a node. */
  node: (node: { name: string; component: string; problems: string[]; step: FlowStep | undefined }) => string;
  edge: (from: string, to: string) => string;
};

const noProblems: string[] = [];

/**
 * Draws nodes, and gives back the same object for a node that is as it was: the canvas draws only what changed, however
 * large the flow is.
 */
export function createNodeDrawer() {
  const drawn = new Map<string, { from: readonly unknown[]; node: CanvasNode }>();
  return (
    graph: FlowGraph,
    { components, problems, steps, breakpoints }: CanvasState,
    texts: CanvasTexts,
    onResize: NodeData['onResize'],
  ): CanvasNode[] => {
    const stops = new Set(breakpoints);
    const nodes = graph.nodes.map((node): CanvasNode => {
      const component = components.get(node.component);
      const words = problems.get(node.id) ?? noProblems;
      const step = steps.get(node.id);
      const hasBreakpoint = stops.has(node.id);
      const from = [node, component, words.join('\n'), step, hasBreakpoint, texts, onResize];
      const before = drawn.get(node.id);
      if (before?.from.every((value, i) => value === from[i])) return before.node;
      const type = component?.holdsNodes ? 'body' : component?.isNote ? 'note' : 'step';
      const made: CanvasNode = {
        id: node.id,
        type,
        position: node.position,
        ariaLabel: texts.node({
          name: node.name,
          component: component?.name ?? node.component,
          problems: words,
          step,
        }),
        ...(node.parentId === null ? {} : { parentId: node.parentId }),
        ...(node.size ? { width: node.size.width, height: node.size.height } : {}),
        ...(type === 'body' ? { zIndex: -1 } : {}),
        data: {
          node,
          component,
          ports: component ? portsOf(component, node, texts.errorPort) : [{ id: 'out', label: '' }],
          problems: words,
          step,
          hasBreakpoint,
          onResize,
        },
      };
      drawn.set(node.id, { from, node: made });
      return made;
    });
    return parentsFirst(nodes);
  };
}

/** The canvas wants a parent before what it holds. */
function parentsFirst(nodes: CanvasNode[]): CanvasNode[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const depth = ({ parentId }: CanvasNode): number => {
    const parent = parentId === undefined ? undefined : byId.get(parentId);
    return parent ? depth(parent) + 1 : 0;
  };
  return nodes
    .map((node) => ({ node, at: depth(node) }))
    .sort((a, b) => a.at - b.at)
    .map(({ node }) => node);
}

/** What is shown, with the selection; nodes that did not change stay the same objects, also where they are dragged. */
export function mergeNodes(
  before: CanvasNode[],
  drawn: CanvasNode[],
  selected: readonly string[],
): CanvasNode[] {
  const chosen = new Set(selected);
  const known = new Map(before.map((node) => [node.id, node]));
  return drawn.map((node) => {
    const old = known.get(node.id);
    const isSelected = chosen.has(node.id);
    if (old && old.data === node.data && (old.selected ?? false) === isSelected) return old;
    if (old && old.data === node.data) return { ...old, selected: isSelected };
    return { ...old, ...node, selected: isSelected };
  });
}

export function drawEdge(
  { id, source, port, target }: FlowEdge,
  steps: CanvasState['steps'],
  label: string,
): Edge {
  const taken = steps.get(source)?.port === port && steps.has(target);
  return {
    id,
    source,
    target,
    sourceHandle: port,
    targetHandle: 'in',
    ariaLabel: label,
    animated: steps.get(target)?.status === 'running',
    markerEnd: { type: MarkerType.ArrowClosed, width: 16, height: 16 },
    ...(taken ? { style: { stroke: 'var(--mantine-color-teal-6)', strokeWidth: 2 } } : {}),
  };
}
