import { expect, it } from 'vitest';
import { readDocument } from '../read-document.ts';

it('reads a hundred thousand rows of twelve columns, and tells how far it is', async () => {
  const head = Array.from({ length: 12 }, (_, column) => `column ${column}`).join(';');
  const row = (index: number) => Array.from({ length: 12 }, (_, column) => index * column).join(';');
  const bytes = Buffer.from([head, ...Array.from({ length: 100_000 }, (_, index) => row(index))].join('\n'));
  const reports: [number, number][] = [];
  const document = await readDocument(
    { name: 'a.csv', bytes },
    { onProgress: (done, total) => reports.push([done, total]) },
  );
  const { rows } = document.blocks[0]!.table!;
  expect(rows).toHaveLength(100_001);
  expect(rows[0]!.every((cell) => cell.header)).toBe(true);
  expect(rows[100_000]![11]!.text).toBe(String(99_999 * 11));
  expect(reports.length).toBeGreaterThan(100);
  expect(reports.every(([done, total]) => done <= total)).toBe(true);
});

it('leaves empty rows out and keeps a quote that never closes', async () => {
  const bytes = Buffer.from('name\tsize\n\t\nduck\t"3\n\ngoose\t5\n');
  const document = await readDocument({ name: 'a.tsv', bytes });
  expect(document.blocks[0]!.text).toBe('name\tsize\nduck\t"3\ngoose\t5');
});

it('refuses a table wider than spreadsheet programs open', async () => {
  const read = (columns: number) =>
    readDocument({ name: 'a.csv', bytes: Buffer.from(`${'a,'.repeat(columns - 1)}a\n1,2\n`) });
  await expect(read(16_385)).rejects.toThrow('too_many_cells: 16385 columns');
  expect((await read(16_384)).blocks).toHaveLength(1);
});
