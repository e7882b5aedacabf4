import type { FoundDocument } from '@lectern/contract';
import { expect, test } from 'vitest';
import { countFacet, filterDocuments } from './filters.ts';

const now = Date.parse('2026-06-30T12:00:00Z');
const documents = [
  { id: '1', knowledgeBaseId: 'a', format: 'pdf', date: '2026-06-28T00:00:00Z' },
  { id: '2', knowledgeBaseId: 'a', format: 'docx', date: '2026-01-01T00:00:00Z' },
  { id: '3', knowledgeBaseId: 'b', format: 'pdf', date: '2020-01-01T00:00:00Z' },
] as FoundDocument[];
const none = { bases: [], formats: [], date: undefined };
const idsOf = (filters: object) =>
  filterDocuments(documents, { ...none, ...filters }, now).map(({ id }) => id);

test('filters narrow together, and none shows everything', () => {
  expect(idsOf({})).toEqual(['1', '2', '3']);
  expect(idsOf({ formats: ['pdf'] })).toEqual(['1', '3']);
  expect(idsOf({ formats: ['pdf'], bases: ['b'] })).toEqual(['3']);
  expect(idsOf({ date: 'year' })).toEqual(['1', '2']);
  expect(idsOf({ date: 'older' })).toEqual(['3']);
});

test('a count tells what its value would show beside the other filters', () => {
  const filters = { ...none, formats: ['pdf'] };
  expect(countFacet(documents, filters, 'formats', now)).toEqual([
    { value: 'pdf', count: 2 },
    { value: 'docx', count: 1 },
  ]);
  expect(countFacet(documents, filters, 'bases', now)).toEqual([
    { value: 'a', count: 1 },
    { value: 'b', count: 1 },
  ]);
  expect(countFacet(documents, filters, 'date', now).map(({ count }) => count)).toEqual([1, 1, 1, 1]);
});
