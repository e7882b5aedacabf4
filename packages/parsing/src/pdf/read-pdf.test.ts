import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { documentText, type UnreadableReason } from '../parsed-document.ts';
import { buildPdf, draw, prose } from '../testing/build-pdf.ts';
import { readPdfPageCount, renderPdfPage } from './pictures/render-page.ts';
import { readPdf } from './read-pdf.ts';

/** Standard security handler, revision 2, 40 bits: the check values for a password that nobody gives. */
function encryptionEntry(): string {
  const owner = createHash('sha256').update('owner').digest('hex');
  const user = createHash('sha256').update('user').digest('hex');
  return `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${owner}> /U <${user}> /P -4 >> /ID [<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>]`;
}

async function reasonFor(bytes: Uint8Array): Promise<UnreadableReason | 'read'> {
  try {
    await readPdf(bytes);
    return 'read';
  } catch (error) {
    return (error as { reason: UnreadableReason }).reason;
  }
}

describe('readPdf', () => {
  it('refuses what it cannot read, and says why', async () => {
    const good = buildPdf([{ content: draw(...prose(700, 5)) }]);
    expect(await reasonFor(new Uint8Array(0))).toBe('broken');
    expect(await reasonFor(new TextEncoder().encode('<html><body>not a PDF</body></html>'))).toBe('broken');
    expect(await reasonFor(good.slice(0, 150))).toBe('broken');
    expect(
      await reasonFor(buildPdf([{ content: draw([50, 700, 11, 'secret']) }], { trailer: encryptionEntry() })),
    ).toBe('encrypted');
    expect(await reasonFor(buildPdf(Array.from({ length: 2001 }, () => ({ content: '' }))))).toBe(
      'too_many_pages',
    );
    expect(await reasonFor(good)).toBe('read');
  });

  it('reads an empty page as a page without blocks', async () => {
    const document = await readPdf(buildPdf([{ content: '' }]));
    expect(document.pages).toEqual([{ number: 1, width: 600, height: 800 }]);
    expect(document.blocks).toEqual([]);
    expect(document.warnings).toEqual([]);
  });

  it('joins lines into paragraphs, resolves hyphens, and tells headings by type', async () => {
    const content = draw(
      [50, 740, 20, 'A Large Heading'],
      [50, 700, 11, 'The first paragraph of the page speaks of retrie-'],
      [50, 686, 11, 'val and runs on over a second line that is just as long'],
      [50, 672, 11, 'until it ends.'],
      [50, 640, 11, 'Another paragraph stands apart.'],
    );
    const document = await readPdf(buildPdf([{ content }]));
    expect(document.blocks.map((block) => [block.type, block.text])).toEqual([
      ['heading', 'A Large Heading'],
      [
        'paragraph',
        'The first paragraph of the page speaks of retrieval and runs on over a second line that is just as long until it ends.',
      ],
      ['paragraph', 'Another paragraph stands apart.'],
    ]);
    expect(document.title).toBe('A Large Heading');
    expect(document.blocks[1]!.sectionPath).toEqual([document.blocks[0]!.id]);
  });

  it('places boxes on the page as it is displayed', async () => {
    const content = draw([60, 700, 10, 'Corner']);
    const boxOf = async (extra: string) =>
      (await readPdf(buildPdf([{ content, extra }]))).blocks[0]!.boxes[0]!;
    const upright = await boxOf('');
    expect(upright.x0).toBeCloseTo(0.1, 2);
    expect(upright.y1).toBeCloseTo(1 - 698 / 800, 1);
    const turned = await boxOf('/Rotate 90');
    expect(turned.y0).toBeCloseTo(0.1, 2);
    expect(turned.x0).toBeGreaterThan(0.8);
    const cropped = await boxOf('/CropBox [50 600 350 800]');
    expect(cropped.x0).toBeCloseTo(10 / 300, 2);
    expect(cropped.y1).toBeCloseTo(102 / 200, 1);
  });

  it('keeps running lines apart and drops them from the text between', async () => {
    const pages = Array.from({ length: 4 }, (_, index) => ({
      content: draw([50, 780, 9, 'Annual Report'], ...prose(700, 6), [290, 20, 9, String(index + 7)]),
    }));
    const document = await readPdf(buildPdf(pages));
    const types = (type: string) =>
      document.blocks.filter((block) => block.type === type).map((block) => block.text);
    expect(types('page_header')).toEqual(Array(4).fill('Annual Report'));
    expect(types('page_footer')).toEqual(['7', '8', '9', '10']);
    expect(types('paragraph').join(' ')).not.toContain('Annual Report');
  });

  it('reads a borderless table of figures, and never one of prose in two columns', async () => {
    const rows = ['Revenue', 'Costs', 'Result'].flatMap(
      (label, index): [number, number, number, string][] => [
        [50, 700 - index * 16, 11, label],
        [300, 700 - index * 16, 11, String(1200 + index)],
        [400, 700 - index * 16, 11, `(${900 + index})`],
      ],
    );
    const table = (await readPdf(buildPdf([{ content: draw(...rows) }]))).blocks[0]!;
    expect(table.table!.rows.map((row) => row.map((cell) => cell.text))).toEqual([
      ['Revenue', '1200', '(900)'],
      ['Costs', '1201', '(901)'],
      ['Result', '1202', '(902)'],
    ]);

    const line = (index: number) => `words ${index} fill the column to its edge here`;
    const columns = Array.from({ length: 8 }, (_, index) => index).flatMap(
      (index): [number, number, number, string][] => [
        [50, 700 - index * 14, 11, `left ${line(index)}`],
        [330, 700 - index * 14, 11, `right ${line(index)}`],
      ],
    );
    const prosePage = await readPdf(buildPdf([{ content: draw(...columns) }]));
    expect(prosePage.blocks.every((block) => block.type !== 'table')).toBe(true);
    const text = documentText(prosePage);
    expect(text.indexOf('left words 7')).toBeLessThan(text.indexOf('right words 0'));
  });

  it('reads merged cells of a ruled table', async () => {
    // A grid of 3 × 2 cells whose first row is one cell.
    const grid = '50 600 300 90 re S 50 660 m 350 660 l S 50 630 m 350 630 l S 200 600 m 200 660 l S';
    const text = draw(
      [150, 670, 11, 'Head'],
      [60, 640, 11, 'north'],
      [210, 640, 11, '12'],
      [60, 610, 11, 'south'],
      [210, 610, 11, '34'],
    );
    const table = (await readPdf(buildPdf([{ content: `${grid}\n${text}` }]))).blocks[0]!.table!;
    expect(table.rows.map((row) => row.map((cell) => [cell.text, cell.colspan ?? 1]))).toEqual([
      [['Head', 2]],
      [
        ['north', 1],
        ['12', 1],
      ],
      [
        ['south', 1],
        ['34', 1],
      ],
    ]);
  });

  it('keeps Hebrew in the order in which it is read', async () => {
    // Letters a–f drawn from left to right stand for Hebrew letters by way of a ToUnicode map.
    const map =
      '/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange <61> <7a> <05d0> endbfrange endcmap end end';
    const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 7 0 R >>';
    const bytes = buildPdf(
      [
        {
          content: 'BT /F2 12 Tf 300 700 Td (fed cba) Tj ET',
          extra: '/Resources << /Font << /F2 6 0 R >> >>',
        },
      ],
      { objects: [font, `<< /Length ${map.length} >>\nstream\n${map}\nendstream`] },
    );
    const text = (await readPdf(bytes)).blocks[0]!.text;
    expect(text).toBe('\u05d0\u05d1\u05d2 \u05d3\u05d4\u05d5');
  });

  it('reads lists with their bullets and depth', async () => {
    const content = draw(
      [50, 700, 11, 'A paragraph before the list says what the items of the list are about:'],
      [60, 680, 11, '\x95 first item of the list'],
      [80, 664, 11, '\x95 an item below the first'],
      [60, 648, 11, '\x95 second item'],
    );
    const items = (await readPdf(buildPdf([{ content }]))).blocks.filter(
      (block) => block.type === 'list_item',
    );
    expect(items.map((item) => [item.marker, item.level, item.text])).toEqual([
      ['•', 1, 'first item of the list'],
      ['•', 2, 'an item below the first'],
      ['•', 1, 'second item'],
    ]);
  });

  it('reads what was filled into a form', async () => {
    const appearance = 'BT /F1 11 Tf 2 4 Td (Jane Doe) Tj ET';
    const bytes = buildPdf([{ content: draw([50, 700, 11, 'Name:']), extra: '/Annots [6 0 R]' }], {
      catalog: '/AcroForm << /Fields [6 0 R] >>',
      objects: [
        '<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Jane Doe) /F 4 /Rect [100 695 300 715] /P 4 0 R /AP << /N 7 0 R >> >>',
        `<< /Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << /Font << /F1 3 0 R >> >> /Length ${appearance.length} >>\nstream\n${appearance}\nendstream`,
      ],
    });
    expect(documentText(await readPdf(bytes))).toContain('Name: Jane Doe');
  });

  it('reads the pages asked for, reports progress, and gives plain text without layout', async () => {
    const pages = Array.from({ length: 5 }, (_, index) => ({
      content: draw([50, 500, 20, `Page ${index + 1} text`]),
    }));
    const progress: [number, number][] = [];
    const document = await readPdf(buildPdf(pages), {
      pages: [{ from: 2, to: 4 }],
      layoutRecognition: false,
      onProgress: (done, total) => progress.push([done, total]),
    });
    expect(document.pages.map((page) => page.number)).toEqual([2, 3]);
    expect(document.blocks.map((block) => [block.type, block.text])).toEqual([
      ['paragraph', 'Page 2 text'],
      ['paragraph', 'Page 3 text'],
    ]);
    expect(progress).toEqual([
      [1, 2],
      [2, 2],
    ]);
  });

  it('gives the same blocks for the same file', async () => {
    const bytes = buildPdf([{ content: draw(...prose(700, 20)) }]);
    expect(await readPdf(bytes)).toEqual(await readPdf(bytes));
  });
});

