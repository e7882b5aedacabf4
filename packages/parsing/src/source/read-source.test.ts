import { expect, it } from 'vitest';
import { readDocument } from '../read-document.ts';
import { buildDocx, buildZip, wordParagraph } from '../testing/build-zip.ts';

const lines = async (name: string, bytes: Uint8Array, options = {}) => {
  const { source } = await readDocument({ name, bytes }, options);
  return source?.flatMap(({ text }) => text.split('\n').map((line) => line.trim())).filter(Boolean);
};

const box = (text: string) =>
  `<w:r><mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="wps"><w:t>${text}</w:t></mc:Choice><mc:Fallback><w:t>${text}</w:t></mc:Fallback></mc:AlternateContent></w:r>`;

it('lists the words of a Word file once, without what was struck out', async () => {
  const body =
    wordParagraph('The rose') +
    `<w:p><w:r><w:t>blooms</w:t><w:tab/><w:t>in</w:t></w:r>${box('June')}<w:del><w:r><w:t>May</w:t></w:r></w:del></w:p>`;
  expect(await lines('a.docx', buildDocx(body))).toEqual(['The rose', 'blooms inJune']);
});

it('lists the texts of cells, shared ones as often as they are used', async () => {
  const sheet = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const bytes = buildZip([
    {
      name: '[Content_Types].xml',
      content:
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
    },
    {
      name: 'xl/workbook.xml',
      content: `<workbook ${sheet} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content:
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
    },
    {
      name: 'xl/sharedStrings.xml',
      content: `<sst ${sheet}><si><t>rose</t></si><si><r><t>ap</t></r><r><t>ple</t></r></si></sst>`,
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `<worksheet ${sheet}><sheetData><row r="1"><c r="A1" t="s"><v>1</v></c><c r="B1" t="s"><v>0</v></c></row><row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2"><v>7</v></c><c r="C2" t="inlineStr"><is><t>gate</t></is></c></row></sheetData></worksheet>`,
    },
  ]);
  expect(await lines('a.xlsx', bytes)).toEqual(['apple', 'rose', 'apple', 'gate']);
});

it('lists what a reader of a page sees, and nothing where only a part was asked for', async () => {
  const html = '<p>The <b>ro</b>se</p><script>no</script><p hidden>no</p><ul><li>one<li>two</ul>';
  const bytes = Buffer.from(html);
  expect(await lines('a.html', bytes)).toEqual(['The rose', 'one', 'two']);
  expect(await lines('a.html', bytes, { mainContentOnly: true })).toBeUndefined();
});

it('lists the words of a mail as they are stored, in their own character sets', async () => {
  const latin = Buffer.from('R\u00e9servation confirm\u00e9e, \u00e0 tr\u00e8s bient\u00f4t', 'latin1');
  const mail = Buffer.concat([
    Buffer.from(
      'Subject: One\nContent-Type: multipart/mixed; boundary="b"\n\n--b\nContent-Type: text/plain\n\n',
    ),
    latin,
    Buffer.from(
      '\n--b\nContent-Type: multipart/alternative; boundary=c\n\n--c\n\nplain\n--c\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n<p>ros=C3=A9 g=\narden</p>\n--c--\n--b\nContent-Type: text/markdown; name=n.md\nContent-Disposition: attachment; filename=n.md\nContent-Transfer-Encoding: base64\n\nRHVja3MgZmx5Lg==\n--b--\n',
    ),
  ]);
  const document = await readDocument({ name: 'a.eml', bytes: mail });
  expect(document.source?.map(({ text }) => text.trim())).toEqual([
    'One',
    latin.toString('latin1'),
    'ros\u00e9 garden',
    'n.md',
    'Ducks fly.',
  ]);
  expect(document.blocks.map(({ text }) => text)).toContain(latin.toString('latin1'));
});
