import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type BlockInput, type ParsedDocument, readDocument } from '@lectern/parsing';
import { describe, expect, it } from 'vitest';
import { buildDocument, buildWords, foldWords } from '../testing/build-document.ts';
import { laws } from './laws.ts';

const folder = resolve(import.meta.dirname, '../testing/laws');
const lawFiles = [
  'animaux-fr.txt',
  'nuisances-fr.txt',
  'noise-en.txt',
  'zoning-numbers-en.txt',
  'dogs-zh.txt',
];

function readLaw(name: string): Promise<ParsedDocument> {
  return readDocument({ name, bytes: readFileSync(resolve(folder, name)) });
}

/** The same law as a word processor gives it when nobody used a style: every line a plain paragraph. */
function readUnstyledLaw(name: string): ParsedDocument {
  const lines = readFileSync(resolve(folder, name), 'utf8').split('\n');
  return buildDocument(
    lines.filter((line) => line.trim() !== '').map((text) => ({ type: 'paragraph', text })),
    'docx',
  );
}

const animals = ['MUNICIPALITÉ DE VAL-DES-ORMES', 'RÈGLEMENT NUMÉRO 412-2024 SUR LA GARDE DES ANIMAUX'];

async function lastTitles(name: string, options: object = {}): Promise<(string | undefined)[]> {
  const { chunks } = await laws.chunk(await readLaw(name), options);
  return chunks.map(({ headingPath }) => headingPath.at(-1));
}

describe('one article is one chunk', () => {
  it('of a French bylaw with titles, chapters, sections and articles', async () => {
    const { chunks } = await laws.chunk(await readLaw('animaux-fr.txt'), {});
    expect(chunks.map(({ headingPath }) => headingPath.at(-1))).toEqual([
      animals[1],
      'Article 1 – Objet',
      'Article 2 – Définitions',
      "Article 3 – Champ d'application",
      "Article 4 – Pouvoirs d'inspection",
      'Article 5 (Abrogé)',
      'Article 6 – Obligation',
      'Article 7 – Durée',
      'Article 8 – Laisse',
      "Article 8.1 – Chien d'assistance",
      'Article 9 – Aboiements',
      'Article 10 – Nombre',
      'Article 11 – Amendes',
      'Article 12 – Entrée en vigueur',
      'ANNEXE A – TARIFS',
    ]);
    expect(chunks[8]!.headingPath).toEqual([
      ...animals,
      'TITRE II – LES ANIMAUX DE COMPAGNIE',
      'CHAPITRE I – LES CHIENS',
      'SECTION 2 – LE COMPORTEMENT',
      'Article 8 – Laisse',
    ]);
    expect(chunks[0]!.text).toContain('ATTENDU QUE la Municipalité peut');
    expect(chunks[3]!.text).toContain('Article 14 de la Loi');
    expect(chunks.map(({ text }) => text).join('\n')).not.toContain('......');
  });

  it('of a French bylaw whose articles are numbers that run through its chapters', async () => {
    expect(await lastTitles('nuisances-fr.txt')).toEqual([
      undefined,
      ...['1.', '2.', '3.', '4.', '5.', '6.', '7.', '8.', '9. (Abrogé, RV-91-2024)', '10.', '11.'],
    ]);
    const { chunks } = await laws.chunk(await readLaw('nuisances-fr.txt'), {});
    expect(chunks[5]!.headingPath).toEqual(['CHAPITRE II – NUISANCES', 'SECTION I – LES TERRAINS', '5.']);
    expect(chunks[5]!.text).toMatch(/^5\. Le propriétaire.*a\) un amas.*exploitation agricole\.$/s);
  });

  it('of an English by-law whose sections are its provisions', async () => {
    expect(await lastTitles('noise-en.txt')).toEqual([
      'BY-LAW NO. 2023-118',
      'Section 1. Short title',
      'Section 2. Definitions',
      'Section 3. Unreasonable noise',
      'Section 4. Hours of work',
      'Section 5. [Repealed, By-law 2024-31]',
      'Section 6. Offence',
      'SCHEDULE A – EXEMPT EVENTS',
    ]);
  });

  it('of a Chinese regulation', async () => {
    expect(await lastTitles('dogs-zh.txt')).toEqual([
      undefined,
      ...['第一条', '第二条', '第三条', '第四条', '第五条', '第六条', '第七条', '第八条'],
      '附件1 – 收费标准',
    ]);
    const { chunks } = await laws.chunk(await readLaw('dogs-zh.txt'), {});
    expect(chunks[3]!.headingPath).toEqual(['第二章 登记与免疫', '第一节 登记', '第三条']);
  });

  it('of rules that number their paragraphs in digits', async () => {
    expect(await lastTitles('zoning-numbers-en.txt')).toEqual([
      '1.1 Purpose',
      '1.2 Reading the plan',
      '2.1.1 Main buildings',
      '2.1.2 Outbuildings',
      '2.2 Colours',
    ]);
  });

  it.each(lawFiles)('of %s also where all of it is plain paragraphs', async (name) => {
    const { chunks } = await laws.chunk(readUnstyledLaw(name), {});
    const titles = chunks.map(({ headingPath }) => headingPath.at(-1) ?? '');
    const wanted = await lastTitles(name);
    const provision = /^(?:Article|Section \d|\d+\.|第.+条|SCHEDULE|ANNEXE|附件)/;
    expect(titles.filter((title) => provision.test(title))).toEqual(
      wanted.filter((title) => title !== undefined && provision.test(title)),
    );
  });

  it.each(lawFiles)('and no word of %s but its contents is lost', async (name) => {
    const document = readUnstyledLaw(name);
    const { chunks } = await laws.chunk(document, {});
    const kept = new Set(chunks.flatMap(({ text }) => foldWords(text)));
    const lost = document.blocks
      .filter(({ text }) => !/\.{3,}|…|^(?:目录|TABLE DES MATIÈRES)$/.test(text))
      .flatMap(({ text }) => foldWords(text))
      .filter((word) => !kept.has(word));
    expect(lost).toEqual([]);
  });
});

