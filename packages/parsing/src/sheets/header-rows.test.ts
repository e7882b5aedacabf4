import { expect, it } from 'vitest';
import type { TableCell } from '../parsed-document.ts';
import { markHeaderRows, takeTitleRows } from './header-rows.ts';

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

it.each([
  [
    'titles, notes and a date',
    [
      ['Department of Roads', '', '', ''],
      ['Table 4: traffic by street', '', '', ''],
      ['As of 1 March 2026', '', '', ''],
      ['Street', 'Cars', 'Bicycles', 'Notes'],
      ['High Street', '1,200', '340', ''],
    ],
    ['Department of Roads', 'Table 4: traffic by street', 'As of 1 March 2026'],
  ],
  [
    'names with gaps above values',
    [
      ['Report', '', '', '', ''],
      ['Street', 'Cars', '', 'Bicycles', 'Year'],
      ['High Street', '1,200', 'a', '340', '2025'],
    ],
    ['Report'],
  ],
  [
    'a list of names and values',
    [
      ['General', ''],
      ['Owner', 'Ms Roy'],
      ['Opened', '1998'],
    ],
    [],
  ],
  [
    'a first group of rows',
    [
      ['Assets', '', ''],
      ['Cash', '5', '6'],
      ['Land', '7', '8'],
    ],
    [],
  ],
] as [string, string[][], string[]][])('takes the titles above a table: %s', (_name, rows, titles) => {
  const cells = rows.map((row) => row.map((text): TableCell => ({ text })));
  expect(takeTitleRows(cells)).toEqual(titles);
  expect(cells).toHaveLength(rows.length - titles.length);
  if (titles.length > 0) expect(cells[0]!.every((cell) => cell.header)).toBe(true);
});
