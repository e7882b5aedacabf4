import { utils, write } from '@e965/xlsx';
import { readRealDocument, testOnRealDocuments } from '@lectern/testing/real-documents';
import { expect, it } from 'vitest';
import { openArchive } from '../../archive/read-archive.ts';
import { readDocument } from '../../read-document.ts';
import { buildWorkbook } from '../../testing/build-zip.ts';
import { readWorkbook } from '../read-workbook.ts';
import { isLargeWorkbook, readLargeXlsx } from './read-large-xlsx.ts';

async function readBoth(bytes: Uint8Array) {
  const whole = await readWorkbook({ name: 'a.xlsx', bytes }, {}, 'xlsx');
  const byRow = await readLargeXlsx(await openArchive(bytes), {});
  return { whole: whole.blocks, byRow: byRow.blocks };
}

testOnRealDocuments('reads a real workbook as the reader of small ones does', async () => {
  const { whole, byRow } = await readBoth(readRealDocument('s15-sheets.xlsx').bytes);
  expect(byRow).toEqual(whole);
});

it('shows numbers, dates, amounts, truths, errors and merged cells as the other does', async () => {
  const sheet = utils.aoa_to_sheet([
    ['Title', null, null, null, null],
    ['name', 'day', 'price', 'share', 'open'],
    ['Duck & <goose>', 45_000.5, 1234.5, 0.125, true],
    ['line\nbreak', 1, -3, 2e20, false],
    ['', 0.1 + 0.2, 1e-7, null, null],
  ]);
  sheet['!merges'] = [{ s: { r: 0, c: 0 }, e: { r: 0, c: 4 } }];
  const formats: Record<string, string> = {
    B3: 'yyyy-mm-dd hh:mm',
    B4: 'd mmm yy',
    C3: '#,##0.00 "€"',
    C4: '0.0;[Red]-0.0',
    D3: '0.0%',
  };
  for (const [place, format] of Object.entries(formats)) sheet[place].z = format;
  sheet.E5 = { t: 'e', v: 0x2a, w: '#N/A' };
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'Birds');
  utils.book_append_sheet(book, utils.aoa_to_sheet([['only']]), 'Second');
  const options = { type: 'array', bookType: 'xlsx', bookSST: true } as const;
  const { whole, byRow } = await readBoth(new Uint8Array(write(book, options) as ArrayBuffer));
  expect(byRow).toEqual(whole);
  expect(byRow[1]!.text).toContain('1,234.50 €');
});

it('is taken for a workbook of many rows, which tells how far it is', async () => {
  const rows = Array.from(
    { length: 80_000 },
    (_, r) =>
      `<row r="${r + 1}">${['A', 'B', 'C', 'D'].map((c, i) => `<c r="${c}${r + 1}"><v>${r * i}</v></c>`).join('')}</row>`,
  );
  const bytes = buildWorkbook(`<sheetData>${rows.join('')}</sheetData>`);
  expect(isLargeWorkbook(await openArchive(bytes))).toBe(true);
  const reports: [number, number][] = [];
  const onProgress = (done: number, total: number) => reports.push([done, total]);
  const document = await readDocument({ name: 'a.xlsx', bytes }, { onProgress });
  expect(document.blocks[1]!.table!.rows).toHaveLength(80_000);
  expect(reports.length).toBeGreaterThan(50);
  const middle = reports[reports.length >> 1]!;
  expect(middle[0]).toBeGreaterThan(20_000);
  expect(middle[1] / 80_000).toBeCloseTo(1, 0);
});
