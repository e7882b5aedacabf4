import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { FileInput, GreyPicture, RecognisedLine } from '../parsed-document.ts';
import { listPagesToRecognise, recognisePages } from './recognise-pages.ts';
import { type PictureRecogniser, RecognitionError } from './recogniser.ts';

/** A page of 60 × 40 pixels whose only dark corner is the top left one, turned clockwise by so many quarters. */
async function pageTurned(quarters: number): Promise<FileInput> {
  const dark = { create: { width: 10, height: 10, channels: 3, background: '#000000' } } as const;
  const page = sharp({ create: { width: 60, height: 40, channels: 3, background: '#ffffff' } });
  const upright = await page
    .composite([{ input: dark, left: 0, top: 0 }])
    .png()
    .toBuffer();
  return {
    name: 'a.png',
    bytes: await sharp(upright)
      .rotate(quarters * 90)
      .png()
      .toBuffer(),
  };
}

/** Reads a line along the upper edge, and is sure of it only where the dark corner is the top left one. */
function createReader(): PictureRecogniser & { seen: number } {
  const reader = {
    name: 'reader',
    seen: 0,
    recognise: async ({ pixels }: GreyPicture): Promise<RecognisedLine[]> => {
      reader.seen++;
      const confidence = pixels[0]! < 128 ? 0.9 : 0.2;
      return [{ text: 'some words here', box: { x0: 0, y0: 0, x1: 0.5, y1: 0.1 }, confidence, size: 0.1 }];
    },
  };
  return reader;
}

describe('recognisePages', () => {
  const corners: [quarters: number, direction: number | undefined, box: RecognisedLine['box']][] = [
    [0, undefined, { x0: 0, y0: 0, x1: 0.5, y1: 0.1 }],
    [1, 1, { x0: 0.9, y0: 0, x1: 1, y1: 0.5 }],
    [2, 2, { x0: 0.5, y0: 0.9, x1: 1, y1: 1 }],
    [3, 3, { x0: 0, y0: 0.5, x1: 0.1, y1: 1 }],
  ];
  it.each(corners)('reads a page turned by %i quarters', async (quarters, direction, box) => {
    const reader = createReader();
    const [reading] = await recognisePages(await pageTurned(quarters), [1], reader);
    const [line] = reading!.lines!;
    expect(line!.direction).toBe(direction);
    for (const side of ['x0', 'y0', 'x1', 'y1'] as const) expect(line!.box[side]).toBeCloseTo(box[side]);
    // A tenth of the upright page's height is so much of the turned one's.
    expect(line!.size! * (quarters % 2 === 1 ? 60 : 40)).toBeCloseTo(4);
    expect(reader.seen).toBe([1, 4, 2, 3][quarters]);
  });

  it('keeps what the engine made of a page that reads well no way up', async () => {
    const recognise = async () => [
      { text: 'a photograph', box: { x0: 0, y0: 0, x1: 1, y1: 1 }, confidence: 0.3 },
    ];
    const [reading] = await recognisePages(await pageTurned(0), [1], { name: 'x', recognise });
    expect(reading!.lines).toMatchObject([{ text: 'a photograph', confidence: 0.3 }]);
  });

  it('notes what the engine gave up, and goes no further when called off', async () => {
    const input = await pageTurned(0);
    const fail = (error: Error): PictureRecogniser => ({
      name: 'x',
      recognise: () => Promise.reject(error),
    });
    expect(await recognisePages(input, [1], fail(new RecognitionError('time_limit')))).toEqual([
      { page: 1, engine: 'x', failed: 'time_limit' },
    ]);
    await expect(recognisePages(input, [1], fail(new Error('no engine')))).rejects.toThrow('no engine');
    const signal = AbortSignal.abort(new Error('called off'));
    await expect(recognisePages(input, [1], createReader(), { signal })).rejects.toThrow('called off');
  });

  it('has nothing to recognise in formats without pages', async () => {
    const input = { name: 'a.txt', bytes: Buffer.from('words') };
    expect(await listPagesToRecognise(input)).toEqual([]);
    await expect(recognisePages(input, [1], createReader())).rejects.toMatchObject({ reason: 'unsupported' });
  });
});
