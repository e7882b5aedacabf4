import { flowGraph } from '@lectern/contract';
import { expect, it } from 'vitest';
import { createNodeDrawer, mergeNodes } from './draw-graph.ts';
import { neighbourOf, readingOrder, searchNodes } from './walk-order.ts';

const node = (id: string, x: number, more: object = {}) => ({
  id,
  component: 'template',
  name: id,
  position: { x, y: 0 },
  ...more,
});
const graph = flowGraph.parse({
  nodes: [
    node('lonely', 0),
    node('end', 50),
    node('begin', 900, { component: 'begin' }),
    node('loop', 300, { component: 'loop' }),
    node('inside', 10, { parentId: 'loop', options: { rows: [{ value: 'Roses' }] } }),
  ],
  edges: [
    ['begin', 'loop'],
    ['loop', 'end'],
    ['end', 'loop'],
  ].map(([source, target]) => ({ id: `${source}${target}`, source, target })),
});

it('goes along the edges from the beginning, into what holds nodes, and round the end', () => {
  expect(readingOrder(graph)).toEqual(['begin', 'loop', 'inside', 'end', 'lonely']);
  expect(neighbourOf(graph, 'lonely', 1)).toBe('begin');
  expect(neighbourOf(graph, 'begin', -1)).toBe('lonely');
  expect(neighbourOf(graph, undefined, 1)).toBe('begin');
});

it('finds nodes by name, id, kind and any text of their options', () => {
  expect(searchNodes(graph, new Map(), 'roses')).toEqual(['inside']);
  expect(searchNodes(graph, new Map(), 'LOOP')).toEqual(['loop']);
  expect(searchNodes(graph, new Map(), ' ')).toEqual([]);
});

it('draws only the node that changed anew, so that a large flow stays quick', () => {
  const draw = createNodeDrawer();
  const state = { components: new Map(), problems: new Map(), steps: new Map(), breakpoints: [] };
  const texts = { errorPort: '', node: () => '', edge: () => '' };
  const onResize = () => {};
  const before = draw(graph, state, texts, onResize);
  const shown = mergeNodes([], before, []);
  const nodes = graph.nodes.map((one) => (one.id === 'end' ? { ...one, name: 'Other' } : one));
  const after = draw({ ...graph, nodes }, state, texts, onResize);
  const changed = (list: { id: string }[], other: readonly unknown[]) =>
    list.filter((one) => !other.includes(one)).map(({ id }) => id);
  expect(changed(after, before)).toEqual(['end']);
  expect(changed(mergeNodes(shown, after, ['loop']), shown).sort()).toEqual(['end', 'loop']);
});
