import { expect, test } from 'vitest';
import { containsTable } from './contains-table.ts';

const table = '| Town | Sum |\n| --- | --- |\n| Lyon | 3 |\n| Nice | 4 |';

test('a table in the words of an answer is told from words about one', () => {
  expect(containsTable(`By town [1]:\n\n${table}`, 2)).toBe(true);
  expect(containsTable(`By town [1]:\n\n${table}`, 3)).toBe(false);
  expect(containsTable('Lyon has | and --- more than Nice [1].', 1)).toBe(false);
});
