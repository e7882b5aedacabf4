import '@xyflow/react/dist/style.css';
import type { FlowEdge, FlowGraph, FlowStep } from '@lectern/contract';
import { useComputedColorScheme } from '@mantine/core';
import {
  applyEdgeChanges,
  applyNodeChanges,
  Background,
  type Connection,
  Controls,
  type Edge,
  type EdgeChange,
  MarkerType,
  MiniMap,
  type NodeChange,
  type NodeTypes,
  ReactFlow,
  useReactFlow,
} from '@xyflow/react';
import { type DragEvent, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Components, changeNode, connect, dropNode, mayConnect, portsOf } from './graph-edits.ts';
import { BodyCard, type CanvasNode, NodeCard, NoteCard } from './node-card.tsx';
import { draggedComponent } from './palette.tsx';

const nodeTypes: NodeTypes = { step: NodeCard, body: BodyCard, note: NoteCard };

type Props = {
  graph: FlowGraph;
  components: Components;
  /** Words of the problems, by node. */
  problems: ReadonlyMap<string, string[]>;
  /** The latest step of each node of the run that is shown. */
  steps: ReadonlyMap<string, FlowStep>;
  selected: readonly string[];
  readOnly: boolean;
  onSelect: (ids: string[]) => void;
  onChange: (edit: (graph: FlowGraph) => FlowGraph) => void;
  onDropComponent: (component: string, position: { x: number; y: number }) => void;
};

/** The graph as it is drawn. Positions live here while something is dragged, and become the graph when it is let go. */
export function FlowCanvas(props: Props) {
  const { graph, components, problems, steps, selected, readOnly, onSelect, onChange, onDropComponent } =
    props;
  const { t } = useTranslation('flows');
  const scheme = useComputedColorScheme();
  const { screenToFlowPosition, getInternalNode } = useReactFlow();
  const onResize = useCallback(
    (id: string, size: { width: number; height: number }) => onChange((now) => changeNode(now, id, { size })),
    [onChange],
  );
  const drawn = useMemo(
    () => drawNodes(graph, components, problems, steps, t('canvas.errorPort'), onResize),
    [graph, components, problems, steps, t, onResize],
  );
  const [nodes, setNodes] = useState<CanvasNode[]>(drawn);
  const [edges, setEdges] = useState<Edge[]>([]);
  useEffect(() => {
    const chosen = new Set(selected);
    setNodes((before) => {
      const known = new Map(before.map((node) => [node.id, node]));
      return drawn.map((node) => ({ ...known.get(node.id), ...node, selected: chosen.has(node.id) }));
    });
  }, [drawn, selected]);
  useEffect(() => {
    setEdges((before) => {
      const known = new Map(before.map((edge) => [edge.id, edge]));
      return graph.edges.map((edge) => ({
        ...drawEdge(edge, steps),
        selected: known.get(edge.id)?.selected ?? false,
      }));
    });
  }, [graph.edges, steps]);

  const onNodesChange = (changes: NodeChange<CanvasNode>[]) => {
    const next = applyNodeChanges(changes, nodes);
    setNodes(next);
    const selection = changes.filter((change) => change.type === 'select');
    if (selection.length > 0) onSelect(next.filter((node) => node.selected).map(({ id }) => id));
  };
  const savePositions = (dragged: readonly { id: string }[]) => {
    const places = new Map(nodes.map(({ id, position }) => [id, position]));
    const areas = new Map(
      nodes.flatMap(({ id }) => {
        const node = getInternalNode(id);
        const { width = 0, height = 0 } = node?.measured ?? {};
        return node ? [[id, { ...node.internals.positionAbsolute, width, height }] as const] : [];
      }),
    );
    onChange((now) =>
      dragged.reduce((graph, { id }) => dropNode(graph, components, id, areas), movedTo(now, places)),
    );
  };
  const drop = (event: DragEvent) => {
    const component = event.dataTransfer.getData(draggedComponent);
    if (!component) return;
    event.preventDefault();
    onDropComponent(component, screenToFlowPosition({ x: event.clientX, y: event.clientY }));
  };
  const link = ({ source, target, sourceHandle }: Connection) =>
    onChange((now) => connect(now, { source, port: sourceHandle ?? 'out', target }));

  return (
    <ReactFlow
      nodes={nodes}
      edges={edges}
      nodeTypes={nodeTypes}
      colorMode={scheme}
      fitView
      fitViewOptions={{ maxZoom: 1, padding: 0.2 }}
      minZoom={0.1}
      snapToGrid
      snapGrid={[10, 10]}
      nodesDraggable={!readOnly}
      nodesConnectable={!readOnly}
      deleteKeyCode={null}
      multiSelectionKeyCode={['Shift', 'Meta', 'Control']}
      onNodesChange={onNodesChange}
      onEdgesChange={(changes: EdgeChange[]) => setEdges((now) => applyEdgeChanges(changes, now))}
      onNodeDragStop={(_, __, dragged) => savePositions(dragged)}
      onSelectionDragStop={(_, dragged) => savePositions(dragged)}
      onConnect={link}
      isValidConnection={({ source, target }) => mayConnect(graph, components, { source, target })}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
      onlyRenderVisibleElements={graph.nodes.length > 100}
      aria-label={t('canvas.label')}
    >
      <Background gap={20} />
      <MiniMap pannable zoomable ariaLabel={t('canvas.miniMap')} />
      <Controls showInteractive={false} />
    </ReactFlow>
  );
}

