import { expect, test } from 'vitest';
import { splitHit } from './hit-lines.ts';

test('takes signs off and moves the ranges with the text', () => {
  const text = '## Notice period\n\nTwo months of notice\n| a | b |\n| --- | --- |\n| 1 | 2 |';
  const marked = ['Notice', 'notice'].map((word) => {
    const start = text.indexOf(word);
    return { start, end: start + word.length };
  });
  const lines = splitHit(text, marked);
  expect(lines.map((line) => line.text)).toEqual([
    'Notice period',
    'Two months of notice',
    '| a | b |',
    '| 1 | 2 |',
  ]);
  expect(lines[0]?.heading).toBe(true);
  expect(lines.map((line) => line.ranges.map((range) => line.text.slice(range.start, range.end)))).toEqual([
    ['Notice'],
    ['notice'],
    [],
    [],
  ]);
});

test('a range across lines is marked in each of them', () => {
  const lines = splitHit('one two\nthree', [{ start: 4, end: 13 }]);
  expect(lines.map((line) => line.ranges)).toEqual([[{ start: 4, end: 7 }], [{ start: 0, end: 5 }]]);
});

test('a line that is bold as a whole, such as a question, is a heading', () => {
  expect(splitHit('**Where?**\nHere.', [{ start: 2, end: 7 }])).toEqual([
    { key: 2, text: 'Where?', heading: true, ranges: [{ start: 0, end: 5 }] },
    { key: 11, text: 'Here.', heading: false, ranges: [] },
  ]);
});
