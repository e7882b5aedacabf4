import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type BlockInput, readDocument } from '@lectern/parsing';
import { readRealDocument, testOnRealDocuments } from '@lectern/testing/real-documents';
import { describe, expect, it } from 'vitest';
import { buildDocument } from '../testing/build-document.ts';
import { findContents, findContentsBlocks } from './contents.ts';
import { cutContents } from './cut-contents.ts';

const read = (name: string) => readDocument(readRealDocument(name));
const laws = resolve(import.meta.dirname, '../testing/laws');
const readLaw = (name: string) => readDocument({ name, bytes: readFileSync(join(laws, name)) });
const paragraphs = (...texts: string[]): BlockInput[] => texts.map((text) => ({ type: 'paragraph', text }));

describe('contents pages are found', () => {
  testOnRealDocuments('in a French report', async () => {
    const [part, ...others] = findContents(await read('s03-plan-transport-actif-fr.pdf'));
    expect(others).toEqual([]);
    expect(part!.heading!.text).toBe('Table des matières');
    expect(part!.entries).toHaveLength(18);
    expect(part!.entries[3]).toMatchObject({ title: '2. Méthodologie et consultations', page: '6' });
  });

  testOnRealDocuments('in a guide of 67 pages, but not its index', async () => {
    const parts = findContents(await read('s02-irs-publication-15.pdf'));
    expect(parts).toHaveLength(1);
    expect(parts[0]!.entries.at(-1)).toMatchObject({ title: 'Index', page: '66' });
  });

  it('in plain text, French and Chinese', async () => {
    expect(findContents(await readLaw('animaux-fr.txt'))[0]!.entries).toHaveLength(8);
    expect(findContents(await readLaw('dogs-zh.txt'))[0]!.entries.map(({ title }) => title)).toEqual([
      '第一章 总则',
      '第二章 登记与免疫',
      '第三章 养犬行为',
      '第四章 法律责任',
    ]);
  });

  it('by leaders alone, near the beginning', () => {
    const entries = ['One .... 1', 'Two .... 3', 'Three .... 4', 'Four .... 9', 'Five .... 12'];
    const text = paragraphs(...Array.from({ length: 20 }, (_, i) => `Paragraph ${i} says something.`));
    expect(findContents(buildDocument([...paragraphs(...entries), ...text]))[0]!.entries).toHaveLength(5);
    expect(findContents(buildDocument([...text, ...paragraphs(...entries)]))).toEqual([]);
  });

  it('where entries only name the headings that follow', () => {
    const document = buildDocument([
      { type: 'heading', text: 'Contents', level: 1 },
      { type: 'list_item', text: 'First steps', marker: '•' },
      { type: 'list_item', text: 'Repairs', marker: '•' },
      { type: 'heading', text: 'First steps', level: 1 },
      ...paragraphs('Unpack the device.'),
      { type: 'heading', text: 'Repairs', level: 1 },
    ]);
    expect(findContents(document)[0]!.blocks.map(({ text }) => text)).toEqual([
      'Contents',
      'First steps',
      'Repairs',
    ]);
  });

  it.each([
    ['a summary under a like name', ['Sommaire', 'Le plan vise trois buts.', 'Le premier est la sécurité.']],
    ['a list of prices', ['Contents', 'Apples 12', 'Pears 7', 'Plums 3']],
  ])('but not %s', (_what, texts) => {
    expect(findContents(buildDocument(paragraphs(...texts)))).toEqual([]);
  });
});

it('leaves nothing out of a document that is hardly more than a list with leaders', () => {
  const prices = Array.from(
    { length: 30 },
    (_, index) => `Article ${index} of the catalogue ........ ${index}`,
  );
  expect(findContentsBlocks(buildDocument(paragraphs(...prices))).size).toBe(0);
});

describe('the map of a document', () => {
  testOnRealDocuments('fits its count and budget by leaving the deepest titles out', async () => {
    const document = await read('s03-plan-transport-actif-fr.pdf');
    const [whole, ...rest] = await cutContents(document, { count: 1, budget: 512 });
    expect(rest).toEqual([]);
    expect(whole).toMatchObject({ kind: 'contents', ordinal: 0, page: 3 });
    expect(whole!.text).toContain('  - 2.1. Rencontres avec des groupes d’intérêts … 6');
    const [short] = await cutContents(document, { count: 1, budget: 100 });
    expect(short!.tokens).toBeLessThanOrEqual(100);
    expect(short!.text).toContain('- 2. Méthodologie et consultations … 6');
    expect(short!.text).not.toContain('2.1.');
  });

  testOnRealDocuments('is made of the headings where there is no contents page', async () => {
    const [map] = await cutContents(await read('s01-dpr-paper-2-columns.pdf'), { count: 1, budget: 512 });
    expect(map!.text).toContain('    - 3.1 Overview … 2');
  });

  it('is empty where none is wanted or there is nothing to show', async () => {
    expect(await cutContents(buildDocument(paragraphs('Text.')), { count: 3, budget: 512 })).toEqual([]);
    expect(await cutContents(await readLaw('animaux-fr.txt'), { count: 0, budget: 512 })).toEqual([]);
  });
});
