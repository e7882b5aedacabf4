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

  it.each([
    [
      'calls with what they return',
      [
        ['(zero? 0)', '=> #t'],
        ['(list 1 2)', '=> (1 2)'],
        ['(odd? 3)', '=> #t'],
        ['(car x)', '=> 1'],
      ],
    ],
    [
      'numbered lines of a program',
      [
        ['1', 'for (var i = 2; i < 100; ++i)'],
        ['2', 'if (!primes[i])'],
        ['3', 'continue;'],
        ['4', 'primes[k] = false;'],
      ],
    ],
    [
      'titles with the pages they are on',
      [
        ['2', 'At a glance'],
        ['4', 'How we create value'],
        ['6', 'Key figures'],
        ['8', 'Letter to members'],
        ['14', 'Our people'],
        ['20', 'Our planet'],
      ],
    ],
    [
      'bullets of a font of signs',
      [
        ['\xad', 'Work with users'],
        ['\xad', 'Change the users'],
        ['\xad', 'Display all users'],
        ['\xad', 'Remove a user'],
      ],
    ],
    [
      'labels of a form with their values',
      [
        ['Case number:', '150109'],
        ['Age:', 'One year'],
        ['Gender:', 'Female'],
        ['Agency:', 'Bureau of welfare'],
      ],
    ],
    [
      'names in two columns',
      [
        ['Volunteers', 'Oracle'],
        ['Suse', 'Redhat'],
        ['Lanedo', 'Canonical'],
        ['Munich', 'Alta'],
        ['Linagora', 'Collabora'],
      ],
    ],
    [
      'numbered works',
      [
        ['[1] P. Dario, R. Valeggi,', 'M. C. Carozza'],
        ['Cocco, A critical', 'survey, 1998'],
        ['[2] J. M. Kahn, R. H. Katz', 'and Pister'],
        ['Mobile networks', '17-19'],
      ],
    ],
    [
      'the digits of a matrix',
      [
        ['0', '1', '0'],
        ['1', '1', '0'],
        ['0', '0', '1'],
        ['1', '0', '1'],
      ],
    ],
  ])('are not %s', async (_, rows) => {
    const lines = rows.flatMap((cells, row) =>
      cells.map((text, index): Drawn => [60 + index * 160, 700 - row * 14, 11, text]),
    );
    const blocks = await readBlocks(lines);
    expect(blocks.filter((block) => block.type === 'table')).toEqual([]);
  });

  it('are found when each column is stored with the lines of its head', async () => {
    const column = (x: number, values: string[]): Drawn[] =>
      values.map((value, index) => [x, 700 - index * 14, 11, value]);
    const months = ['1 - 12', '13 - 24', '25 - 36', '37 - 48', '49 - 60', '61 - 72'];
    const blocks = await readBlocks([
      ...column(60, ['Months', 'after', 'the start', ...months]),
      ...column(200, ['Rent', 'per foot', '(net)', ...months.map((_, index) => `$2${index}.50`)]),
      ...column(340, ['Rent', 'per', 'month', ...months.map((_, index) => `$18,64${index}.00`)]),
    ]);
    const rows = blocks.flatMap(({ table }) => table?.rows.map((row) => row.map((cell) => cell.text)) ?? []);
    expect(rows).toContainEqual(['13 - 24', '$21.50', '$18,641.00']);
  });

  it('keep a line of prose under each record, and are not cut there', async () => {
    const records = Array.from({ length: 4 }, (_, index): Drawn[] => [
      [60, 700 - index * 28, 11, `DH-10${index}`],
      [160, 700 - index * 28, 11, 'Travel card'],
      [320, 700 - index * 28, 11, `0${index + 1}/04/2019`],
      [460, 700 - index * 28, 11, `${index}12.50`],
      [
        60,
        686 - index * 28,
        11,
        `Fare number ${index} for one of the members from the capital of the state to the office and back again`,
      ],
    ]).flat();
    const tables = (await readBlocks(records)).filter((block) => block.type === 'table');
    expect(tables).toHaveLength(1);
    const rows = tables[0]!.table!.rows.map((row) => row.map((cell) => cell.text));
    expect(rows).toContainEqual(['DH-102', 'Travel card', '03/04/2019', '212.50']);
    expect(rows.flat().filter((text) => text.startsWith('Fare number'))).toHaveLength(4);
  });

  it('go on below the white space between the parts of one statement', async () => {
    const row = (y: number, label: string, ...values: string[]): Drawn[] => [
      [60, y, 11, label],
      ...values.map((value, index): Drawn => [300 + index * 100, y, 11, value]),
    ];
    const blocks = await readBlocks([
      ...row(700, 'Cash', '1,250', '980'),
      ...row(686, 'Customers', '3,420', '2,890'),
      ...row(672, 'Stock', '1,100', '1,050'),
      ...row(600, 'Bonds', '5,000', '4,000'),
      ...row(586, 'Total', '10,770', '8,920'),
    ]);
    expect(blocks.filter((block) => block.type === 'table')).toHaveLength(1);
  });

  it('do not take in the running line above a column of text', async () => {
    const head: Drawn[] = [
      [60, 780, 11, 'Enforcement of the law'],
      [500, 780, 11, 'Section 8'],
    ];
    const rows = Array.from({ length: 5 }, (_, index): Drawn[] => [
      [60, 755 - index * 14, 11, `Substance ${index}`],
      [250, 755 - index * 14, 11, `90${index}1`],
    ]).flat();
    const tables = (await readBlocks([...head, ...rows])).filter((block) => block.type === 'table');
    expect(tables).toHaveLength(1);
    expect(tables[0]!.text).not.toContain('Enforcement');
  });

  it.each([
    [
      'a frame around a list',
      '50 560 500 180 re S 50 590 m 550 590 l S 300 560 m 300 590 l S',
      Array.from({ length: 8 }, (_, row): Drawn[] => [
        [80, 720 - row * 16, 11, '\x95'],
        [110, 720 - row * 16, 11, `How will product ${row} meet the needs of its users?`],
      ]).flat(),
    ],
    [
      'areas of colour behind a page',
      '0 0 400 560 re S 400 0 200 560 re S 0 430 400 2 re S 400 460 200 2 re S 0 g',
      Array.from({ length: 8 }, (_, row): Drawn[] => [
        [40, 520 - row * 16, 11, `This paper tells of rows ${row} and of columns`],
        [420, 520 - row * 16, 11, `Technical ${row}`],
      ]).flat(),
    ],
  ])('are not read into %s', async (_, paths, lines) => {
    const { blocks } = await readPdf(buildPdf([{ content: `${paths}\n${draw(...lines)}` }]));
    expect(blocks.filter((block) => block.type === 'table')).toEqual([]);
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

describe('tables of a page', () => {
  const countTables = async (lines: Drawn[]) =>
    (await readBlocks(lines)).filter((block) => block.type === 'table').length;
  const across = (y: number, texts: string[], x = 50): Drawn[] =>
    texts.map((text, index) => [x + (index === 0 ? 0 : 150 + index * 70), y, 8, text]);

  it('are one with their head, whose figures begin after white space', async () => {
    const rows = ['Agriculture', 'Atomic energy', 'Fertilisers', 'Aviation'].flatMap((label, index) =>
      across(652 - index * 14, [label, `2${index}.48`, `6${index}.52`, `9${index}.00`]),
    );
    const heads = [
      ...across(710, ['Year', 'Plan', 'Other', 'Both']),
      ...across(698, ['Ministry', 'Revenue', 'Capital', 'Total']),
      ...across(686, ['in rupees', 'net', 'net', 'gross']),
    ];
    expect(await countTables([...heads, ...rows])).toBe(1);
  });

  it('are one when parts with titles of their own follow after white space', async () => {
    const part = (y: number, title: string): Drawn[] => [
      [50, y, 8, title],
      ...across(y - 12, ['Cash and the like', '26,239', '148,820']),
      ...across(y - 24, ['Receivables', '1,246', '14,729']),
      ...across(y - 36, ['Together', '27,485', '163,549']),
    ];
    expect(await countTables([...part(700, 'Assets'), ...part(630, 'Liabilities')])).toBe(1);
  });

  it('are neither lists beside each other nor references', async () => {
    const lists = [1, 2, 3, 4].flatMap((row): Drawn[] => [
      [50, 720 - row * 14, 10, `${row}. Item ${row}`],
      [200, 720 - row * 14, 10, `\u2022 I${row}`],
      [330, 720 - row * 14, 10, `\u2022 Item ${row}`],
    ]);
    expect(
      await countTables(lists.map(([x, y, size, text]) => [x, y, size, text.replace('\u2022', '\x95')])),
    ).toBe(0);
    expect(
      await countTables([
        [50, 700, 8, '[1]'],
        [75, 700, 8, 'P. Dario and M. Cocco, Microactuators for robots: a'],
        [75, 690, 8, 'critical'],
        [150, 690, 8, 'survey,'],
        [220, 690, 8, 'Journal of'],
        [300, 690, 8, '141'],
        [75, 680, 8, 'Micromechanics,'],
        [150, 680, 8, '1992,'],
        [220, 680, 8, 'pages'],
        [300, 680, 8, '157'],
        [75, 670, 8, 'and'],
        [150, 670, 8, 'others,'],
        [220, 670, 8, 'pages'],
        [300, 670, 8, '158'],
      ]),
    ).toBe(0);
  });

  it('are no drawings in a frame', async () => {
    const frame = [
      '50 300 500 400 re S 50 340 m 550 340 l S 300 300 m 300 340 l S',
      '50 320 m 550 320 l S',
    ].join('\n');
    const labels: Drawn[] = Array.from(
      { length: 9 },
      (_, index): Drawn => [
        80 + (index % 3) * 140,
        660 - Math.floor(index / 3) * 90 - (index % 3) * 7,
        8,
        `Part ${index}`,
      ],
    );
    const fields: Drawn[] = [
      [60, 326, 8, 'Drawn by'],
      [310, 326, 8, 'Someone'],
      [60, 306, 8, 'Scale'],
      [310, 306, 8, '1:10'],
    ];
    const { blocks } = await readPdf(buildPdf([{ content: `${frame}\n${draw(...labels, ...fields)}` }]));
    const tables = blocks.filter((block) => block.type === 'table');
    expect(tables.filter((block) => block.text.includes('Part 4'))).toEqual([]);
  });
});
