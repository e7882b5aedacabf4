import { expect, it } from 'vitest';
import { readDocument } from '../read-document.ts';
import { buildOdf } from '../testing/build-zip.ts';

const cell = (text: string, more = '') =>
  `<table:table-cell office:value-type="string" ${more}><text:p>${text}</text:p></table:table-cell>`;
const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`;
const table = (name: string, ...rows: string[]) =>
  `<table:table table:name="${name}">${rows.join('')}</table:table>`;

async function read(...tables: string[]) {
  return readDocument({ name: 'a.ods', bytes: buildOdf('spreadsheet', tables.join('')) });
}

it('reads what is shown: formatted values, lines, spaces; values alone where nothing is', async () => {
  const document = await read(
    table(
      'Prices',
      row(cell('Name'), cell('Price'), cell('Since')),
      row(
        cell('Duck</text:p><text:p>white<text:s text:c="2"/>one'),
        cell('12,50 €', 'office:value="12.5"'),
        '<table:table-cell office:value-type="date" office:date-value="2026-11-21"/>',
      ),
    ),
  );
  expect(document.pages).toEqual([{ number: 1, width: 0, height: 0, label: 'Prices' }]);
  expect(document.blocks[1]!.table!.rows).toEqual([
    [
      { text: 'Name', header: true },
      { text: 'Price', header: true },
      { text: 'Since', header: true },
    ],
    [{ text: 'Duck\nwhite  one' }, { text: '12,50 €' }, { text: '2026-11-21' }],
  ]);
});

it('keeps merged and repeated cells, and leaves notes, changes and covered cells out', async () => {
  const document = await read(
    `<table:tracked-changes>${row(cell('gone'))}</table:tracked-changes>`,
    table(
      'A',
      row(
        cell('Title', 'table:number-columns-spanned="2"'),
        '<table:covered-table-cell><text:p>hidden</text:p></table:covered-table-cell>',
      ),
      row(cell('x<office:annotation><text:p>note</text:p></office:annotation>'), cell('y')),
      `<table:table-row table:number-rows-repeated="2">${cell('z', 'table:number-columns-repeated="2"')}</table:table-row>`,
    ),
    table('B', row(cell('only'))),
  );
  expect(document.blocks.map((block) => block.text)).toEqual(['A', 'x\ty\nz\tz\nz\tz', 'B', 'only']);
  expect(document.blocks[1]!.table).toMatchObject({ caption: 'Title' });
});
