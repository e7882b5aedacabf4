import { expect, test } from 'vitest';
import { branchThrough, listSubtree, listVersions, pathTo } from './branch-path.ts';

const rows = [
  { id: 'q1', parentId: null },
  { id: 'a1', parentId: 'q1' },
  { id: 'q2', parentId: 'a1' },
  { id: 'a2', parentId: 'q2' },
  { id: 'q2b', parentId: 'a1' },
  { id: 'a2b', parentId: 'q2b' },
  { id: 'a2c', parentId: 'q2b' },
  { id: 'q0', parentId: null },
  { id: 'a0', parentId: 'q0' },
];
const ids = (found: { id: string }[]) => found.map(({ id }) => id).join(' ');

test('a branch goes through a message down to its latest end', () => {
  expect(ids(pathTo(rows, 'a2'))).toBe('q1 a1 q2 a2');
  expect(ids(branchThrough(rows, 'a1'))).toBe('q1 a1 q2b a2c');
  expect(ids(branchThrough(rows, 'q2'))).toBe('q1 a1 q2 a2');
  expect(ids(branchThrough(rows, null))).toBe('q0 a0');
  expect(ids(branchThrough(rows, 'gone'))).toBe('q0 a0');
  expect(ids(branchThrough([], null))).toBe('');
});

test('versions share a parent; what follows a message goes with it', () => {
  expect(ids(listVersions(rows, rows[5] as (typeof rows)[0]))).toBe('a2b a2c');
  expect(ids(listVersions(rows, rows[0] as (typeof rows)[0]))).toBe('q1 q0');
  expect(ids(listSubtree(rows, 'q2b'))).toBe('q2b a2b a2c');
  expect(ids(listSubtree(rows, 'q1'))).toBe('q1 a1 q2 a2 q2b a2b a2c');
});

test('a circle, which no call can make, ends', () => {
  const circle = [
    { id: 'a', parentId: 'b' },
    { id: 'b', parentId: 'a' },
  ];
  expect(branchThrough(circle, 'a')).toHaveLength(2);
});
