import { expect, test } from 'vitest';
import { matchText, type SearchedPiece } from './match-text.ts';

const lines = (...texts: string[]): SearchedPiece[] => texts.map((text) => ({ text, endsLine: true }));
const find = (pieces: SearchedPiece[], query: string) =>
  matchText(pieces, query).map((ranges) =>
    ranges.map(({ piece, start, end }) => pieces[piece]!.text.slice(start, end)).join('|'),
  );

test('words are found without regard to capitals, accents and kinds of quotes', () => {
  expect(find(lines('L’Été à Paris, l’été ailleurs'), "l'ete")).toEqual(['L’Été', 'l’été']);
  expect(find(lines('The oﬃce'), 'office')).toEqual(['oﬃce']);
});

test('a line end is a space, unless the word goes on', () => {
  expect(find(lines('the docu-', 'ment of the', 'year'), 'document of the year')).toEqual([
    'docu|ment of the|year',
  ]);
  expect(find(lines('of the', 'year'), 'theyear')).toEqual([]);
  expect(find(lines('A-', 'B'), 'a- b')).toEqual(['A-|B']);
});

test('Chinese goes on at a line end', () => {
  expect(find(lines('公司的年度报', '告'), '年度报告')).toEqual(['年度报|告']);
});

test('pieces of one line are one text', () => {
  const pieces = [
    { text: 'Ger', endsLine: false },
    { text: 'many', endsLine: true },
    { text: 'Germany', endsLine: true },
  ];
  expect(find(pieces, 'germany')).toEqual(['Ger|many', 'Germany']);
});

test('nothing is found for nothing, and places do not overlap', () => {
  expect(find(lines('aaaa'), '  ')).toEqual([]);
  expect(find(lines('aaaa'), 'aa')).toEqual(['aa', 'aa']);
});
