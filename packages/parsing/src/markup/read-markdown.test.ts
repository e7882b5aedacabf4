import { expect, it } from 'vitest';
import { renderDocumentHtml } from '../render-html.ts';
import { readMarkdown } from './read-markdown.ts';

it('keeps how parts of a text look and where they lead', () => {
  const document = readMarkdown({
    name: 'a.md',
    bytes: Buffer.from(
      '# A *title*\n\nm<sup>2</sup> is **bold _and more_**, [a link](https://example.org) and [none](javascript:alert(1)).\n\n- **item**\n\n| a | b |\n|---|---|\n| *x* | y |\n\n[whole](https://example.org)\n',
    ),
  });
  const [heading, paragraph, item, table, whole] = document.blocks;
  expect(heading).toMatchObject({ text: 'A title', marks: [{ start: 2, end: 7, italic: true }] });
  expect(paragraph?.text).toBe('m2 is bold and more, a link and none.');
  expect(item?.marks).toEqual([{ start: 0, end: 4, bold: true }]);
  expect(table?.table?.rows[1]).toEqual([
    { text: 'x', marks: [{ start: 0, end: 1, italic: true }] },
    { text: 'y' },
  ]);
  expect(whole).toMatchObject({ text: 'whole', href: 'https://example.org' });
  expect(whole?.marks).toBeUndefined();
  const html = renderDocumentHtml(document);
  expect(html).toContain(
    'm<sup>2</sup> is <strong>bold </strong><strong><em>and more</em></strong>, <a href=',
  );
  expect(html).not.toContain('javascript:');
});
