import { expect, test } from 'vitest';
import { cutSnippet, searchWords } from './snippet.ts';

test('shows the words around the first hit, in one line', () => {
  expect(cutSnippet('The rose blooms in June [1].', ['JUNE'])).toBe('The rose blooms in June .');
  const long = `${'one two three '.repeat(20)}**whales**\nsleep ${'four five six '.repeat(30)}`;
  const snippet = cutSnippet(long, ['whales', 'sleep']);
  expect(snippet).toMatch(/^….{10,60}whales sleep.+…$/);
  expect(snippet.length).toBeLessThan(170);
});

test('finds what stands in text without spaces, and takes signs as they are', () => {
  expect(cutSnippet(`${'园'.repeat(80)}玫瑰${'开'.repeat(200)}`, ['玫瑰'])).toContain('玫瑰');
  expect(cutSnippet('It costs (3.5) euros', ['(3.5)'])).toContain('(3.5)');
  expect(searchWords('  a  b a ')).toEqual(['a', 'b']);
});
