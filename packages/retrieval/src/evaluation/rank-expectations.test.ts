import { expect, test } from 'vitest';
import { type Expectation, type RankedHit, rankExpectations } from './rank-expectations.ts';

const hit = (documentId: string, chunk: number, fields: Partial<RankedHit> = {}): RankedHit => ({
  chunkId: `${documentId}${chunk}`,
  documentId,
  page: null,
  text: '',
  ...fields,
});
const expected = (documentId: string, fields: Partial<Expectation> = {}): Expectation => ({
  documentId,
  page: null,
  text: null,
  ...fields,
});

test('a document takes one place, that of its best hit', () => {
  const hits = [hit('a', 1), hit('a', 2), hit('b', 1), hit('a', 3), hit('c', 1)];
  expect(rankExpectations(hits, [expected('c'), expected('a'), expected('x')])).toEqual({
    ranks: [3, 1, null],
    positions: [5, 1, null],
  });
});

test('where a page is expected, other passages of the document are misses', () => {
  const hits = [
    hit('a', 1, { page: 1 }),
    hit('a', 2, { page: 2 }),
    hit('b', 1),
    hit('b', 2),
    hit('a', 3, { page: 4, pages: [4, 5] }),
  ];
  expect(rankExpectations(hits, [expected('a', { page: 5 })]).ranks).toEqual([4]);
  expect(rankExpectations(hits, [expected('a', { page: 2 })]).ranks).toEqual([2]);
});

test('words of a passage are found whatever their case and white space', () => {
  const hits = [
    hit('a', 1, { text: 'Other words.' }),
    hit('a', 2, { text: 'The  Notice\nperiod is two months.' }),
  ];
  expect(rankExpectations(hits, [expected('a', { text: 'notice period IS two' })]).ranks).toEqual([2]);
  expect(rankExpectations(hits, [expected('a', { text: 'three months' })]).ranks).toEqual([null]);
});

test('a second hit of the same page pushes nothing down', () => {
  const hits = [hit('a', 1, { page: 1 }), hit('a', 2, { page: 1 }), hit('b', 1)];
  expect(rankExpectations(hits, [expected('a', { page: 1 }), expected('b')])).toEqual({
    ranks: [1, 2],
    positions: [1, 3],
  });
});
