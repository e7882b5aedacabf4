import type { MindMapNode } from '@lectern/contract';
import { expect, test } from 'vitest';
import { buildTree, foldDeep, listFoldable, listVisible, type MapNode } from './map-tree.ts';

const node = (label: string, parent: number | null): MindMapNode => ({
  parent,
  label,
  kind: parent === null ? 'document' : 'heading',
  chunkId: null,
  page: null,
  boxes: [],
  charRange: null,
});
const list = [node('root', null), node('a', 0), node('a1', 1), node('a2', 1), node('b', 0), node('b1', 4)];

test('a list becomes a tree, and what is folded is not seen', () => {
  const root = buildTree(list) as MapNode;
  expect(root.children.map(({ label }) => label)).toEqual(['a', 'b']);
  expect(listFoldable(root)).toEqual([1, 4]);
  const seen = (folded: number[]) => listVisible(root, new Set(folded)).map(({ label }) => label);
  expect(seen([])).toEqual(['root', 'a', 'a1', 'a2', 'b', 'b1']);
  expect(seen([1])).toEqual(['root', 'a', 'b', 'b1']);
  expect(buildTree([])).toBeUndefined();
});

test('a small tree stands open, a large one as far as it can be read', () => {
  expect(foldDeep(buildTree(list) as MapNode)).toEqual(new Set());
  const large = [
    node('root', null),
    ...Array.from({ length: 20 }, (_, n) => node(`part ${n}`, 0)),
    ...Array.from({ length: 200 }, (_, n) => node(`section ${n}`, 1 + (n % 20))),
  ];
  const root = buildTree(large) as MapNode;
  expect(listVisible(root, foldDeep(root))).toHaveLength(21);
});
