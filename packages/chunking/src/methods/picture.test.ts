import type { BlockInput } from '@lectern/parsing';
import { readDocument } from '@lectern/parsing';
import { expect, it } from 'vitest';
import { buildDocument, buildWords } from '../testing/build-document.ts';
import { picture } from './picture.ts';

const image = (page: number, alt = ''): BlockInput => ({
  type: 'image',
  page,
  boxes: [{ page, x0: 0, y0: 0, x1: 1, y1: 1 }],
  image: { bytes: new Uint8Array([1]), mediaType: 'image/png', alt },
});
const line = (text: string, page: number): BlockInput => ({
  type: 'paragraph',
  text,
  page,
  boxes: [{ page, x0: 0.1, y0: 0.1, x1: 0.9, y1: 0.2 }],
  source: 'ocr',
});

it('makes one chunk of a picture and what was read on it', async () => {
  const document = buildDocument([image(1), line('STOP', 1), line('No entry beyond this gate', 1)], 'image');
  const { chunks } = await picture.chunk(document, {});
  expect(chunks).toHaveLength(1);
  expect(chunks[0]).toMatchObject({
    text: 'STOP\n\nNo entry beyond this gate',
    kind: 'image',
    imageBlockId: document.blocks[0]!.id,
    page: 1,
  });
});

it('makes a chunk for each page of a scan, each shown with its own picture', async () => {
  const document = buildDocument([image(1), line('First', 1), image(2), line('Second', 2)], 'image');
  const { chunks } = await picture.chunk(document, {});
  expect(chunks.map(({ text, imageBlockId }) => [text, imageBlockId])).toEqual([
    ['First', document.blocks[0]!.id],
    ['Second', document.blocks[2]!.id],
  ]);
});

it('cuts a picture with long text, and shows the picture with every part', async () => {
  const lines = Array.from({ length: 10 }, (_, i) => line(`${buildWords(10, i * 10)}.`, 1));
  const document = buildDocument([image(1), ...lines], 'image');
  const { chunks } = await picture.chunk(document, { chunkTokenNumber: 64 });
  expect(chunks.length).toBeGreaterThan(2);
  for (const chunk of chunks) {
    expect(chunk.tokens).toBeLessThanOrEqual(64);
    expect(chunk.imageBlockId).toBe(document.blocks[0]!.id);
  }
});

it('names a picture without a word by its description, else its title', async () => {
  expect((await picture.chunk(buildDocument([image(1, 'A pond')], 'image'), {})).chunks[0]!.text).toBe(
    'A pond',
  );
  const titled = { ...buildDocument([image(1)], 'image'), title: 'IMG_2031' };
  expect((await picture.chunk(titled, {})).chunks[0]).toMatchObject({ text: 'IMG_2031', kind: 'image' });
});

/** A white dot. */
const DOT =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWP4//8/AAX+Av5Y8msOAAAAAElFTkSuQmCC';

it('names a picture file without text by its name', async () => {
  const document = await readDocument({ name: 'garden plan.png', bytes: Buffer.from(DOT, 'base64') });
  expect((await picture.chunk(document, {})).chunks[0]).toMatchObject({ text: 'garden plan', kind: 'image' });
});
