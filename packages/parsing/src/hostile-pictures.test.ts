import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import type { FileInput, RecognisedPage, UnreadableReason } from './parsed-document.ts';
import { readDocument } from './read-document.ts';
import { listPagesToRecognise, recognisePages } from './recognition/recognise-pages.ts';
import { buildPdf, draw } from './testing/build-pdf.ts';
import { buildBmp, buildPagedTiff } from './testing/build-pictures.ts';
import { SAMPLES } from './testing/samples.ts';

/** A PNG whose head claims a size that its few bytes of pixels do not have. */
async function lyingPng(width: number, height: number): Promise<Uint8Array> {
  const tiny = { create: { width: 8, height: 8, channels: 3, background: '#ffffff' } } as const;
  const bytes = Buffer.from(await sharp(tiny).png().toBuffer());
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

/** A page that shows one picture of so many pixels, all of one colour: a few kilobytes. */
async function scanOf(side: number): Promise<Uint8Array> {
  const picture = await sharp({
    create: { width: side, height: side, channels: 3, background: '#ffffff' },
    limitInputPixels: false,
  })
    .greyscale()
    .jpeg({ quality: 1 })
    .toBuffer();
  const image = `<< /Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode /Length ${picture.length} >>\nstream\n${picture.toString('latin1')}\nendstream`;
  return buildPdf(
    [{ content: 'q 600 0 0 800 0 0 cm /Scan Do Q', extra: '/Resources << /XObject << /Scan 6 0 R >> >>' }],
    { objects: [image] },
  );
}

const half = (bytes: Uint8Array) => bytes.subarray(0, bytes.length >> 1);
const gradient = (encode: (picture: Sharp) => Sharp) =>
  encode(
    sharp({
      create: {
        width: 400,
        height: 400,
        channels: 3,
        background: '#ffffff',
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
      },
    }),
  ).toBuffer();

type Case = [
  name: string,
  file: string,
  make: () => Promise<Uint8Array> | Uint8Array,
  reason: UnreadableReason,
];

const CASES: Case[] = [
  ['a PNG of 400 megapixels', 'a.png', () => lyingPng(20_000, 20_000), 'too_large_unpacked'],
  ['a PNG that claims pixels it has not', 'a.png', () => lyingPng(4000, 4000), 'broken'],
  [
    'a TIFF of 10,000 megapixels',
    'a.tif',
    () => buildPagedTiff(1, 40, 30, { claimed: { width: 100_000, height: 100_000 } }),
    'too_large_unpacked',
  ],
  ['a TIFF of 3,000 pages', 'a.tif', () => buildPagedTiff(3000, 2, 2), 'too_many_pages'],
  ['a TIFF cut in half', 'a.tif', async () => half(await gradient((picture) => picture.tiff())), 'broken'],
  ['a JPEG cut in half', 'a.jpg', async () => half(await gradient((picture) => picture.jpeg())), 'broken'],
  ['a WebP cut in half', 'a.webp', async () => half(await gradient((picture) => picture.webp())), 'broken'],
  ['a bitmap cut in half', 'a.bmp', () => half(buildBmp(300, 200)), 'broken'],
  [
    'a bitmap of 10,000 megapixels',
    'a.bmp',
    () => {
      const bytes = Buffer.from(buildBmp(8, 8));
      bytes.writeInt32LE(100_000, 18);
      bytes.writeInt32LE(100_000, 22);
      return bytes;
    },
    'too_large_unpacked',
  ],
  ['a ZIP called PNG', 'a.png', () => SAMPLES.docx!.bytes, 'mislabelled'],
  [
    'a script in the coat of a picture',
    'a.png',
    () => Buffer.from('<svg onload="alert(1)"/>'),
    'mislabelled',
  ],
  [
    'a PDF of 10,000 pages',
    'a.pdf',
    () => buildPdf(Array.from({ length: 10_000 }, () => ({ content: '' }))),
    'too_many_pages',
  ],
];

describe('hostile and broken pictures end in a reason', () => {
  it.each(CASES)('%s', async (_name, file, make, reason) => {
    const input: FileInput = { name: file, bytes: await make() };
    await expect(readDocument(input)).rejects.toMatchObject({ name: 'UnreadableFileError', reason });
  });

  it('a TIFF whose pages point at each other', async () => {
    const bytes = Buffer.from(buildPagedTiff(1, 40, 30));
    // The last directory's link leads back to itself.
    bytes.writeUInt32LE(bytes.readUInt32LE(4), bytes.length - 4);
    const outcome = await readDocument({ name: 'a.tif', bytes }).catch((error: unknown) => error);
    const reason = (outcome as { reason?: string }).reason;
    if (reason === undefined) expect(outcome).toMatchObject({ format: 'image' });
    else expect(reason).toBe('broken');
  });
});

describe('pages that are hostile to draw and recognise', () => {
  it('a scan of 400 megapixels is drawn no larger than others', async () => {
    const input = { name: 'a.pdf', bytes: await scanOf(20_000) };
    expect(await listPagesToRecognise(input)).toEqual([1]);
    let pixels = 0;
    const [reading] = await recognisePages(input, [1], {
      name: 'counter',
      recognise: async (picture) => {
        pixels = picture.pixels.length;
        return [];
      },
    });
    expect(reading).toMatchObject({ page: 1, lines: [] });
    expect(pixels).toBeLessThanOrEqual(16_100_000);
  }, 120_000);

  it('a page that claims to measure a kilometre', async () => {
    const bytes = buildPdf([{ content: '', extra: '/MediaBox [0 0 2834646 2834646]' }]);
    const [reading] = await recognisePages({ name: 'a.pdf', bytes }, [1, 7], {
      name: 'counter',
      recognise: async ({ pixels }) => {
        expect(pixels.length).toBeLessThanOrEqual(16_100_000);
        return [];
      },
    });
    expect(reading!.page).toBe(1);
  });

  it('a page that is not there has no reading', async () => {
    const bytes = buildPdf([{ content: draw([50, 700, 11, 'Words']) }]);
    const readings = await recognisePages({ name: 'a.pdf', bytes }, [7], {
      name: 'x',
      recognise: async () => [],
    });
    expect(readings).toEqual([{ page: 7, engine: 'x', failed: 'unreadable' }]);
  });

  const nonsense: [string, Partial<RecognisedPage>][] = [
    [
      'no boxes to speak of',
      { lines: [{ text: 'word', box: { x0: 9, y0: -4, x1: 9, y1: -4 }, confidence: 7 }] },
    ],
    ['blank lines', { lines: [{ text: '   ', box: { x0: 0, y0: 0, x1: 1, y1: 1 }, confidence: 0 }] }],
    [
      '5,000 lines over each other',
      {
        lines: Array.from({ length: 5000 }, (_, n) => ({
          text: `w${n} w${n}`,
          box: { x0: 0.1, y0: 0.1, x1: 0.9, y1: 0.2 },
          confidence: 0.5,
          direction: n % 4,
          size: n % 7 === 0 ? 1 : 0.00001,
        })),
      },
    ],
    ['Markdown marks without end', { markdown: '> '.repeat(50_000) }],
    ['unmatched brackets', { markdown: '['.repeat(200_000) }],
    ['script', { markdown: '<script>alert(1)</script>\n\n[a](javascript:alert(1))' }],
  ];
  it.each(nonsense)('a reading with %s is laid out', async (_name, reading) => {
    const recognised = [{ page: 1, engine: 'x', ...reading }];
    const document = await readDocument(SAMPLES.image!, { recognised });
    expect(document.blocks[0]!.type).toBe('image');
    for (const box of document.blocks.flatMap((block) => block.boxes))
      for (const side of [box.x0, box.y0, box.x1, box.y1]) expect(side >= 0 && side <= 1).toBe(true);
  });
});
