import type { BlockInput, Table } from '@lectern/parsing';
import { describe, expect, it } from 'vitest';
import { buildDocument, buildWords, foldWords } from '../testing/build-document.ts';
import { loadTokenCounter } from '../tokens.ts';
import { naive } from './naive.ts';

const paragraph = (text: string, page?: number): BlockInput => ({
  type: 'paragraph',
  text,
  ...(page === undefined ? {} : { page }),
});
const heading = (text: string, level = 1): BlockInput => ({ type: 'heading', text, level });

async function chunkTexts(blocks: BlockInput[], options: object, format?: string): Promise<string[]> {
  return (await naive.chunk(buildDocument(blocks, format), options)).chunks.map((chunk) => chunk.text);
}

function buildTable(rows: number): Table {
  const header = ['Name', 'Size'].map((text) => ({ text, header: true }));
  const body = Array.from({ length: rows }, (_, row) => [{ text: `bird${row}` }, { text: `${row} cm` }]);
  return { caption: 'All birds', rows: [header, ...body] };
}

describe('where it cuts', () => {
  it('keeps a short document whole', async () => {
    expect(await chunkTexts([heading('Ducks'), paragraph('They swim.'), paragraph('They fly.')], {})).toEqual(
      ['# Ducks\n\nThey swim.\n\nThey fly.'],
    );
  });

  it('never leaves a heading at the end of a chunk', async () => {
    const blocks = Array.from({ length: 30 }, (_, i) => [
      heading(`Part ${i}`, 2),
      paragraph(buildWords(12 + (i % 7))),
    ]).flat();
    for (const chunkTokenNumber of [40, 64, 100, 150]) {
      for (const text of await chunkTexts(blocks, { chunkTokenNumber })) {
        expect(text.split('\n').at(-1)).not.toMatch(/^#/);
      }
    }
  });

  it('cuts before a new section rather than in the middle of it', async () => {
    const texts = await chunkTexts(
      [heading('One'), paragraph(buildWords(60)), heading('Two'), paragraph(buildWords(60, 100))],
      { chunkTokenNumber: 256 },
    );
    expect(texts.map((text) => text.split('\n')[0])).toEqual(['# One', '# Two']);
  });

  it('cuts an over-long paragraph at sentences, not at abbreviations', async () => {
    const text = Array.from(
      { length: 20 },
      (_, i) => `Dr. Smith saw Fig. ${i} on p. 3 of the long report.`,
    ).join(' ');
    const texts = await chunkTexts([paragraph(text)], { chunkTokenNumber: 60, delimiter: '' });
    expect(texts.length).toBeGreaterThan(3);
    for (const part of texts) expect(part).toMatch(/^Dr\. .*report\.$/s);
  });

  it('cuts Chinese at its sentence ends', async () => {
    const text = '人工智能正在改变世界，许多行业因此受益。'.repeat(30);
    const texts = await chunkTexts([paragraph(text)], { chunkTokenNumber: 64 });
    expect(texts.join('')).toBe(text);
    for (const part of texts) expect(part).toMatch(/。$/);
  });

  it('cuts a run without spaces and never inside a character', async () => {
    const text = '😀'.repeat(3_000);
    const texts = await chunkTexts([paragraph(text)], { chunkTokenNumber: 50 });
    expect(texts.join('')).toBe(text);
    for (const part of texts) expect(part.isWellFormed()).toBe(true);
  });

  it('spreads a small rest over the last two chunks', async () => {
    const blocks = Array.from({ length: 11 }, (_, i) => paragraph(`${buildWords(9, i * 10)}.`));
    const { chunks } = await naive.chunk(buildDocument(blocks), { chunkTokenNumber: 300 });
    expect(Math.min(...chunks.map((chunk) => chunk.tokens))).toBeGreaterThan(60);
  });
});

describe('the delimiter field', () => {
  it('keeps bare delimiters with the text before them', async () => {
    const texts = await chunkTexts([paragraph('one two three;four five six;seven eight nine')], {
      chunkTokenNumber: 5,
      delimiter: ';',
    });
    expect(texts).toEqual(['one two three;', 'four five six;', 'seven eight nine']);
  });

  it('starts a chunk at every separator between back-ticks and leaves the separator out', async () => {
    const texts = await chunkTexts([paragraph('first###second\nsame###third')], { delimiter: '\\n`###`' });
    expect(texts).toEqual(['first', 'second\nsame', 'third']);
  });

  it('takes characters of patterns as they are', async () => {
    const texts = await chunkTexts([paragraph('a b c d e.*f g h i j.*k l m n o')], {
      chunkTokenNumber: 8,
      delimiter: '`.*`',
    });
    expect(texts).toEqual(['a b c d e', 'f g h i j', 'k l m n o']);
  });
});

describe('overlap', () => {
  it('repeats the tail of a chunk at the head of the next, within both limits', async () => {
    const countTokens = await loadTokenCounter();
    const text = Array.from({ length: 40 }, (_, i) => `Sentence number ${i} says something of its own.`).join(
      ' ',
    );
    const { chunks } = await naive.chunk(buildDocument([paragraph(text)]), {
      chunkTokenNumber: 80,
      chunkOverlap: 25,
    });
    for (const [index, chunk] of chunks.entries()) {
      expect(chunk.tokens).toBeLessThanOrEqual(80);
      const before = chunks[index - 1];
      if (!before) continue;
      const shared = before.text.slice(before.text.length - (before.charRange.end - chunk.charRange.start));
      expect(chunk.text.startsWith(shared.trim())).toBe(true);
      expect(shared).toMatch(/^Sentence number/);
      expect(countTokens(shared)).toBeLessThanOrEqual(25);
      expect(countTokens(shared)).toBeGreaterThan(0);
    }
  });

  it('repeats nothing by default', async () => {
    const texts = await chunkTexts([paragraph(buildWords(900))], {});
    expect(foldWords(texts.join(' '))).toEqual(foldWords(buildWords(900)));
  });
});

describe('tables', () => {
  it('repeats caption and column names in every part', async () => {
    const { chunks } = await naive.chunk(buildDocument([{ type: 'table', table: buildTable(60) }]), {
      chunkTokenNumber: 120,
    });
    expect(chunks.length).toBeGreaterThan(3);
    for (const chunk of chunks) {
      expect(chunk.kind).toBe('table');
      expect(chunk.text).toMatch(/^All birds\n\n\| Name \| Size \|\n\| --- \| --- \|\n\| bird/);
    }
    const rows = chunks.flatMap((chunk) => chunk.text.match(/bird\d+/g) ?? []);
    expect(rows).toEqual(Array.from({ length: 60 }, (_, row) => `bird${row}`));
  });

  it('keeps a table that fits in one chunk', async () => {
    const texts = await chunkTexts([paragraph(buildWords(70)), { type: 'table', table: buildTable(10) }], {
      chunkTokenNumber: 220,
    });
    expect(texts.filter((text) => text.includes('bird'))).toHaveLength(1);
  });

  it('writes rows of sheets as lines, or as HTML when asked', async () => {
    const blocks: BlockInput[] = [
      { type: 'table', table: { ...buildTable(2), caption: undefined } as Table },
    ];
    expect(await chunkTexts(blocks, {}, 'xlsx')).toEqual([
      'Name: bird0; Size: 0 cm\nName: bird1; Size: 1 cm',
    ]);
    expect(await chunkTexts(blocks, { excelToHtml: true }, 'xlsx')).toEqual([
      '<table>\n<tr><th>Name</th><th>Size</th></tr>\n<tr><td>bird0</td><td>0 cm</td></tr>\n<tr><td>bird1</td><td>1 cm</td></tr>\n</table>',
    ]);
  });

  it('keeps the cells of a row that is too long on one line', async () => {
    const cells = (write: (column: number) => string) =>
      Array.from({ length: 60 }, (_, column) => ({ text: write(column) }));
    const names = cells((column) => `c${column}`).map((cell) => ({ ...cell, header: true }));
    const rows = [names, cells((column) => `${column}`)];
    const texts = await chunkTexts([{ type: 'table', table: { rows } }], { chunkTokenNumber: 100 }, 'csv');
    expect(texts.length).toBeGreaterThan(2);
    expect(texts.join('')).not.toContain('\n');
    expect(texts.join(' ').match(/c\d+: \d+/g)).toHaveLength(60);
  });

  it('takes a first row over all columns as the title', async () => {
    const table: Table = {
      rows: [
        [{ text: 'Birds of 2026', colspan: 2 }],
        [{ text: 'Name' }, { text: 'Size' }],
        [{ text: 'Duck' }, { text: '3' }],
      ],
    };
    expect(await chunkTexts([{ type: 'table', table }], {})).toEqual([
      'Birds of 2026\n\n| Name | Size |\n| --- | --- |\n| Duck | 3 |',
    ]);
  });
});

describe('pages and places', () => {
  it('leaves running heads out', async () => {
    const texts = await chunkTexts(
      [
        { type: 'page_header', text: 'Annual report' },
        paragraph('Ducks swim.'),
        { type: 'page_footer', text: 'Page 1' },
      ],
      {},
    );
    expect(texts).toEqual(['Ducks swim.']);
  });

  it('never crosses a page when grouped by page', async () => {
    const texts = await chunkTexts([paragraph('one', 1), paragraph('two', 1), paragraph('three', 2)], {
      groupByPage: true,
    });
    expect(texts).toEqual(['one\n\ntwo', 'three']);
  });

  it('gives a part of a tall block only its share of the box', async () => {
    const box = { page: 1, x0: 0.1, y0: 0.1, x1: 0.9, y1: 0.9 };
    const document = buildDocument([{ type: 'paragraph', text: buildWords(600), page: 1, boxes: [box] }]);
    const { chunks } = await naive.chunk(document, { chunkTokenNumber: 300 });
    expect(chunks.length).toBeGreaterThan(3);
    expect(chunks[0]!.boxes[0]!.y0).toBeCloseTo(0.1);
    expect(chunks[0]!.boxes[0]!.y1).toBeLessThan(0.5);
    expect(chunks.at(-1)!.boxes[0]!.y0).toBeGreaterThan(0.5);
    expect(chunks.at(-1)!.boxes[0]!.y1).toBeCloseTo(0.9);
  });

  it('knows the headings above a chunk, and only those above all of it', async () => {
    const document = buildDocument([
      heading('Birds'),
      heading('Ducks', 2),
      paragraph(buildWords(30)),
      heading('Geese', 2),
      paragraph(buildWords(30, 50)),
    ]);
    const {
      chunks: [whole],
    } = await naive.chunk(document, {});
    expect(whole!.headingPath).toEqual(['Birds']);
    const { chunks: parts } = await naive.chunk(document, { chunkTokenNumber: 90 });
    expect(parts.at(-1)!.headingPath).toEqual(['Birds', 'Geese']);
  });
});

it('writes lists and code as Markdown', async () => {
  const texts = await chunkTexts(
    [
      { type: 'list_item', text: 'one', level: 1, marker: '•' },
      { type: 'list_item', text: 'deep', level: 2, marker: 'a.' },
      { type: 'code', text: 'let a = 1;\nlet b = 2;' },
    ],
    {},
  );
  expect(texts).toEqual(['- one\n  a. deep\n\n```\nlet a = 1;\nlet b = 2;\n```']);
});

it('takes text that spells control tokens as text', async () => {
  expect(await chunkTexts([paragraph('before <|endoftext|> after')], {})).toEqual([
    'before <|endoftext|> after',
  ]);
});

describe('Markdown that stays Markdown', () => {
  const wide = (columns: number, name: string): Table => ({
    rows: [
      Array.from({ length: columns }, (_, column) => ({ text: `${name} ${column}`, header: true })),
      ...Array.from({ length: 40 }, (_, row) =>
        Array.from({ length: columns }, (_, column) => ({ text: `${row * column}` })),
      ),
    ],
  });

  it('shortens the names of columns rather than leave the head out of later parts', async () => {
    const name = 'Number of households with a garden and a shed in the district of the north, by year';
    const texts = await chunkTexts([{ type: 'table', table: wide(8, name) }], { chunkTokenNumber: 180 });
    expect(texts.length).toBeGreaterThan(3);
    for (const text of texts) expect(text).toMatch(/^\| Number of .*\n\|(?: --- \|){8}\n\| \d/);
  });

  it('names each value where even short names are too many', async () => {
    const texts = await chunkTexts([{ type: 'table', table: wide(40, 'Measure') }], {
      chunkTokenNumber: 300,
    });
    for (const text of texts) expect(text).toMatch(/^Measure 0: \d+; Measure 1: \d+/);
  });

  it('keeps figures of one cell on the line of their label', async () => {
    const row = (...texts: string[]) => texts.map((text) => ({ text }));
    const table: Table = {
      rows: [
        ['Wages', 'Tax', 'Note'].map((text) => ({ text, header: true })),
        row('0–100\n101–200\n201–300', '0\n10\n25', 'weekly'),
        row('a label that\nwas wrapped', '7', ''),
      ],
    };
    expect(await chunkTexts([{ type: 'table', table }], {})).toEqual([
      [
        '| Wages | Tax | Note |',
        '| --- | --- | --- |',
        '| 0–100 | 0 | weekly |',
        '| 101–200 | 10 |  |',
        '| 201–300 | 25 |  |',
        '| a label that was wrapped | 7 |  |',
      ].join('\n'),
    ]);
  });

  it('writes a heading of two lines as one', async () => {
    expect(await chunkTexts([heading('Rules\nof the town', 2), paragraph('All of them.')], {})).toEqual([
      '## Rules of the town\n\nAll of them.',
    ]);
  });
});
