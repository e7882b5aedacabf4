import { readingOptions } from '@lectern/contract';
import { expect, test } from 'vitest';
import { checkPageRanges, finishCutting, toCutting } from './cutting.ts';

const method = {
  id: 'naive',
  accepts: [],
  drawsGraph: false,
  refines: false,
  options: [
    { name: 'tokenNumber', widget: 'number' as const, required: true, default: 512 },
    { name: 'delimiter', widget: 'text' as const, required: false },
  ],
};
const stored = {
  chunkMethod: 'naive',
  chunkOptions: {},
  readingOptions: readingOptions.parse({}),
};

test('page ranges miss an end, run backwards or overlap', () => {
  expect(
    checkPageRanges([
      { from: null, to: 3 },
      { from: 2, to: null },
      { from: 9, to: 9 },
      { from: 8, to: 12 },
    ]),
  ).toEqual([
    { from: 'missingStart' },
    { from: 'fromBeforePrevious', to: 'missingEnd' },
    { to: 'toNotAfterFrom' },
    { from: 'fromBeforePrevious' },
  ]);
});

test('a range may begin where the one before ended', () => {
  expect(
    checkPageRanges([
      { from: 1, to: 3 },
      { from: 3, to: 5 },
    ]),
  ).toEqual([{}, {}]);
});

test('defaults fill what was never set, and only known options are sent', () => {
  const cutting = { ...toCutting(stored), options: { other: 1 } };
  expect(finishCutting(cutting, method)?.chunkOptions).toEqual({ tokenNumber: 512 });
});

test('nothing is sent while a required option or a page is missing', () => {
  const cutting = toCutting(stored);
  expect(finishCutting({ ...cutting, options: { tokenNumber: '' } }, method)).toBeUndefined();
  expect(finishCutting({ ...cutting, pageRanges: [{ from: 1, to: null }] }, method)).toBeUndefined();
});
