import '@xyflow/react/dist/style.css';
import type { FlowGraph } from '@lectern/contract';
import { useComputedColorScheme } from '@mantine/core';
import {
  applyEdgeChanges,
  applyNodeChanges,
  Background,
  type Connection,
  Controls,
  type Edge,
  type EdgeChange,
  MiniMap,
  type NodeChange,
  type NodeTypes,
  ReactFlow,
  useReactFlow,
} from '@xyflow/react';
import { type DragEvent, type MouseEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CanvasState, createNodeDrawer, drawEdge, mergeNodes } from './draw-graph.ts';
import { changeNode, connect, dropNode, mayConnect, movedTo } from './graph-edits.ts';
import { BodyCard, type CanvasNode, NodeCard, NoteCard } from './node-card.tsx';
import { draggedComponent } from './palette.tsx';
import { useCanvasTexts } from './use-canvas-texts.ts';

const nodeTypes: NodeTypes = { step: NodeCard, body: BodyCard, note: NoteCard };
const fitViewOptions = { maxZoom: 1, padding: 0.2 };
const snapGrid: [number, number] = [10, 10];
const multiSelectionKeys = ['Shift', 'Meta', 'Control'];

type Props = CanvasState & {
  graph: FlowGraph;
  selected: readonly string[];
  readOnly: boolean;
  onSelect: (ids: string[]) => void;
  onChange: (edit: (graph: FlowGraph) => FlowGraph) => void;
  onDropComponent: (component: string, position: { x: number; y: number }) => void;
};

/**
 * The graph as it is drawn. Positions live here while something is dragged, and become the graph when it is let go. What
 * is handed to the canvas stays the same between two frames of a drag, so that only what moves is drawn again.
 */
export function FlowCanvas(props: Props) {
  const { graph, components, readOnly, onDropComponent } = props;
  const { t } = useTranslation('flows');
  const scheme = useComputedColorScheme();
  const { screenToFlowPosition } = useReactFlow();
  const { texts, ariaLabels } = useCanvasTexts();
  const { nodes, onNodesChange, edges, onEdgesChange } = useDrawn(props, texts);
  const { savePositions, link } = useCanvasEdits(props, nodes);
  const latest = useRef({ graph, components });
  latest.current = { graph, components };
  const isValidConnection = useCallback(
    ({ source, target }: Connection | Edge) =>
      mayConnect(latest.current.graph, latest.current.components, { source, target }),
    [],
  );
  const { onSelect } = props;
  // Also where the node is chosen already, and something else stands beside the canvas.
  const onNodeClick = useCallback(
    ({ shiftKey, ctrlKey, metaKey }: MouseEvent, { id }: CanvasNode) => {
      if (!shiftKey && !ctrlKey && !metaKey) onSelect([id]);
    },
    [onSelect],
  );
  const allow = useCallback((event: DragEvent) => event.preventDefault(), []);
  const drop = (event: DragEvent) => {
    const component = event.dataTransfer.getData(draggedComponent);
    if (!component || readOnly) return;
    event.preventDefault();
    onDropComponent(component, screenToFlowPosition({ x: event.clientX, y: event.clientY }));
  };
  return (
    <ReactFlow
      nodes={nodes}
      edges={edges}
      nodeTypes={nodeTypes}
      colorMode={scheme}
      fitView
      fitViewOptions={fitViewOptions}
      minZoom={0.1}
      snapToGrid
      snapGrid={snapGrid}
      nodesDraggable={!readOnly}
      nodesConnectable={!readOnly}
      deleteKeyCode={null}
      multiSelectionKeyCode={multiSelectionKeys}
      onNodesChange={onNodesChange}
      onEdgesChange={onEdgesChange}
      onNodeDragStop={savePositions}
      onSelectionDragStop={savePositions}
      onNodeClick={onNodeClick}
      onConnect={link}
      isValidConnection={isValidConnection}
      onDragOver={allow}
      onDrop={drop}
      onlyRenderVisibleElements={graph.nodes.length > 100}
      aria-label={t('canvas.label')}
      ariaLabelConfig={ariaLabels}
    >
      <Background gap={20} />
      <MiniMap pannable zoomable ariaLabel={t('canvas.miniMap')} />
      <Controls showInteractive={false} />
    </ReactFlow>
  );
}

function useDrawn(
  { graph, components, problems, steps, breakpoints, selected, onSelect, onChange }: Props,
  texts: ReturnType<typeof useCanvasTexts>['texts'],
) {
  const onResize = useCallback(
    (id: string, size: { width: number; height: number }) => onChange((now) => changeNode(now, id, { size })),
    [onChange],
  );
  const [draw] = useState(createNodeDrawer);
  const drawn = useMemo(
    () => draw(graph, { components, problems, steps, breakpoints }, texts, onResize),
    [draw, graph, components, problems, steps, breakpoints, texts, onResize],
  );
  const [nodes, setNodes] = useState<CanvasNode[]>(drawn);
  const [edges, setEdges] = useState<Edge[]>([]);
  const latest = useRef(nodes);
  latest.current = nodes;
  useEffect(() => setNodes((before) => mergeNodes(before, drawn, selected)), [drawn, selected]);
  useEffect(() => {
    const names = new Map(graph.nodes.map(({ id, name }) => [id, name]));
    const nameOf = (id: string) => names.get(id) ?? id;
    setEdges((before) => {
      const known = new Map(before.map((edge) => [edge.id, edge]));
      return graph.edges.map((edge) => ({
        ...drawEdge(edge, steps, texts.edge(nameOf(edge.source), nameOf(edge.target))),
        selected: known.get(edge.id)?.selected ?? false,
      }));
    });
  }, [graph.edges, graph.nodes, steps, texts]);
  const onNodesChange = useCallback(
    (changes: NodeChange<CanvasNode>[]) => {
      const next = applyNodeChanges(changes, latest.current);
      latest.current = next;
      setNodes(next);
      if (changes.some(({ type }) => type === 'select'))
        onSelect(next.filter((node) => node.selected).map(({ id }) => id));
    },
    [onSelect],
  );
  const onEdgesChange = useCallback(
    (changes: EdgeChange[]) => setEdges((now) => applyEdgeChanges(changes, now)),
    [],
  );
  return { nodes, onNodesChange, edges, onEdgesChange };
}

function useCanvasEdits({ components, onChange }: Props, nodes: CanvasNode[]) {
  const { getInternalNode } = useReactFlow();
  const latest = useRef(nodes);
  latest.current = nodes;
  const savePositions = useCallback(
    (_: unknown, ...given: unknown[]) => {
      // A drag of one node hands it over before all that were dragged.
      const dragged = given.at(-1) as { id: string }[];
      const places = new Map(latest.current.map(({ id, position }) => [id, position]));
      const areas = new Map(
        latest.current.flatMap(({ id }) => {
          const node = getInternalNode(id);
          const { width = 0, height = 0 } = node?.measured ?? {};
          return node ? [[id, { ...node.internals.positionAbsolute, width, height }] as const] : [];
        }),
      );
      onChange((now) =>
        dragged.reduce((graph, { id }) => dropNode(graph, components, id, areas), movedTo(now, places)),
      );
    },
    [components, getInternalNode, onChange],
  );
  const link = useCallback(
    ({ source, target, sourceHandle }: Connection) =>
      onChange((now) => connect(now, { source, port: sourceHandle ?? 'out', target })),
    [onChange],
  );
  return { savePositions, link };
}
