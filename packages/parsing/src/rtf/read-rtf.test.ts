import { expect, it } from 'vitest';
import type { ParsedDocument } from '../parsed-document.ts';
import { readRtf } from './read-rtf.ts';

function outline(rtf: string): string[] {
  const document: ParsedDocument = readRtf({ name: 'a.rtf', bytes: Buffer.from(rtf, 'latin1') });
  return document.blocks.map(
    (block) => `${block.type}${block.level ?? ''}: ${block.marker ? `${block.marker} ` : ''}${block.text}`,
  );
}

const HEAD =
  '{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0\\fcharset0 Arial;}{\\f1\\fcharset128 MS Mincho;}{\\f2\\fcharset204 Arial;}}{\\stylesheet{\\s0 Normal;}{\\s1\\outlinelevel0 Chapter;}{\\s2 heading 2;}}';

it('decodes bytes by the font they stand in, and Unicode escapes with their stand-ins', () => {
  expect(
    outline(
      `${HEAD}\\pard caf\\'e9 {\\f1 \\'93\\'fa\\'96\\'7b} {\\f2 \\'c4\\'e0} \\uc1\\u8364?\\u-10179?\\u-8704? {\\uc2\\u233\\'c3\\'a9}\\par}`,
    ),
  ).toEqual(['paragraph: café 日本 Да €😀 é']);
});

it('finds headings by style and outline level, lists by their spelled markers', () => {
  expect(
    outline(
      `${HEAD}\\pard\\s1 One\\par\\pard\\s2 Two\\par\\pard\\outlinelevel2 Three\\par\\pard{\\listtext\\tab 1.\\tab}first\\par\\pard{\\*\\pn x}{\\pntext\\f0 \\'b7\\tab}second\\par\\pard plain\\par}`,
    ),
  ).toEqual([
    'heading1: One',
    'heading2: Two',
    'heading3: Three',
    'list_item1: 1. first',
    'list_item1: • second',
    'paragraph: plain',
  ]);
});

it('reads tables with merged cells', () => {
  const document = readRtf({
    name: 'a.rtf',
    bytes: Buffer.from(
      `${HEAD}\\trowd\\clvmgf\\cellx1\\cellx2\\intbl tall\\cell a\\cell\\row\\trowd\\clvmrg\\cellx1\\cellx2\\intbl\\cell b\\cell\\row\\trowd\\clmgf\\cellx1\\clmrg\\cellx2\\intbl wide\\cell\\cell\\row\\pard end\\par}`,
    ),
  });
  expect(document.blocks[0]!.table!.rows).toEqual([
    [{ text: 'tall', rowspan: 2 }, { text: 'a' }],
    [{ text: 'b' }],
    [{ text: 'wide', colspan: 2 }],
  ]);
  expect(document.blocks[1]!.text).toBe('end');
});

it('leaves out fields, pictures, hidden text and unknown destinations, and keeps links, notes and heads', () => {
  expect(
    outline(
      `${HEAD}{\\header\\pard Head\\par}\\pard a{\\field{\\*\\fldinst HYPERLINK "x"}{\\fldrslt link}}{\\v secret}{\\*\\unknown junk}{\\pict\\pngblip 89504e47}{\\footnote\\pard note}\\bin3 }}}b\\par}`,
    ),
  ).toEqual(['paragraph: alinkb', 'footnote: note', 'page_header: Head']);
});

it('keeps how parts of a text look, also where a group ends', () => {
  const rtf = `${HEAD}\\pard Area in m{\\super 2} of {\\b the \\strike old\\strike0  {\\i site}}, H\\sub 2\\nosupersub O\\par}`;
  const [first] = readRtf({ name: 'a.rtf', bytes: Buffer.from(rtf, 'latin1') }).blocks;
  const looks = first!.marks!.map(({ start, end, ...look }) => [first!.text.slice(start, end), look]);
  expect(first!.text).toBe('Area in m2 of the old site, H2O');
  expect(looks).toMatchObject([
    ['2', { position: 'super' }],
    ['the ', { bold: true }],
    ['old', { bold: true, strike: true }],
    [' ', { bold: true }],
    ['site', { bold: true, italic: true }],
    ['2', { position: 'sub' }],
  ]);
});
