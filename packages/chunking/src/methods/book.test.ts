import { type BlockInput, readDocument } from '@lectern/parsing';
import { readRealDocument, testOnRealDocuments } from '@lectern/testing/real-documents';
import { expect, it } from 'vitest';
import { buildDocument, buildWords } from '../testing/build-document.ts';
import { book } from './book.ts';

const read = (name: string) => readDocument(readRealDocument(name));
const heading = (text: string, level: number): BlockInput => ({ type: 'heading', text, level });
const words = (count: number): BlockInput => ({ type: 'paragraph', text: buildWords(count) });

testOnRealDocuments('leaves contents pages out and knows the headings of every level', async () => {
  const { chunks } = await book.chunk(await read('s03-plan-transport-actif-fr.pdf'), {});
  expect(chunks.every(({ text }) => !text.includes('Table des matières'))).toBe(true);
  const vision = chunks.find(({ text }) => text.includes('1.2. Quels sont les changements depuis 2014?'));
  expect(vision!.headingPath).toEqual([
    '1. Mise en contexte',
    '1.2. Quels sont les changements depuis 2014?',
  ]);
  const annex = chunks.find(({ headingPath }) => headingPath.some((title) => title.startsWith('Annexe A')));
  expect(annex!.headingPath).toContain('Annexe A – Consultation virtuelle Cocoriko');
});

it('never mixes chapters, however small', async () => {
  const document = buildDocument([
    heading('Birds', 1),
    heading('Chapter 1 Ducks', 2),
    words(10),
    heading('Chapter 2 Geese', 2),
    words(10),
  ]);
  const { chunks } = await book.chunk(document, {});
  expect(chunks.map(({ headingPath }) => headingPath)).toEqual([
    ['Birds', 'Chapter 1 Ducks'],
    ['Birds', 'Chapter 2 Geese'],
  ]);
});

it('keeps a section whole where it fits, and packs small neighbours of one parent', async () => {
  const section = (title: string, count: number) => [heading(title, 2), words(count)];
  const document = buildDocument([
    heading('One', 1),
    ...section('Large', 120),
    ...section('Small', 8),
    ...section('Smaller', 6),
    heading('Two', 1),
    ...section('Other', 8),
  ]);
  const { chunks } = await book.chunk(document, { chunkTokenNumber: 256 });
  expect(chunks.map(({ text }) => text.match(/^#+ .*/gm))).toEqual([
    ['# One', '## Large'],
    ['## Small', '## Smaller'],
    ['# Two', '## Other'],
  ]);
});

it('takes numbered lines without style for the headings they are', async () => {
  const lines = [
    'CHAPITRE I',
    'LES OISEAUX',
    '1.1 Les canards',
    buildWords(90),
    '1.2 Les oies',
    buildWords(90),
  ];
  const document = buildDocument(lines.map((text) => ({ type: 'paragraph', text })));
  const { chunks } = await book.chunk(document, { chunkTokenNumber: 256 });
  expect(chunks.map(({ headingPath }) => headingPath)).toEqual([
    ['CHAPITRE I – LES OISEAUX', '1.1 Les canards'],
    ['CHAPITRE I – LES OISEAUX', '1.2 Les oies'],
  ]);
});

testOnRealDocuments('gives a document of headings alone one chunk', async () => {
  const { chunks } = await book.chunk(await read('s20-headings.html'), {});
  expect(chunks).toHaveLength(1);
});
