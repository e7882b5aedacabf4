import { expect, test } from 'vitest';
import { findText, type PieceRange } from './find-text.ts';

function read(pieces: string[], ranges: PieceRange[]): string[] {
  return ranges.map(({ piece, start, end }) => pieces[piece]!.slice(start, end));
}

test('finds a quote across pieces, hyphenation and line ends', () => {
  const pieces = ['The quick bro-', 'wn fox', ' jumps over ', 'the dog.'];
  expect(read(pieces, findText(pieces, 'quick brown  fox\njumps'))).toEqual(['quick bro', 'wn fox', 'jumps']);
});

test('is blind to typographic quotes and ligatures, not to words', () => {
  const pieces = ['L’oﬃce n’est pas “fermé”'];
  expect(read(pieces, findText(pieces, "l'office n'est pas \"fermé"))).toEqual(['L’oﬃce n’est pas “fermé']);
  expect(findText(pieces, 'ouvert')).toEqual([]);
});

test('is blind to bullets, which only one of the two may have', () => {
  const pieces = ['•', 'List item 1', '•', 'List item 2'];
  expect(read(pieces, findText(pieces, '- List item 1\n- List item 2'))).toEqual([
    'List item 1',
    'List item 2',
  ]);
});

test('lets the caller choose the occurrence', () => {
  const pieces = ['alpha', 'beta', 'alpha'];
  expect(findText(pieces, 'alpha', (all) => all.at(-1)!)).toEqual([{ piece: 2, start: 0, end: 5 }]);
});

test('falls back to the sentences that are there', () => {
  const pieces = ['This sentence stands on the page. And here it ends'];
  const found = findText(pieces, 'This sentence stands on the page. Another one is overleaf entirely.');
  expect(read(pieces, found)).toEqual(['This sentence stands on the page.']);
});

test('keeps astral characters whole', () => {
  const pieces = ['a 𠮷野家 b'];
  expect(read(pieces, findText(pieces, '𠮷野家'))).toEqual(['𠮷野家']);
});
