import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { FileInput, UnreadableReason } from './parsed-document.ts';
import { readDocument } from './read-document.ts';
import { buildDocx, buildOdt, buildWorkbook, buildZip, wordParagraph } from './testing/build-zip.ts';
import { SAMPLES } from './testing/samples.ts';

/** A page whose content is 220 MB of spaces, packed. */
function buildPackedPdf(times: number): Uint8Array {
  let data: Buffer = Buffer.alloc(220 * 1024 * 1024, ' ');
  for (let time = 0; time < times; time++) data = deflateSync(data, { level: 1 });
  const filters = Array.from({ length: times }, () => '/FlateDecode').join(' ');
  const head = `%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>\nendobj\n4 0 obj\n<< /Length ${data.length} /Filter [${filters}] >>\nstream\n`;
  return Buffer.concat([
    Buffer.from(head),
    data,
    Buffer.from('\nendstream\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n'),
  ]);
}

function text(name: string, content: string): FileInput {
  return { name, bytes: Buffer.from(content) };
}

const ENTITIES =
  '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;">]>';
const EXTERNAL = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>';

/** A compound file with just the stream names that a reader looks for. */
function compoundFile(...streams: string[]): Uint8Array {
  const head = Buffer.alloc(1024);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(head);
  head.writeUInt16LE(0xfffe, 28);
  head.writeUInt16LE(9, 30);
  return Buffer.concat([head, ...streams.map((name) => Buffer.from(`${name}\0\0`, 'utf16le'))]);
}

function columnName(index: number): string {
  const above = Math.floor(index / 26);
  return (above > 0 ? columnName(above - 1) : '') + String.fromCharCode(65 + (index % 26));
}

const repeat = (part: string, count: number) => part.repeat(count);
const nestedTables = (depth: number) =>
  `${repeat('<w:tbl><w:tr><w:tc>', depth)}<w:p/>${repeat('</w:tc></w:tr></w:tbl>', depth)}`;

type Case = [name: string, make: () => FileInput, reason: UnreadableReason];