describe('page pictures', () => {
  it('counts and draws pages, within bounds', async () => {
    const bytes = buildPdf([
      { content: draw(...prose(700, 3)) },
      { content: '', extra: '/MediaBox [0 0 10000 10000]' },
    ]);
    expect(await readPdfPageCount(bytes)).toBe(2);
    const jpeg = await renderPdfPage(bytes, 1, { widthPx: 300 });
    expect([...jpeg.subarray(0, 2)]).toEqual([0xff, 0xd8]);
    const png = await renderPdfPage(bytes, 2, { widthPx: 200, type: 'png' });
    expect(Buffer.from(png.subarray(1, 4)).toString('latin1')).toBe('PNG');
    const part = await renderPdfPage(bytes, 1, {
      widthPx: 200,
      type: 'png',
      clip: { x0: 0, y0: 0, x1: 1, y1: 0.25 },
    });
    // Width and height of a PNG are at bytes 16 and 20: a quarter of a page of 600 × 800.
    expect(Buffer.from(part).readUInt32BE(16)).toBe(200);
    expect(Buffer.from(part).readUInt32BE(20)).toBe(67);
    await expect(renderPdfPage(bytes, 3, { widthPx: 100 })).rejects.toMatchObject({ reason: 'broken' });
  });

  it('says that a page needs recognition where the file does not name the characters of its font', async () => {
    const names = Array.from({ length: 58 }, (_, index) => `/g${index}`).join(' ');
    const font = `<< /Type /Font /Subtype /Type1 /BaseFont /ABCDEF+Own /Encoding << /Type /Encoding /Differences [65 ${names}] >> >>`;
    const lines = Array.from({ length: 6 }, (_, row): [number, number, number, string][] =>
      ['QbcdeF', 'ghI', 'jKlmnO', 'pq'].map((text, column) => [50 + 120 * column, 700 - 14 * row, 11, text]),
    ).flat();
    const page = { content: draw(...lines), extra: '/Resources << /Font << /F1 6 0 R >> >>' };
    const document = await readPdf(buildPdf([page], { objects: [font] }));
    expect(document.warnings).toContainEqual({ code: 'page_needs_ocr', page: 1 });
    expect(document.blocks.some(({ type }) => type === 'table')).toBe(false);
  });

  it('continues a sentence past a stamp along the margin', async () => {
    const stamp = 'BT /F1 20 Tf 0 1 -1 0 30 200 Tm (arXiv:2004.04906v3) Tj ET';
    const first = { content: `${draw(...prose(700, 20))}\n${stamp}` };
    const second = {
      content: draw([50, 700, 11, 'sets of questions, it also suffers from two weaknesses.']),
    };
    const { blocks } = await readPdf(buildPdf([first, second]));
    expect(blocks.map(({ text }) => text).join('\n')).toContain(
      'for a while sets of questions, it also suffers',
    );
  });

  it('takes no list for headings, and no heading of many for the title', async () => {
    const section = (y: number, title: string) =>
      [[50, y, 16, title], ...prose(y - 30, 5)] as ReturnType<typeof prose>;
    const items = ['Cut the paper', 'Fold the paper', 'Glue the paper'];
    const page = draw(
      ...section(740, 'Scope of the rules'),
      ...section(600, 'Terms of the rules'),
      ...items.map((text, index): [number, number, number, string] => [
        50,
        460 - index * 40,
        14,
        `${index + 1}. ${text}`,
      ]),
      ...prose(300, 5),
    );
    const { blocks, title } = await readPdf(buildPdf([{ content: page }]));
    expect(blocks.filter(({ type }) => type === 'heading').map(({ text }) => text)).toEqual([
      'Scope of the rules',
      'Terms of the rules',
    ]);
    expect(blocks.filter(({ type }) => type === 'list_item').map(({ text }) => text)).toEqual(items);
    expect(title).toBeUndefined();
  });

  it('takes a title beside the text of many pages for a running line', async () => {
    const pages = Array.from({ length: 4 }, (_, index) => ({
      content: draw([480, 740, 14, 'Shift work'], [480, 722, 14, 'interventions'], ...prose(760 - index, 20)),
    }));
    const { blocks } = await readPdf(buildPdf(pages));
    expect(blocks.filter(({ type }) => type === 'heading')).toEqual([]);
  });

  it('takes a line in type of one width for code, whatever its font is called', async () => {
    const widths = `/FirstChar 32 /LastChar 126 /Widths [${Array.from({ length: 95 }, () => 600).join(' ')}]`;
    const font = `<< /Type /Font /Subtype /Type1 /BaseFont /ABCDEF+Master-Bold /Encoding /WinAnsiEncoding ${widths} >>`;
    const code = 'BT /F3 11 Tf 50 500 Td (RETURN TAX OF EMPLOYEES WHEN ACTIVE) Tj ET';
    const page = {
      content: `${draw(...prose(700, 12))}\n${code}\n${draw(...prose(460, 12))}`,
      extra: '/Resources << /Font << /F1 3 0 R /F3 6 0 R >> >>',
    };
    const { blocks } = await readPdf(buildPdf([page], { objects: [font] }));
    expect(blocks.filter(({ type }) => type === 'heading')).toEqual([]);
    expect(blocks.some(({ text }) => text.includes('RETURN TAX'))).toBe(true);
  });
});
