import { describe, expect, it } from 'vitest';
import type { Table } from '../../parsed-document.ts';
import type { PageDraft } from '../page/page-draft.ts';
import type { Element } from '../text/element.ts';
import { joinTablesAcrossPages } from './joined-tables.ts';

const pages = [1, 2, 3].map((number): PageDraft => ({ number, width: 600, height: 800, items: [] }));

const rows = (...lines: string[]): Table['rows'] =>
  lines.map((line, index) =>
    line
      .split(' ')
      .map((text) => ({ text, ...(index === 0 && /^[a-z]/i.test(text) ? { header: true } : {}) })),
  );

function table(page: number, [y0, y1]: [number, number], ...lines: string[]): Element {
  const parts = [{ page: pages[page - 1]!, box: { x0: 50, y0, x1: 550, y1 }, direction: 0 }];
  return { type: 'table', text: '', lines: [], parts, table: { rows: rows(...lines) } };
}

function other(type: Element['type'], page: number, text: string): Element {
  const parts = [{ page: pages[page - 1]!, box: { x0: 50, y0: 10, x1: 550, y1: 20 }, direction: 0 }];
  return { type, text, lines: [], parts };
}

const texts = (element: Element) => element.table!.rows.map((row) => row.map((cell) => cell.text).join(' '));

describe('joinTablesAcrossPages', () => {
  const upper = () => table(1, [500, 780], 'Name Size', 'Duck 3');

  it('joins a table whose head is repeated, over several pages', () => {
    const joined = joinTablesAcrossPages([
      upper(),
      other('page_footer', 1, '1'),
      table(2, [40, 780], 'Name Size', 'Goose 5'),
      other('page_footer', 2, '2'),
      other('caption', 3, 'Table 1 (continued)'),
      table(3, [40, 300], 'Name Size', 'Swan 9'),
    ]);
    expect(joined.map((element) => element.type)).toEqual(['table', 'page_footer', 'page_footer']);
    expect(texts(joined[0]!)).toEqual(['Name Size', 'Duck 3', 'Goose 5', 'Swan 9']);
    expect(joined[0]!.parts.map((part) => part.page.number)).toEqual([1, 2, 3]);
  });

  it('joins rows that go on without a head', () => {
    const joined = joinTablesAcrossPages([upper(), table(2, [40, 300], 'Goose 5', 'Swan 9')]);
    expect(texts(joined[0]!)).toEqual(['Name Size', 'Duck 3', 'Goose 5', 'Swan 9']);
    expect(joined[0]!.table!.rows[2]!.some((cell) => cell.header)).toBe(false);
  });

  const apart: [string, Element[]][] = [
    ['text between', [upper(), other('paragraph', 2, 'Then'), table(2, [40, 300], 'Name Size', 'Swan 9')]],
    ['another head', [upper(), table(2, [40, 300], 'Year Count', '2020 9')]],
    ['another number of columns', [upper(), table(2, [40, 300], 'Name Size Age', 'Swan 9 1')]],
    ['a page between', [upper(), table(3, [40, 300], 'Name Size', 'Swan 9')]],
    [
      'room below the first',
      [table(1, [100, 200], 'Name Size', 'Duck 3'), table(2, [40, 90], 'Name Size', 'Swan 9')],
    ],
    [
      'titles of their own',
      [
        other('page_header', 1, 'Sales in Q2'),
        upper(),
        other('page_header', 2, 'Sales in Q3'),
        table(2, [40, 300], 'Name Size', 'Swan 9'),
      ],
    ],
  ];
  it.each(apart)('leaves tables apart that have %s', (_name, elements) => {
    expect(joinTablesAcrossPages(elements)).toHaveLength(elements.length);
  });
});
