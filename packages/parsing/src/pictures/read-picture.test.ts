import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { FileInput, RecognisedPage } from '../parsed-document.ts';
import { readDocument } from '../read-document.ts';
import { listPagesToRecognise, recognisePages, renderPageImage } from '../recognition/recognise-pages.ts';
import type { PictureRecogniser } from '../recognition/recogniser.ts';
import { buildBmp, buildPagedTiff } from '../testing/build-pictures.ts';

const blank = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: '#ffffff' } });

async function file(name: string, bytes: Promise<Uint8Array> | Uint8Array): Promise<FileInput> {
  return { name, bytes: await bytes };
}

function reading(page: number, ...lines: [string, number, number, number, number][]): RecognisedPage {
  return {
    page,
    engine: 'test',
    lines: lines.map(([text, x0, y0, x1, y1]) => ({ text, box: { x0, y0, x1, y1 }, confidence: 0.9 })),
  };
}

/** Says what it was shown. */
const describer: PictureRecogniser = {
  name: 'describer',
  recognise: async ({ pixels, width, height, dpi }) => [
    {
      text: `${width}x${height} ${Math.round(dpi)} ${pixels[0]}`,
      box: { x0: 0, y0: 0, x1: 1, y1: 0.1 },
      confidence: 1,
    },
  ],
};

