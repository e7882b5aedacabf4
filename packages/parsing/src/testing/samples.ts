import { utils, write } from '@e965/xlsx';
import type { FileInput } from '../parsed-document.ts';
import { buildDoc, buildMsg } from './build-compound.ts';
import { buildDocx, buildOdf, buildOdt, buildZip, wordParagraph } from './build-zip.ts';

const encoder = new TextEncoder();

function sample(name: string, content: string | Uint8Array): FileInput {
  return { name, bytes: typeof content === 'string' ? encoder.encode(content) : content };
}

const DRAWING = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
const SLIDES = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"';

function buildWorkbook(kind: 'xlsx' | 'xlsb' | 'ods' | 'biff8'): Uint8Array {
  const book = utils.book_new();
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([
      ['Name', 'Size'],
      ['Duck', 3],
      ['Goose', 5],
    ]),
    'Birds',
  );
  return new Uint8Array(write(book, { type: 'array', bookType: kind }) as ArrayBuffer);
}

function buildPptx(): Uint8Array {
  const shape = (type: string, paragraphs: string[]) =>
    `<p:sp><p:nvSpPr><p:cNvPr id="2" name="x"/><p:cNvSpPr/><p:nvPr><p:ph type="${type}"/></p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x="100" y="200"/><a:ext cx="400" cy="300"/></a:xfrm></p:spPr><p:txBody>${paragraphs.map((text) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`).join('')}</p:txBody></p:sp>`;
  return buildZip([
    {
      name: '[Content_Types].xml',
      content:
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/ppt/presentation.xml" ContentType="application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"/></Types>',
    },
    {
      name: '_rels/.rels',
      content: `<Relationships ${PACKAGE}><Relationship Id="r1" Type="${RELATIONSHIPS}/officeDocument" Target="ppt/presentation.xml"/></Relationships>`,
    },
    {
      name: 'ppt/presentation.xml',
      content: `<p:presentation ${SLIDES} xmlns:r="${RELATIONSHIPS}"><p:sldIdLst><p:sldId r:id="r1"/></p:sldIdLst><p:sldSz cx="1000" cy="1000"/></p:presentation>`,
    },
    {
      name: 'ppt/_rels/presentation.xml.rels',
      content: `<Relationships ${PACKAGE}><Relationship Id="r1" Type="${RELATIONSHIPS}/slide" Target="slides/slide1.xml"/></Relationships>`,
    },
    {
      name: 'ppt/slides/slide1.xml',
      content: `<p:sld ${SLIDES} ${DRAWING}><p:cSld><p:spTree>${shape('title', ['Ducks'])}${shape('body', ['They swim', 'They fly'])}</p:spTree></p:cSld></p:sld>`,
    },
  ]);
}

function buildEpub(): Uint8Array {
  return buildZip([
    { name: 'mimetype', content: 'application/epub+zip' },
    {
      name: 'META-INF/container.xml',
      content:
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>',
    },
    {
      name: 'book.opf',
      content:
        '<package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Ducks</dc:title></metadata><manifest><item id="b" href="b.xhtml" media-type="application/xhtml+xml"/><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>',
    },
    { name: 'b.xhtml', content: '<html><body><h1>Second</h1><p>Geese follow.</p></body></html>' },
    { name: 'a.xhtml', content: '<html><body><h1>First</h1><p>Ducks lead.</p></body></html>' },
  ]);
}

/** A small honest file, by id of its format, of every format that needs neither a program nor a page nor a sound. */
export const SAMPLES: Record<string, FileInput> = {
  text: sample('a.txt', '1. Ducks\n\nDucks swim.\n\n- one\n- two\n'),
  code: sample('a.py', 'import os\n\ndef swim():\n    return 1\n\ndef fly():\n    return 2\n'),
  markdown: sample(
    'a.md',
    '# Ducks\n\nThey *swim*.\n\n| Name | Size |\n| --- | --- |\n| Mallard | 3 |\n\n1. one\n   - deep\n',
  ),
  json: sample('a.json', '{"title":"Ducks","birds":[{"name":"Mallard","size":{"cm":50}},{"name":"Teal"}]}'),
  jsonl: sample('a.jsonl', '{"name":"Mallard"}\n{"name":"Teal"}\n'),
  html: sample(
    'a.html',
    '<title>T</title><h1>Ducks</h1><p>They <b>swim</b>.</p><ul><li>one<ul><li>two</li></ul></li></ul><table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>',
  ),
  csv: sample('a.csv', 'Name;Size\nDuck;3\nGoose;5\n'),
  xlsx: sample('a.xlsx', buildWorkbook('xlsx')),
  xls: sample('a.xls', buildWorkbook('biff8')),
  xlsb: sample('a.xlsb', buildWorkbook('xlsb')),
  ods: sample('a.ods', buildWorkbook('ods')),
  doc: sample('a.doc', buildDoc('1. Ducks\rThey swim.\rName\tSize\rDuck\t3\r')),
  odp: sample(
    'a.odp',
    buildOdf(
      'presentation',
      '<draw:page><draw:frame presentation:class="title" svg:x="1cm" svg:y="1cm" svg:width="20cm" svg:height="2cm"><draw:text-box><text:p>Ducks</text:p></draw:text-box></draw:frame><draw:frame presentation:class="outline"><draw:text-box><text:list><text:list-item><text:p>They swim</text:p></text:list-item></text:list></draw:text-box></draw:frame></draw:page>',
    ),
  ),
  msg: sample('a.msg', buildMsg({ subject: 'Ducks', body: 'They swim.' })),
  mbox: sample(
    'a.mbox',
    'From a@example.org Sat Nov 21 10:00:00 2026\nFrom: A <a@example.org>\nSubject: Ducks\n\nThey swim.\n\nFrom b@example.org Sat Nov 21 11:00:00 2026\nFrom: b@example.org\nSubject: Geese\n\n>From here they fly.\n',
  ),
  eml: sample(
    'a.eml',
    'From: A <a@example.org>\r\nTo: b@example.org\r\nSubject: Ducks\r\nContent-Type: text/plain\r\n\r\nThey swim.\r\n',
  ),
  docx: sample(
    'a.docx',
    buildDocx(`${wordParagraph('Ducks', '<w:outlineLvl w:val="0"/>')}${wordParagraph('They swim.')}`),
  ),
  pptx: sample('a.pptx', buildPptx()),
  odt: sample(
    'a.odt',
    buildOdt(
      '<text:h text:outline-level="1">Ducks</text:h><text:p>They <text:span>swim</text:span>.</text:p><text:list><text:list-item><text:p>one</text:p></text:list-item></text:list><table:table><table:table-row><table:table-cell><text:p>Name</text:p></table:table-cell><table:table-cell><text:p>Size</text:p></table:table-cell></table:table-row><table:table-row><table:table-cell><text:p>Duck</text:p></table:table-cell><table:table-cell><text:p>3</text:p></table:table-cell></table:table-row></table:table>',
    ),
  ),
  rtf: sample(
    'a.rtf',
    "{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0 Arial;}}{\\stylesheet{\\s1 heading 1;}}\\pard\\s1 Ducks\\par\\pard They \\'93swim\\'94 \\u8364?.\\par\\trowd\\cellx100\\cellx200\\intbl A\\cell B\\cell\\row\\trowd\\cellx100\\cellx200\\intbl 1\\cell 2\\cell\\row\\pard End.\\par}",
  ),
  epub: sample('a.epub', buildEpub()),
  image: sample(
    'a.png',
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAHgAAAAoAgMAAABIhNa2AAAADFBMVEX///8LCwu0tLRdXV2tE0H1AAAACXBIWXMAAAsTAAALEwEAmpwYAAAAx0lEQVQ4y2NgGAW0BfuxCv7/BWWxYpPmzNqagE/agTkGrzTDNfzS4iCaawFQmmkFFmlVXYfrDNevsDLF8H7HJt3ooM6cwMLKlGDCjUWaFSjN6cDCytggwoRDmvcAAysbgxgDDsN5GxhYRRhMH2CTZoRIf2fgDMMibcoIMfxoA8NWLNJiUGkgE2gIhvQdRpDLGViZCww4MaU5C5irtjNHcLAyREjwohu+NTS8gSn064GrMVsPhYtew5oSNIDBDTKWqWE0V9AaAAC1ri7TyaRk4gAAAABJRU5ErkJggg==',
      'base64',
    ),
  ),
};