const CASES: Case[] = [
  [
    'a ZIP bomb',
    () => ({
      name: 'a.docx',
      bytes: buildZip([{ name: 'word/document.xml', content: Buffer.alloc(210_000_000) }]),
    }),
    'too_large_unpacked',
  ],
  [
    'a ZIP bomb in many entries',
    () => ({
      name: 'a.docx',
      bytes: buildZip(Array.from({ length: 6_000 }, (_, i) => ({ name: `word/${i}.xml`, content: 'x' }))),
    }),
    'too_large_unpacked',
  ],
  [
    'a container that lies about sizes',
    () => ({
      name: 'a.docx',
      bytes: buildZip([{ name: 'word/document.xml', content: Buffer.alloc(50_000_000), declaredSize: 100 }]),
    }),
    'too_large_unpacked',
  ],
  [
    'a workbook that lies about sizes',
    () => ({
      name: 'a.xlsx',
      bytes: buildZip([{ name: 'xl/workbook.xml', content: Buffer.alloc(50_000_000), declaredSize: 100 }]),
    }),
    'too_large_unpacked',
  ],
  [
    'an entity bomb in DOCX',
    () => ({ name: 'a.docx', bytes: buildDocx(wordParagraph('&c;'), {}, ENTITIES) }),
    'forbidden_construct',
  ],
  [
    'an external entity in DOCX',
    () => ({ name: 'a.docx', bytes: buildDocx(wordParagraph('&a;'), {}, EXTERNAL) }),
    'forbidden_construct',
  ],
  [
    '20,000 nested tables in DOCX',
    () => ({ name: 'a.docx', bytes: buildDocx(nestedTables(20_000)) }),
    'too_deep',
  ],
  [
    'nested sections in ODT',
    () => ({
      name: 'a.odt',
      bytes: buildOdt(repeat('<text:section>', 5_000) + repeat('</text:section>', 5_000)),
    }),
    'too_deep',
  ],
  ['200,000 nested elements in HTML', () => text('a.html', repeat('<div>', 200_000)), 'too_deep'],
  ['50,000 nested quotes in Markdown', () => text('a.md', `${repeat('> ', 50_000)}x`), 'too_deep'],
  ['a list nested on one line in Markdown', () => text('a.md', `${repeat('- ', 50_000)}x`), 'too_deep'],
  ['unmatched brackets in Markdown', () => text('a.md', repeat('[', 200_000)), 'too_deep'],
  [
    '100,000 nested arrays in JSON',
    () => text('a.json', repeat('[', 100_000) + repeat(']', 100_000)),
    'too_deep',
  ],
  ['100,000 nested groups in RTF', () => text('a.rtf', `{\\rtf1 ${repeat('{', 100_000)}x`), 'too_deep'],
  ['broken JSON', () => text('a.json', '{"a": '), 'broken'],
  ['JSON Lines without JSON', () => text('a.jsonl', 'one\ntwo\n'), 'broken'],
  ['ten million cells in CSV', () => text('a.csv', repeat(',', 9_999_999)), 'too_many_cells'],
  [
    'a wide CSV of three million cells',
    () => text('a.csv', repeat('1,2,3,4,5,6\n', 500_000)),
    'too_many_cells',
  ],
  [
    'a sheet with cells on a diagonal',
    () => ({
      name: 'a.xlsx',
      bytes: buildWorkbook(
        `<sheetData>${Array.from({ length: 4_000 }, (_, i) => `<row r="${i + 1}"><c r="${columnName(i)}${i + 1}"><v>1</v></c></row>`).join('')}</sheetData>`,
      ),
    }),
    'too_many_cells',
  ],
  ['bytes in a CSV', () => ({ name: 'a.csv', bytes: Buffer.from(repeat('\0\u0001x', 100)) }), 'mislabelled'],
  [
    'a picture called text',
    () => ({ name: 'a.txt', bytes: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex') }),
    'mislabelled',
  ],
  [
    'the head of a picture',
    () => ({
      name: 'a.png',
      bytes: Buffer.from('89504e470d0a1a0a0000000d494844520000000100000001080600000000000000', 'hex'),
    }),
    'broken',
  ],
  ['text called DOCX', () => text('a.docx', 'only words'), 'mislabelled'],
  [
    'a stream of a PDF packed twice',
    () => ({ name: 'a.pdf', bytes: buildPackedPdf(2) }),
    'too_large_unpacked',
  ],
  ['a large stream of a PDF', () => ({ name: 'a.pdf', bytes: buildPackedPdf(1) }), 'too_large_unpacked'],
  ['text called PDF', () => text('a.pdf', 'only words'), 'mislabelled'],
  ['HTML called PDF', () => text('a.pdf', '<!doctype html><p>x'), 'mislabelled'],
  ['a ZIP called PDF', () => ({ ...SAMPLES.docx!, name: 'a.pdf' }), 'mislabelled'],
  ['no mail called EML', () => text('a.eml', 'only words\n'), 'mislabelled'],
  [
    'an encrypted DOCX',
    () => ({ name: 'a.docx', bytes: compoundFile('EncryptionInfo', 'EncryptedPackage') }),
    'encrypted',
  ],
  ['an encrypted XLSX', () => ({ name: 'a.xlsx', bytes: compoundFile('EncryptedPackage') }), 'encrypted'],
  ['an old Word file', () => ({ name: 'a.doc', bytes: compoundFile('WordDocument') }), 'broken'],
  [
    'an old presentation',
    () => ({ name: 'a.ppt', bytes: compoundFile('PowerPoint Document') }),
    'converter_missing',
  ],
  [
    'an old Word file called DOCX',
    () => ({ name: 'a.docx', bytes: compoundFile('WordDocument') }),
    'mislabelled',
  ],
  ['an XLS without content', () => ({ name: 'a.xls', bytes: compoundFile('Workbook') }), 'broken'],
  ['white space only', () => text('a.txt', '  \n\n \n'), 'no_text'],
  ['a page without text', () => text('a.html', '<script>alert(1)</script>'), 'no_text'],
];

describe('hostile and broken files end in a reason', () => {
  it.each(CASES)('%s', async (_name, make, reason) => {
    await expect(readDocument(make())).rejects.toMatchObject({ name: 'UnreadableFileError', reason });
  });
});

describe('odd but honest files are read', () => {
  it('a sheet whose only cells are its first and its last', async () => {
    const cell = (place: string, value: string) =>
      `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
    const bytes = buildWorkbook(
      `<dimension ref="A1:XFD1048576"/><sheetData><row r="1">${cell('A1', 'first')}</row><row r="1048576">${cell('XFD1048576', 'last')}</row></sheetData>`,
    );
    const document = await readDocument({ name: 'a.xlsx', bytes });
    expect(document.blocks.map((block) => block.text)).toEqual(['Sheet', 'first', 'last']);
  });

  it('a CSV with a quote that never closes', async () => {
    const document = await readDocument(text('a.csv', 'name,size\n"duck,3\ngoose,5\n'));
    expect(document.blocks[0]?.table?.rows).toHaveLength(3);
  });

  it('an RTF document called DOC, and a page called XLS', async () => {
    expect((await readDocument({ ...SAMPLES.rtf!, name: 'a.doc' })).format).toBe('rtf');
    expect(
      (await readDocument(text('a.xls', '<html><table><tr><td>1</td><td>2</td></tr></table></html>'))).format,
    ).toBe('html');
  });

  it('Markdown marks that never pair', async () => {
    const document = await readDocument(text('a.md', repeat('[a](', 500_000)));
    expect(document.blocks.length).toBeGreaterThan(0);
  });

  it('one line of five megabytes', async () => {
    const document = await readDocument(text('a.txt', repeat('word ', 1_000_000)));
    expect(document.blocks.length).toBeGreaterThan(0);
  });

  it('a rowspan of a million in HTML', async () => {
    const document = await readDocument(
      text(
        'a.html',
        '<table><tr><th rowspan="1000000" colspan="1000000">a</th></tr><tr><td>b</td></tr></table>',
      ),
    );
    expect(document.blocks[0]?.table?.rows[0]?.[0]).toMatchObject({ rowspan: 1000, colspan: 1000 });
  });

  it('script in names, links and text stays text', async () => {
    const document = await readDocument(
      text('a.html', '<p><a href="javascript:alert(1)">x &lt;img onerror=1&gt;</a></p>'),
    );
    const { renderDocumentHtml } = await import('./render-html.ts');
    const html = renderDocumentHtml(document);
    expect(html).not.toContain('javascript:');
    expect(html).not.toContain('<img');
  });
});
