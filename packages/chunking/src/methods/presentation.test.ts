import { readDocument } from '@lectern/parsing';
import { readRealDocument, testOnRealDocuments } from '@lectern/testing/real-documents';
import { describe, expect, it } from 'vitest';
import { buildDocument, buildWords } from '../testing/build-document.ts';
import { presentation } from './presentation.ts';

const readReal = (name: string) => readDocument(readRealDocument(name));

describe('real slides', () => {
  testOnRealDocuments('makes one chunk of each slide, with its title, table and notes', async () => {
    const { chunks } = await presentation.chunk(await readReal('s14-slides.pptx'), {});
    expect(chunks.map(({ page, imagePage, kind }) => [page, imagePage, kind])).toEqual([
      [1, 1, 'slide'],
      [2, 2, 'slide'],
      [3, 3, 'slide'],
    ]);
    expect(chunks[0]!.headingPath).toEqual(['Test Table Slide']);
    expect(chunks[0]!.text).toContain('| R1 | True | False |');
    expect(chunks[1]!.headingPath.at(-1)).toBe('Second slide title');
    expect(chunks[1]!.text).toContain('Some notes on the second slide.');
    expect(chunks[2]!.text).toContain('List item4');
  });

  testOnRealDocuments('leaves notes out when it is told to', async () => {
    const { chunks } = await presentation.chunk(await readReal('s14-slides.pptx'), { includeNotes: false });
    expect(chunks.map(({ text }) => text).join()).not.toContain('notes');
  });

  testOnRealDocuments('makes one chunk of each page of a PDF', async () => {
    const document = await readReal('s05-eu-retail-tables.pdf');
    const { chunks } = await presentation.chunk(document, { chunkTokenNumber: 2048 });
    expect(new Set(chunks.map(({ page }) => page)).size).toBe(document.pages.length);
    for (const chunk of chunks) expect(chunk.imagePage).toBe(chunk.page);
  });
});

it('repeats the title where a slide has to be cut', async () => {
  const document = buildDocument([
    { type: 'heading', level: 2, text: 'Milestones', page: 1 },
    ...Array.from({ length: 8 }, (_, i) => ({
      type: 'paragraph' as const,
      text: `${buildWords(12, i * 20)}.`,
      page: 1,
    })),
  ]);
  const { chunks } = await presentation.chunk(document, { chunkTokenNumber: 64 });
  expect(chunks.length).toBeGreaterThan(2);
  for (const chunk of chunks) {
    expect(chunk.text).toMatch(/^## Milestones\n\nword/);
    expect(chunk.tokens).toBeLessThanOrEqual(64);
    expect(chunk.imagePage).toBe(1);
  }
});

it('leaves out page numbers and labels, but neither figures that say something nor Chinese words', async () => {
  const texts = ['12', 'Y1', '38 %', '目录', '2025-03-31', 'Growth of the year'];
  const blocks = texts.map((text) => ({ type: 'paragraph' as const, text, page: 1 }));
  const { chunks } = await presentation.chunk(buildDocument(blocks), {});
  expect(chunks.map(({ text }) => text)).toEqual(['38 %\n\n目录\n\n2025-03-31\n\nGrowth of the year']);
});

it('names a slide that is only a picture, so that it can be found and described', async () => {
  const document = buildDocument([
    {
      type: 'image',
      page: 1,
      image: { bytes: new Uint8Array([1]), mediaType: 'image/png', alt: 'Site plan' },
    },
    { type: 'paragraph', text: 'The next slide', page: 2 },
  ]);
  for (const number of [1, 2]) document.pages.push({ number, width: 100, height: 80 });
  const { chunks } = await presentation.chunk(document, {});
  expect(chunks[0]).toMatchObject({
    text: 'Site plan (1/2)',
    imagePage: 1,
    imageBlockId: document.blocks[0]!.id,
  });
});

it('tells what is only said from what is on the slide', async () => {
  const document = buildDocument([
    { type: 'heading', level: 2, text: 'Ducks', page: 1 },
    { type: 'slide_notes', text: 'Ask who has seen one.', page: 1 },
  ]);
  const { chunks } = await presentation.chunk(document, {});
  expect(chunks[0]!.text).toContain('🗒 Ask who has seen one.');
});
