import { expect, it } from 'vitest';
import type { ParsedDocument, ParseOptions } from '../parsed-document.ts';
import { renderDocumentHtml } from '../render-html.ts';
import { readHtml } from './read-html.ts';

function read(html: string, options: ParseOptions = {}): ParsedDocument {
  return readHtml({ name: 'a.html', bytes: Buffer.from(html) }, options);
}

function outline(document: ParsedDocument): string[] {
  return document.blocks.map(
    (block) => `${block.type}${block.level ?? ''}: ${block.marker ? `${block.marker} ` : ''}${block.text}`,
  );
}

it('reads headings, nested lists, code, captions, pictures and links', () => {
  const document = read(
    '<html lang="fr"><title>T</title><h2>A  <i>b</i></h2><p>one<br>two</p><ol start="3"><li>x<ul><li>y</li></ul></li><li>z</li></ol><pre>a\n  b</pre><figure><img src="data:image/png;base64,AAAA" alt="duck"><figcaption>Fig</figcaption></figure><p><a href="https://example.org">link</a></p>',
  );
  expect(outline(document)).toEqual([
    'heading2: A b',
    'paragraph: one\ntwo',
    'list_item1: 3. x',
    'list_item2: • y',
    'list_item1: 4. z',
    'code: a\n  b',
    'image: duck',
    'caption: Fig',
    'paragraph: link',
  ]);
  expect(document).toMatchObject({ title: 'T', language: 'fr' });
  expect(document.blocks.at(-1)!.href).toBe('https://example.org');
  expect(document.blocks[6]!.image).toMatchObject({ mediaType: 'image/png' });
});

it('leaves out what nobody sees', () => {
  const document = read(
    '<p>seen<span hidden>no</span><span style="display:none">no</span></p><script>no</script><template>no</template><noscript>no</noscript>',
  );
  expect(outline(document)).toEqual(['paragraph: seen']);
});

it('reads data tables as tables and layout tables as text', () => {
  const document = read(
    '<table><caption>C</caption><tr><th>a</th><th>b</th></tr><tr><td colspan=2>1</td></tr></table><table><tr><td><table><tr><td><p>mail</p></td></tr></table></td></tr></table>',
  );
  expect(document.blocks[0]!.table).toEqual({
    caption: 'C',
    rows: [
      [
        { text: 'a', header: true },
        { text: 'b', header: true },
      ],
      [{ text: '1', colspan: 2 }],
    ],
  });
  expect(document.blocks[1]).toMatchObject({ type: 'paragraph', text: 'mail' });
});

it('decodes by the page’s own word when the bytes are no UTF-8', () => {
  const bytes = Buffer.concat([Buffer.from('<meta charset="windows-1251"><p>'), Buffer.from([0xc4, 0xe0])]);
  expect(readHtml({ name: 'a.html', bytes }, {}).blocks[0]!.text).toBe('Да');
});

const SENTENCE = 'This is a sentence of the article, long enough, with commas, to count as real content. ';

it('keeps the article and drops the site around it', () => {
  const page = `<body><nav><a href=/>Home</a> <a href=/x>Products</a></nav><article><h1>Ducks</h1>${`<p>${SENTENCE.repeat(4)}</p>`.repeat(6)}</article><aside>Advert</aside><footer>Imprint</footer></body>`;
  const text = outline(read(page, { mainContentOnly: true })).join('\n');
  expect(text).toContain('heading1: Ducks');
  expect(text).toContain(SENTENCE.trim());
  expect(text).not.toMatch(/Home|Products|Advert|Imprint/);
  expect(outline(read(page)).join('\n')).toContain('Imprint');
});

it('falls back to the page without its furniture where there is no article', () => {
  const links = Array.from(
    { length: 200 },
    (_, i) => `<li><a href="/${i}">Entry number ${i} of the index</a></li>`,
  ).join('');
  const text = outline(
    read(`<body><nav>Menu</nav><h1>Index</h1><ul>${links}</ul></body>`, { mainContentOnly: true }),
  ).join('\n');
  expect(text).toContain('Entry number 0 ');
  expect(text).toContain('Entry number 199 ');
  expect(text).not.toContain('Menu');
});

it('keeps how parts of a text look and where they lead', () => {
  const document = read(
    '<p>E = mc<sup>2</sup>, <b>bold <i>and more</i></b>, <a href="https://example.org">a <b>link</b></a> and <a href="javascript:alert(1)">none</a></p><ul><li><em>item</em></li></ul><table><tr><th>a</th><th>b</th></tr><tr><td>H<sub>2</sub>O</td><td>x</td></tr></table><p><a href="https://example.org"><b>whole</b></a></p>',
  );
  const [paragraph, item, table, whole] = document.blocks;
  expect(paragraph?.text).toBe('E = mc2, bold and more, a link and none');
  expect(item?.marks).toEqual([{ start: 0, end: 4, italic: true }]);
  expect(table?.table?.rows[1]?.[0]).toEqual({ text: 'H2O', marks: [{ start: 1, end: 2, position: 'sub' }] });
  expect(whole).toMatchObject({ href: 'https://example.org', marks: [{ start: 0, end: 5, bold: true }] });
  const html = renderDocumentHtml(document);
  expect(html).toContain('E = mc<sup>2</sup>, <strong>bold </strong><strong><em>and more</em></strong>');
  expect(html).toContain(
    '<a href="https://example.org" rel="noopener noreferrer nofollow" target="_blank">a </a>',
  );
  expect(html).not.toContain('javascript:');
});
