import type { FlowComponentDescription, FlowGraph, FlowNode } from '@lectern/contract';
import { expect, test } from 'vitest';
import { compareGraphs } from '../versions/compare-graphs.ts';
import {
  type Components,
  changeNode,
  connect,
  dropNode,
  freeNodeName,
  growBody,
  insertNode,
  listEarlier,
  mayConnect,
  pasteNodes,
  placeFor,
  removeNodes,
} from './graph-edits.ts';

const describe = (id: string, more: Partial<FlowComponentDescription> = {}): FlowComponentDescription => ({
  id,
  category: 'logic',
  icon: '',
  name: id,
  description: '',
  needs: '',
  options: [],
  defaults: {},
  holdsNodes: false,
  isNote: false,
  hasInput: id !== 'begin',
  ports: [{ id: 'out', label: '' }],
  portsFrom: null,
  outputs: [],
  outputsFrom: null,
  isSingle: false,
  ...more,
});
const components: Components = new Map(
  [describe('begin'), describe('step'), describe('loop', { holdsNodes: true })].map((one) => [one.id, one]),
);
const node = (id: string, component = 'step', more: Partial<FlowNode> = {}): FlowNode => ({
  id,
  component,
  name: id,
  options: {},
  position: { x: 0, y: 0 },
  parentId: null,
  onError: 'stop',
  fallback: '',
  retries: 0,
  retryDelaySeconds: 2,
  timeoutSeconds: 120,
  ...more,
});
const graphOf = (nodes: FlowNode[], links: [string, string][] = []): FlowGraph =>
  links.reduce((graph, [source, target]) => connect(graph, { source, port: 'out', target }), {
    format: 1,
    nodes,
    edges: [],
    variables: [],
    bounds: { steps: 1_000, tokens: 500_000, price: null, minutes: 30 },
  } as FlowGraph);
const linksOf = (graph: FlowGraph) => graph.edges.map(({ source, target }) => `${source}>${target}`).sort();

test('a new node goes between a node and what followed it, which makes room', () => {
  const graph = graphOf(
    [node('a', 'begin'), node('z', 'step', { position: { x: 320, y: 0 } })],
    [['a', 'z']],
  );
  const next = insertNode(graph, components, node('m', 'step', { position: { x: 320, y: 0 } }), 'a');
  expect(linksOf(next)).toEqual(['a>m', 'm>z']);
  expect(next.nodes.find(({ id }) => id === 'z')?.position.x).toBe(640);
});

test('no edge leads to a beginning, to itself, or across the border of a loop', () => {
  const graph = graphOf([
    node('a', 'begin'),
    node('b'),
    node('l', 'loop'),
    node('i', 'step', { parentId: 'l' }),
  ]);
  const may = (source: string, target: string) => mayConnect(graph, components, { source, target });
  expect([may('a', 'b'), may('b', 'a'), may('b', 'b'), may('b', 'i'), may('b', 'l')]).toEqual([
    true,
    false,
    false,
    false,
    true,
  ]);
});

test('with a node goes what it holds, and every edge at them', () => {
  const graph = graphOf([node('a'), node('l', 'loop'), node('i', 'step', { parentId: 'l' })], [['a', 'l']]);
  const left = removeNodes(graph, new Set(['l']));
  expect([left.nodes.map(({ id }) => id), left.edges]).toEqual([['a'], []]);
});

test('a copy has names, edges and references of its own', () => {
  const graph = graphOf(
    [node('a'), node('b', 'step', { options: { text: '{{a.text}} {{x.text}}' } })],
    [['a', 'b']],
  );
  const { graph: pasted, ids } = pasteNodes(graph, graph);
  expect(ids).toEqual(['step_1', 'step_2']);
  expect(linksOf(pasted)).toEqual(['a>b', 'step_1>step_2']);
  expect(pasted.nodes.at(-1)).toMatchObject({ name: 'b 2', options: { text: '{{step_1.text}} {{x.text}}' } });
  expect(freeNodeName(pasted, 'B')).toBe('B 3');
});

test('a node may refer to those before it and around it', () => {
  const graph = graphOf(
    [node('a'), node('l', 'loop'), node('i', 'step', { parentId: 'l' }), node('after'), node('other')],
    [
      ['a', 'l'],
      ['l', 'after'],
    ],
  );
  expect(listEarlier(graph, 'i').map(({ id }) => id)).toEqual(['a', 'l']);
  expect(listEarlier(graph, 'l').map(({ id }) => id)).toEqual(['a', 'i']);
});

test('a comparison tells what changed, not where it stands', () => {
  const before = graphOf([node('a'), node('b')], [['a', 'b']]);
  const moved = changeNode(before, 'a', { position: { x: 9, y: 9 } });
  expect(compareGraphs(before, moved)).toEqual([]);
  const after = connect(
    { ...changeNode(moved, 'b', { name: 'c', options: { topN: 3 } }), edges: [] },
    { source: 'b', port: 'out', target: 'a' },
  );
  expect(compareGraphs(before, after).map(({ kind, name, detail }) => `${kind} ${name} ${detail}`)).toEqual([
    'renamed c b',
    'changed c topN',
    'connected c a',
    'disconnected a c',
  ]);
  const labelled = compareGraphs(before, after, ({ id }, option) => `${id}: ${option}`);
  expect(labelled.find(({ kind }) => kind === 'changed')?.detail).toBe('b: topN');
});

test('a new node goes into the body that is chosen, which grows, and behind what is there', () => {
  const size = { width: 300, height: 200 };
  const graph = graphOf([node('l', 'loop', { size })]);
  const middle = { x: 0, y: 0 };
  const first = placeFor(graph, components, 'l', middle);
  expect(first).toMatchObject({ parentId: 'l', after: undefined });
  const right = node('right', 'step', { position: { x: 320, y: 0 } });
  const filled = graphOf([node('l', 'loop', { size }), node('i', 'step', first), right]);
  const second = placeFor(filled, components, 'l', middle);
  expect(second).toMatchObject({ parentId: 'l', after: 'i' });
  const grown = growBody({ ...filled, nodes: [...filled.nodes, node('j', 'step', second)] }, 'l');
  const width = grown.nodes[0]?.size?.width ?? 0;
  expect(width).toBeGreaterThan(second.position.x + 240);
  expect(grown.nodes.find(({ id }) => id === 'right')?.position.x).toBeGreaterThan(width);
});

test('a node that is dragged over a body belongs to it, and outside to the flow again', () => {
  const graph = graphOf([node('l', 'loop', { position: { x: 100, y: 100 } }), node('a')]);
  const places = (x: number) =>
    new Map([
      ['l', { x: 100, y: 100, width: 400, height: 300 }],
      ['a', { x, y: 200, width: 240, height: 60 }],
    ]);
  const inside = dropNode(graph, components, 'a', places(150));
  expect(inside.nodes[1]).toMatchObject({ parentId: 'l', position: { x: 50, y: 100 } });
  expect(dropNode(inside, components, 'a', places(900)).nodes[1]).toMatchObject({
    parentId: null,
    position: { x: 900, y: 200 },
  });
  expect(dropNode(graph, components, 'l', places(150))).toBe(graph);
});