describe('grouping', () => {
  it('by section packs the articles of a section, and those of a chapter without sections', async () => {
    expect(await lastTitles('animaux-fr.txt', { groupBy: 'section' })).toEqual([
      animals[1],
      'CHAPITRE I – PORTÉE ET INTERPRÉTATION',
      'CHAPITRE II – ADMINISTRATION',
      'SECTION 1 – LA LICENCE',
      'SECTION 2 – LE COMPORTEMENT',
      'Article 10 – Nombre',
      'TITRE III – DISPOSITIONS PÉNALES ET FINALES',
      'ANNEXE A – TARIFS',
    ]);
  });

  it('by chapter packs all of a chapter', async () => {
    expect(await lastTitles('nuisances-fr.txt', { groupBy: 'chapter' })).toEqual([
      undefined,
      'CHAPITRE I – DISPOSITIONS INTERPRÉTATIVES',
      'CHAPITRE II – NUISANCES',
      'CHAPITRE III – DISPOSITIONS PÉNALES',
    ]);
  });
});

describe('a long article', () => {
  it('is cut between its paragraphs, under its title each time', async () => {
    const document = await readLaw('animaux-fr.txt');
    const { chunks } = await laws.chunk(document, { chunkTokenNumber: 120 });
    const parts = chunks.filter(({ headingPath }) => headingPath.at(-1) === 'Article 2 – Définitions');
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts) {
      expect(part.text).toMatch(/^# Article 2 – Définitions\n\n/);
      expect(part.tokens).toBeLessThanOrEqual(120);
      expect(part.text).toMatch(/[:;.]$/);
    }
    // What is repeated is not cited: the range is that of the part's own text.
    for (const [index, part] of parts.entries())
      if (index > 0) expect(part.charRange.start).toBeGreaterThanOrEqual(parts[index - 1]!.charRange.end);
  });

  it('whose number stands in its first paragraph repeats the number', async () => {
    const sentence = 'Le gardien doit tenir son chien en laisse et le garder auprès de lui. ';
    const blocks: BlockInput[] = [1, 2, 3].map((number) => ({
      type: 'paragraph',
      text: `Article ${number}. ${sentence.repeat(number === 2 ? 12 : 1).trim()}`,
    }));
    const { chunks } = await laws.chunk(buildDocument(blocks), { chunkTokenNumber: 80 });
    const parts = chunks.filter(({ headingPath }) => headingPath[0] === 'Article 2');
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.slice(1).every(({ text }) => /^Article 2\n\nLe gardien/.test(text))).toBe(true);
  });
});

it('cuts a document without any numbers by its headings', async () => {
  const { chunks } = await laws.chunk(
    buildDocument([
      { type: 'paragraph', text: 'To all members.' },
      { type: 'heading', text: 'Purpose', level: 1 },
      { type: 'paragraph', text: 'We meet.' },
      { type: 'heading', text: 'Members', level: 1 },
      { type: 'heading', text: 'Joining', level: 2 },
      { type: 'paragraph', text: 'Anyone may join.' },
    ]),
    {},
  );
  expect(chunks.map(({ text }) => text)).toEqual([
    'To all members.',
    '# Purpose\n\nWe meet.',
    '# Members\n\n## Joining\n\nAnyone may join.',
  ]);
});

it('gives headings without any text one chunk', async () => {
  const blocks = ['One', 'Two', 'Three'].map((text): BlockInput => ({ type: 'heading', text, level: 1 }));
  expect((await laws.chunk(buildDocument(blocks), {})).chunks).toHaveLength(1);
});

it('keeps a table whole where it fits without the title of its article', async () => {
  const rows = Array.from({ length: 24 }, (_, index) => [
    { text: `zone ${index}` },
    { text: `${index} metres` },
  ]);
  const blocks: BlockInput[] = [
    { type: 'paragraph', text: 'Article 1 – Distances' },
    { type: 'paragraph', text: buildWords(60) },
    { type: 'caption', text: 'Tableau 1' },
    {
      type: 'table',
      table: {
        caption: 'Tableau 1',
        rows: [
          [
            { text: 'Zone', header: true },
            { text: 'Distance', header: true },
          ],
          ...rows,
        ],
      },
    },
    { type: 'paragraph', text: 'Article 2 – Hauteurs' },
    { type: 'paragraph', text: 'Deux étages.' },
  ];
  const { chunks } = await laws.chunk(buildDocument(blocks), { chunkTokenNumber: 272 });
  expect(chunks.filter(({ text }) => text.includes('Tableau 1'))).toHaveLength(1);
  expect(chunks.filter(({ text }) => text.includes('| zone'))).toHaveLength(1);
  expect(chunks.map(({ text }) => text)).not.toContain('Article 1 – Distances');
});
