import { expect, it } from 'vitest';
import type { ParsedDocument } from '../../parsed-document.ts';
import { buildDocx, wordParagraph } from '../../testing/build-zip.ts';
import { readDocx } from './read-docx.ts';

const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

function read(body: string, parts: Record<string, string> = {}): Promise<ParsedDocument> {
  return readDocx({ name: 'a.docx', bytes: buildDocx(body, parts) });
}

function outline(document: ParsedDocument): string[] {
  return document.blocks.map(
    (block) => `${block.type}${block.level ?? ''}: ${block.marker ? `${block.marker} ` : ''}${block.text}`,
  );
}

const STYLES = `<w:styles ${WORD}>
  <w:style w:type="paragraph" w:styleId="Titre1"><w:name w:val="heading 1"/></w:style>
  <w:style w:type="paragraph" w:styleId="Mine"><w:name w:val="My chapter"/><w:basedOn w:val="Titre1"/></w:style>
  <w:style w:type="paragraph" w:styleId="U2"><w:name w:val="Überschrift 2"/></w:style>
  <w:style w:type="paragraph" w:styleId="Titel"><w:name w:val="Title"/></w:style>
  <w:style w:type="paragraph" w:styleId="Loop"><w:name w:val="Loop"/><w:basedOn w:val="Loop"/></w:style>
</w:styles>`;

it('finds headings by style name, by inheritance, in another language and by outline level', async () => {
  const styled = (text: string, style: string) => wordParagraph(text, `<w:pStyle w:val="${style}"/>`);
  const document = await read(
    styled('Book', 'Titel') +
      styled('One', 'Titre1') +
      styled('Two', 'Mine') +
      styled('Three', 'U2') +
      wordParagraph('Four', '<w:outlineLvl w:val="2"/>') +
      styled('Body', 'Loop'),
    { 'word/styles.xml': STYLES },
  );
  expect(outline(document)).toEqual([
    'heading1: Book',
    'heading1: One',
    'heading1: Two',
    'heading2: Three',
    'heading3: Four',
    'paragraph: Body',
  ]);
  expect(document.title).toBe('Book');
});

it('computes numbers over levels, formats, restarts and overrides', async () => {
  const level = (index: number, format: string, text: string) =>
    `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
  const numbering = `<w:numbering ${WORD}><w:abstractNum w:abstractNumId="0">${level(0, 'upperRoman', 'Article %1')}${level(1, 'decimal', '%1.%2')}${level(2, 'lowerLetter', '(%3)')}</w:abstractNum>
    <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>
    <w:num w:numId="2"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride></w:num></w:numbering>`;
  const item = (text: string, at: number, list = 1) =>
    wordParagraph(text, `<w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${list}"/></w:numPr>`);
  const document = await read(
    item('a', 0) +
      item('b', 1) +
      item('c', 2) +
      item('d', 2) +
      item('e', 1) +
      item('f', 2) +
      item('g', 0) +
      item('h', 1) +
      item('i', 0, 2),
    { 'word/numbering.xml': numbering },
  );
  expect(document.blocks.map((block) => block.marker)).toEqual([
    'Article I',
    'I.1',
    '(a)',
    '(b)',
    'I.2',
    '(a)',
    'Article II',
    'II.1',
    'Article VII',
  ]);
});

it('reads merged cells, header rows and nested tables', async () => {
  const cell = (text: string, properties = '') =>
    `<w:tc><w:tcPr>${properties}</w:tcPr>${wordParagraph(text)}</w:tc>`;
  const nested = `<w:tc><w:tbl><w:tr>${cell('x')}${cell('y')}</w:tr></w:tbl><w:p/></w:tc>`;
  const document = await read(
    `<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr>${cell('wide', '<w:gridSpan w:val="2"/>')}${cell('c')}</w:tr>
     <w:tr>${cell('tall', '<w:vMerge w:val="restart"/>')}${cell('1')}${nested}</w:tr>
     <w:tr>${cell('', '<w:vMerge/>')}${cell('2')}${cell('3')}</w:tr></w:tbl>`,
  );
  expect(document.blocks[0]!.table!.rows).toEqual([
    [
      { text: 'wide', colspan: 2, header: true },
      { text: 'c', header: true },
    ],
    [{ text: 'tall', rowspan: 2 }, { text: '1' }, { text: 'x | y' }],
    [{ text: '2' }, { text: '3' }],
  ]);
});