function movedTo(graph: FlowGraph, places: ReadonlyMap<string, { x: number; y: number }>): FlowGraph {
  const moved = graph.nodes.some(({ id, position }) => {
    const place = places.get(id);
    return place && (place.x !== position.x || place.y !== position.y);
  });
  if (!moved) return graph;
  return {
    ...graph,
    nodes: graph.nodes.map((node) => ({ ...node, position: places.get(node.id) ?? node.position })),
  };
}

function drawNodes(
  graph: FlowGraph,
  components: Components,
  problems: Props['problems'],
  steps: Props['steps'],
  errorLabel: string,
  onResize: CanvasNode['data']['onResize'],
): CanvasNode[] {
  const drawn = graph.nodes.map((node): CanvasNode => {
    const component = components.get(node.component);
    const type = component?.holdsNodes ? 'body' : component?.isNote ? 'note' : 'step';
    return {
      id: node.id,
      type,
      position: node.position,
      ...(node.parentId === null ? {} : { parentId: node.parentId }),
      ...(node.size ? { width: node.size.width, height: node.size.height } : {}),
      ...(type === 'body' ? { zIndex: -1 } : {}),
      data: {
        node,
        component,
        ports: component ? portsOf(component, node, errorLabel) : [{ id: 'out', label: '' }],
        problems: problems.get(node.id) ?? [],
        step: steps.get(node.id),
        onResize,
      },
    };
  });
  // The canvas wants a parent before what it holds.
  const depth = (node: CanvasNode): number => {
    const parent = drawn.find(({ id }) => id === node.parentId);
    return parent ? depth(parent) + 1 : 0;
  };
  return drawn
    .map((node) => ({ node, at: depth(node) }))
    .sort((a, b) => a.at - b.at)
    .map(({ node }) => node);
}

function drawEdge({ id, source, port, target }: FlowEdge, steps: Props['steps']): Edge {
  const taken = steps.get(source)?.port === port && steps.has(target);
  return {
    id,
    source,
    target,
    sourceHandle: port,
    targetHandle: 'in',
    animated: steps.get(target)?.status === 'running',
    markerEnd: { type: MarkerType.ArrowClosed, width: 16, height: 16 },
    ...(taken ? { style: { stroke: 'var(--mantine-color-teal-6)', strokeWidth: 2 } } : {}),
  };
}
