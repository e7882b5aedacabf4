import { describe, expect, it } from 'vitest';
import { buildPdf, draw } from '../../testing/build-pdf.ts';
import { readPdf } from '../read-pdf.ts';

type Drawn = [x: number, y: number, size: number, text: string];

const readBlocks = async (lines: Drawn[]) => (await readPdf(buildPdf([{ content: draw(...lines) }]))).blocks;

describe('tables without rulings', () => {
  it('are found when they are stored column by column', async () => {
    const heads: Drawn[] = [
      [50, 720, 11, 'Totals'],
      [250, 720, 11, '2007'],
      [350, 720, 11, '2008'],
    ];
    const column = (x: number, values: string[]): Drawn[] =>
      values.map((value, index) => [x, 700 - index * 16, 11, value]);
    const labels = Array.from({ length: 9 }, (_, index) => `Label number ${index}`);
    const figures = (from: number) => labels.map((_, index) => String(from + index));
    const blocks = await readBlocks([
      ...heads,
      ...column(50, labels),
      ...column(250, figures(100)),
      ...column(350, figures(200)),
    ]);
    const tables = blocks.filter((block) => block.type === 'table');
    expect(tables).toHaveLength(1);
    const rows = tables[0]!.table!.rows.map((row) => row.map((cell) => cell.text));
    expect(rows).toContainEqual(['Label number 0', '100', '200']);
    expect(rows).toContainEqual(['Label number 8', '108', '208']);
  });

  it('are not lists whose bullets stand far from their text', async () => {
    const items = Array.from({ length: 5 }, (_, index): Drawn[] => [
      [50, 700 - index * 32, 11, '-'],
      [120, 700 - index * 32, 11, `Statement ${index} goes on over a line and`],
      [120, 686 - index * 32, 11, 'ends on the next one after some words'],
    ]).flat();
    const blocks = await readBlocks(items);
    expect(blocks.some((block) => block.type === 'table')).toBe(false);
  });

  it('are not the lines of a typewriter that spaces its words', async () => {
    const words = ['allows', 'users', 'to', 'calculate', 'the', 'error'];
    const lines = Array.from({ length: 4 }, (_, row) =>
      words.map((word, index): Drawn => [50 + index * 90, 700 - row * 14, 11, word]),
    ).flat();
    const blocks = await readBlocks(lines);
    expect(blocks.some((block) => block.type === 'table')).toBe(false);
  });

  it('are not listings of code, whose lines their author aligned', async () => {
    const code = [
      ['Certificate ::=', 'SEQUENCE {'],
      ['tbsCertificate', 'TBSCertificate,'],
      ['signatureAlgorithm', 'AlgorithmIdentifier,'],
      ['signatureValue', 'BIT STRING }'],
      ['Version ::=', 'INTEGER { v1(0), v2(1) }'],
      ['Validity ::=', 'SEQUENCE {'],
    ];
    const blocks = await readBlocks(
      code.flatMap(([left, right], row): Drawn[] => [
        [50, 700 - row * 14, 10, left!],
        [250, 700 - row * 14, 10, right!],
      ]),
    );
    expect(blocks.some((block) => block.type === 'table')).toBe(false);
    expect(blocks.map(({ text }) => text).join(' ')).toContain('signatureAlgorithm AlgorithmIdentifier,');
  });
});

it('lines of contents are no headings, however they are set', async () => {
  const titles = ['Scope', 'Terms', 'Keys', 'Signatures', 'Digital Signature Algorithm'];
  const blocks = await readBlocks([
    ...titles.map((title, row): Drawn => [50, 700 - row * 40, 16, `${row + 1} ${title} ${row * 20 + 3}`]),
    ...Array.from(
      { length: 12 },
      (_, row): Drawn => [
        50,
        440 - row * 14,
        10,
        `Line ${row} of the text that follows the contents of this document`,
      ],
    ),
  ]);
  expect(blocks.filter(({ type }) => type === 'heading')).toEqual([]);
});
