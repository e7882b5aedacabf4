import { expect, test } from 'vitest';
import { extractRows, textOfRow } from './long-tables.ts';

const tableOf = (id: string, rows: string[]) =>
  `<table data-block-id="${id}">\n<tbody>\n${rows.join('\n')}\n</tbody>\n</table>`;
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, row) => `<tr data-row="${row}"><td>${row}</td><td>a &amp; b</td></tr>`);

test('the text of a row is that of the document', () => {
  expect(textOfRow('<tr><th>Art&#39;s</th><td colspan="2">1 &lt; 2<br>&amp;lt;</td></tr>')).toBe(
    "Art's\t1 < 2\n&lt;",
  );
});

test('long tables give up their rows, all else stays as it is', () => {
  const short = tableOf('b1', rowsOf(3));
  const long = rowsOf(301);
  const around = (table: string) => `<p data-block-id="b0">x</p>\n${short}\n${table}\n<p>end</p>`;
  const taken = extractRows(around(tableOf('b2', long)));
  expect(taken.rows).toEqual(new Map([['b2', long]]));
  expect(taken.html).toBe(around('<table data-block-id="b2">\n<tbody></tbody>\n</table>'));
  expect(extractRows(around(short))).toEqual({ html: around(short), rows: new Map() });
});
