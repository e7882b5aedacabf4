import { expect, test } from 'vitest';
import { cutExcerpt } from './excerpt.ts';

const matchesOf = (text: string, word: string) =>
  [...text.matchAll(new RegExp(word, 'g'))].map(({ index }) => ({ start: index, end: index + word.length }));

test('a short passage is shown whole', () => {
  const text = 'The rose blooms in June.';
  expect(cutExcerpt(text, matchesOf(text, 'rose'))).toEqual({ text, ranges: [{ start: 4, end: 8 }] });
});

test('a long one is cut around the most words that match, which stay marked', () => {
  const text = `A rose. ${'filler words '.repeat(60)}the rose and the other rose bloom ${'again and again '.repeat(40)}`;
  const { text: shown, ranges } = cutExcerpt(text, matchesOf(text, 'rose'));
  expect(shown).toMatch(/^….*…$/);
  expect(shown.length).toBeLessThan(380);
  expect(ranges.map(({ start, end }) => shown.slice(start, end))).toEqual(['rose', 'rose']);
});

test('a cut at the end of a line leaves no empty one before it', () => {
  const text = `${'first line '.repeat(60)}\n\n- ${'rose '.repeat(30)}${'last '.repeat(60)}`;
  expect(cutExcerpt(text, matchesOf(text, 'rose')).text).not.toMatch(/^…\s/);
});

test('a long passage without a match is shown from its beginning', () => {
  const { text, ranges } = cutExcerpt('没有空格的长文本。'.repeat(80), []);
  expect(text).toMatch(/^没有空格.*…$/);
  expect(ranges).toEqual([]);
});
