import { expect, it } from 'vitest';
import type { TableCell } from '../parsed-document.ts';
import { markHeaderRows } from './header-rows.ts';

function countMarked(rows: (string | TableCell)[][]): number[] {
  const cells = rows.map((row) =>
    row.map((cell): TableCell => (typeof cell === 'string' ? { text: cell } : cell)),
  );
  markHeaderRows(cells);
  return cells.flatMap((row, index) => (row.length > 0 && row.every((cell) => cell.header) ? [index] : []));
}

it.each([
  [
    'names above values',
    [
      ['Name', 'Size'],
      ['Duck', '3'],
    ],
    [0],
  ],
  [
    'an empty corner',
    [
      ['', '2019', '2020'],
      ['Duck', '3', '4'],
    ],
    [0],
  ],
  [
    'numbers in the first row',
    [
      ['1', '2'],
      ['3', '4'],
    ],
    [],
  ],
  [
    'dates in the first row',
    [
      ['2026-01-01', 'x'],
      ['2026-01-02', 'y'],
    ],
    [],
  ],
  [
    'the same word in every column',
    [
      ['x', 'x', 'x'],
      ['a', 'b', 'c'],
    ],
    [],
  ],
  ['one row', [['Name', 'Size']], []],
  ['one column', [['Name'], ['Duck']], []],
  [
    'groups of names',
    [
      ['', { text: 'Wild', colspan: 2 }],
      ['Name', 'Size', 'Age'],
      ['Duck', '3', '1'],
    ],
    [0, 1],
  ],
  [
    'names over several rows with gaps',
    [
      ['In millions', '', '2023 H1'],
      ['', 'Sales', 'Profit'],
      ['Zone', '12', '(3)'],
    ],
    [0, 1],
  ],
  ['a title over all columns', [[{ text: 'Birds', colspan: 2 }], ['Name', 'Size'], ['Duck', '3']], [1]],
  ['a cell that reaches down', [[{ text: 'Tall', rowspan: 2 }, 'a'], ['b'], ['c', 'd']], []],
] as [string, (string | TableCell)[][], number[]][])('%s', (_name, rows, marked) => {
  expect(countMarked(rows)).toEqual(marked);
});