it('puts footnotes after their paragraph and leaves hidden and deleted text out', async () => {
  const document = await read(
    `<w:p><w:r><w:t>Shown</w:t></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:ins><w:r><w:t> added</w:t></w:r></w:ins><w:r><w:footnoteReference w:id="2"/></w:r></w:p>${wordParagraph('After')}`,
    {
      'word/footnotes.xml': `<w:footnotes ${WORD}><w:footnote w:id="2">${wordParagraph('A note.')}</w:footnote></w:footnotes>`,
    },
  );
  expect(outline(document)).toEqual(['paragraph: Shown added', 'footnote: 1 A note.', 'paragraph: After']);
});

it('reads text boxes once, and the paragraphs of a frame as ordinary text', async () => {
  const box = (text: string) =>
    `<w:drawing><w:txbxContent>${wordParagraph(text)}</w:txbxContent></w:drawing>`;
  const document = await read(
    `<w:p xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><w:r><w:t>Around</w:t><mc:AlternateContent><mc:Choice>${box('boxed')}</mc:Choice><mc:Fallback>${box('boxed')}</mc:Fallback></mc:AlternateContent></w:r></w:p>
     <w:tbl><w:tr><w:tc>${wordParagraph('framed')}</w:tc></w:tr></w:tbl>`,
  );
  expect(outline(document)).toEqual(['paragraph: Around', 'paragraph: boxed', 'paragraph: framed']);
});

it('takes bold lines for headings only where no style marks any', async () => {
  const bold = '<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>Scope</w:t></w:r></w:p>';
  expect(outline(await read(bold + wordParagraph('Text.')))).toEqual(['heading2: Scope', 'paragraph: Text.']);
  const styled = wordParagraph('One', '<w:outlineLvl w:val="0"/>') + bold;
  expect(outline(await read(styled))).toEqual(['heading1: One', 'paragraph: Scope']);
});

it('reads files whose writer bound other prefixes', async () => {
  const bytes = buildDocx('');
  const document = await read(
    '<x:p xmlns:x="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><x:r><x:t>words</x:t></x:r></x:p>',
  );
  expect(bytes.length).toBeGreaterThan(0);
  expect(outline(document)).toEqual(['paragraph: words']);
});

it('keeps how parts of a text look, and where their links lead', async () => {
  const run = (text: string, properties = '') =>
    `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
  const link = `<w:hyperlink r:id="rId9">${run('site')}</w:hyperlink>`;
  const paragraph = `<w:p>${run('  Area in m')}${run('2', '<w:vertAlign w:val="superscript"/>')}${run(' of ')}${run('the', '<w:b/>')}${run(' old', '<w:b/><w:strike/>')}${run(' ')}${link}</w:p>`;
  const { blocks } = await read(
    paragraph +
      `<w:tbl>${`<w:tr><w:tc><w:p>${run('a')}</w:p><w:p>${run('b', '<w:i/>')}</w:p></w:tc><w:tc><w:p/></w:tc></w:tr>`.repeat(2)}</w:tbl>`,
    {
      'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="https://example.org/" TargetMode="External"/></Relationships>`,
    },
  );
  const [first, table] = blocks;
  expect(first!.marks!.map(({ start, end, ...look }) => [first!.text.slice(start, end), look])).toEqual([
    ['2', { position: 'super' }],
    ['the', { bold: true }],
    [' old', { bold: true, strike: true }],
    ['site', { href: 'https://example.org/' }],
  ]);
  expect(table!.table!.rows[0]![0]).toMatchObject({
    text: 'a\nb',
    marks: [{ start: 2, end: 3, italic: true }],
  });
});