describe('readPicture', () => {
  it('reads every encoding as one page with its picture', async () => {
    const picture = () => blank(300, 200);
    const files: [string, Promise<Uint8Array> | Uint8Array, string][] = [
      ['a.png', picture().png().toBuffer(), 'image/png'],
      ['a.jpg', picture().jpeg().toBuffer(), 'image/jpeg'],
      ['a.webp', picture().webp().toBuffer(), 'image/webp'],
      ['a.gif', picture().gif().toBuffer(), 'image/gif'],
      ['a.tif', picture().tiff().toBuffer(), 'image/jpeg'],
      ['a.avif', picture().avif().toBuffer(), 'image/jpeg'],
      ['a.bmp', buildBmp(300, 200), 'image/jpeg'],
    ];
    for (const [name, bytes, mediaType] of files) {
      const document = await readDocument(await file(name, bytes));
      expect(document.format, name).toBe('image');
      expect(document.pages, name).toEqual([{ number: 1, width: 300, height: 200 }]);
      expect(document.warnings, name).toEqual([{ code: 'page_needs_ocr', page: 1 }]);
      const [block] = document.blocks;
      expect(block, name).toMatchObject({
        type: 'image',
        page: 1,
        image: { width: 300, height: 200, mediaType },
      });
      expect((await sharp(block!.image!.bytes!).metadata()).width, name).toBe(300);
    }
  });

  it('lays recognised text out below the picture', async () => {
    const document = await readDocument(await file('a.png', blank(1000, 1400).png().toBuffer()), {
      recognised: [
        reading(
          1,
          ['A Large Title', 0.1, 0.05, 0.6, 0.09],
          ['The first paragraph of the page runs over the whole of its', 0.1, 0.15, 0.9, 0.165],
          ['width and ends on the next line.', 0.1, 0.17, 0.5, 0.185],
        ),
      ],
    });
    expect(document.warnings).toEqual([]);
    expect(document.blocks.map(({ type, source, text }) => [type, source, text])).toEqual([
      ['image', 'text', ''],
      ['heading', 'ocr', 'A Large Title'],
      [
        'paragraph',
        'ocr',
        'The first paragraph of the page runs over the whole of its width and ends on the next line.',
      ],
    ]);
    expect(document.blocks[2]).toMatchObject({ confidence: 0.9, page: 1 });
    expect(document.title).toBe('A Large Title');
  });

  it('takes what a model wrote down as Markdown', async () => {
    const markdown = '```markdown\n# Ducks\n\nThey swim.\n\n| Name | Size |\n|---|---|\n| Teal | 3 |\n```';
    const document = await readDocument(await file('a.png', blank(100, 100).png().toBuffer()), {
      recognised: [{ page: 1, engine: 'a model', markdown }],
    });
    expect(document.blocks.map(({ type, source }) => [type, source])).toEqual([
      ['image', 'text'],
      ['heading', 'vision'],
      ['paragraph', 'vision'],
      ['table', 'vision'],
    ]);
    expect(document.title).toBe('Ducks');
    expect(document.blocks[3]!.table!.rows[1]!.map((cell) => cell.text)).toEqual(['Teal', '3']);
  });

  it('says when a page could not be recognised, and when it is blank says nothing', async () => {
    const input = await file('a.tif', buildPagedTiff(2, 40, 30));
    const document = await readDocument(input, {
      recognised: [
        { page: 1, engine: 'test', failed: 'time_limit' },
        { page: 2, engine: 'test', lines: [] },
      ],
    });
    expect(document.warnings).toEqual([{ code: 'page_not_recognised', page: 1 }]);
  });

  it('reads the pages of a TIFF that are asked for', async () => {
    const input = await file('a.tif', buildPagedTiff(5, 40, 30));
    const progress: number[] = [];
    const document = await readDocument(input, {
      pages: [{ from: 2, to: 4 }],
      onProgress: (done) => progress.push(done),
    });
    expect(document.pages.map((page) => page.number)).toEqual([2, 3]);
    expect(document.blocks.map((block) => [block.type, block.page])).toEqual([
      ['image', 2],
      ['image', 3],
    ]);
    expect(progress).toEqual([1, 2]);
    expect(await listPagesToRecognise(input)).toEqual([1, 2, 3, 4, 5]);
  });

  it('turns a photograph upright', async () => {
    const input = await file('a.jpg', blank(300, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer());
    const document = await readDocument(input);
    expect(document.pages[0]).toMatchObject({ width: 200, height: 300 });
    expect((await sharp(document.blocks[0]!.image!.bytes!).metadata()).width).toBe(200);
  });
});

describe('pages of pictures', () => {
  it('are drawn so large that text can be recognised, and grey on white', async () => {
    const seen = async (name: string, bytes: Promise<Uint8Array>) =>
      (await recognisePages(await file(name, bytes), [1], describer))[0]!.lines![0]!.text;
    expect(await seen('a.png', blank(600, 400).png().toBuffer())).toBe('1200x800 109 255');
    const scan = blank(1200, 1600).withMetadata({ density: 300 }).jpeg().toBuffer();
    expect(await seen('a.jpg', scan)).toBe('800x1067 200 255');
    const clear = sharp({ create: { width: 1500, height: 1500, channels: 4, background: '#00000000' } });
    expect(await seen('a.webp', clear.webp({ lossless: true }).toBuffer())).toBe('1500x1500 136 255');
  });

  it('come in order, with progress, and a damaged one among them harms no other', async () => {
    const progress: [number, number][] = [];
    const input = await file('a.tif', buildPagedTiff(3, 40, 30, { damaged: 2 }));
    const readings = await recognisePages(input, [1, 2, 3], describer, {
      onProgress: (done, total) => progress.push([done, total]),
    });
    expect(readings.map(({ page, engine, failed }) => [page, engine, failed])).toEqual([
      [1, 'describer', undefined],
      [2, 'describer', 'unreadable'],
      [3, 'describer', undefined],
    ]);
    expect(progress.at(-1)).toEqual([3, 3]);
    expect((await readDocument(input)).warnings).toContainEqual({ code: 'page_unreadable', page: 2 });
  });

  it('are drawn for people and models, in part too', async () => {
    const input = await file('a.png', blank(400, 200).png().toBuffer());
    const whole = await sharp(await renderPageImage(input, 1, { widthPx: 100 })).metadata();
    expect([whole.format, whole.width, whole.height]).toEqual(['jpeg', 100, 50]);
    const part = await renderPageImage(input, 1, {
      widthPx: 50,
      type: 'png',
      clip: { x0: 0.5, y0: 0, x1: 1, y1: 0.5 },
    });
    expect(await sharp(part).metadata()).toMatchObject({ format: 'png', width: 50, height: 25 });
    await expect(renderPageImage(input, 2, { widthPx: 10 })).rejects.toMatchObject({ reason: 'broken' });
    await expect(
      renderPageImage(await file('a.txt', Buffer.from('words')), 1, { widthPx: 10 }),
    ).rejects.toMatchObject({ reason: 'unsupported' });
  });
});
