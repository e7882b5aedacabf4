import { expect, it } from 'vitest';
import type { Block, ParsedDocument } from './parsed-document.ts';
import { renderDocumentHtml } from './render-html.ts';

function buildDocument(...blocks: Partial<Block>[]): ParsedDocument {
  return {
    format: 'test',
    blocks: blocks.map((block, index) => ({
      id: `b${index}`,
      type: 'paragraph',
      text: '',
      boxes: [],
      sectionPath: [],
      source: 'text',
      charRange: { start: 0, end: 0 },
      ...block,
    })),
    pages: [],
    outline: [],
    metadata: {},
    warnings: [],
    children: [],
  };
}

function buildPicture(size: number, mediaType = 'image/png'): Partial<Block> {
  return { type: 'image', image: { bytes: new Uint8Array(size), mediaType, alt: 'A <map>' } };
}

it('shows small pictures as data, never by an address', () => {
  const html = renderDocumentHtml(buildDocument(buildPicture(3)));
  expect(html).toContain('<img src="data:image/png;base64,AAAA" alt="A &lt;map&gt;">');
});

it('leaves out pictures that are large, of other kinds, or one too many', () => {
  const half = 512 * 1024;
  const count = (...blocks: Partial<Block>[]) =>
    renderDocumentHtml(buildDocument(...blocks)).split('<img').length - 1;
  expect(count(buildPicture(half + 1), buildPicture(3, 'image/svg+xml'), buildPicture(0))).toBe(0);
  expect(count(...Array.from({ length: 20 }, () => buildPicture(half)))).toBe(12);
});

it('says when something was said', () => {
  const spoken = { text: 'Good morning', time: { start: 61.5, end: 63 } };
  expect(renderDocumentHtml(buildDocument(spoken))).toContain('data-time="61.50" data-time-end="63.00"');
});

it('keeps bold, italic, strike-through, raised and lowered text and links, and nothing that could run', () => {
  const text = 'H2O is <wet>\nsee here';
  const marks = [
    { start: 0, end: 1, bold: true },
    { start: 1, end: 2, position: 'sub' as const },
    { start: 7, end: 12, italic: true, strike: true },
    { start: 13, end: 16, href: 'javascript:alert(1)' },
    { start: 17, end: 21, href: 'https://example.org/?a="b"', bold: true },
  ];
  expect(renderDocumentHtml(buildDocument({ text, marks }))).toContain(
    '><strong>H</strong><sub>2</sub>O is <em><s>&lt;wet&gt;</s></em><br>\nsee ' +
      '<a href="https://example.org/?a=&quot;b&quot;" rel="noopener noreferrer nofollow" target="_blank"><strong>here</strong></a></p>',
  );
  const cell = { text: 'x2', marks: [{ start: 1, end: 2, position: 'super' as const }] };
  expect(renderDocumentHtml(buildDocument({ type: 'table', table: { rows: [[cell]] } }))).toContain(
    '<td>x<sup>2</sup></td>',
  );
  const heading = { type: 'heading' as const, text: 'Bold', marks: [{ start: 0, end: 4, bold: true }] };
  expect(renderDocumentHtml(buildDocument(heading))).toContain('>Bold</h1>');
});
