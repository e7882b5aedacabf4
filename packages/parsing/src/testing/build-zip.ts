import { crc32, deflateRawSync } from 'node:zlib';

/** One entry of a container built for a test. */
export type ZipEntryInput = {
  name: string;
  content: string | Uint8Array;
  /** Stands in both directories instead of the true size: what a lying container does. */
  declaredSize?: number;
};

/** Builds a ZIP container, honest or not. */
export function buildZip(entries: readonly ZipEntryInput[]): Uint8Array {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, declaredSize } of entries) {
    const raw = Buffer.from(content as Uint8Array);
    const packed = deflateRawSync(raw, { level: 9 });
    const size = declaredSize ?? raw.length;
    const fileName = Buffer.from(name);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(0x800, 2);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(crc32(raw), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(size, 18);
    shared.writeUInt16LE(fileName.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), shared, fileName, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), shared, tail, fileName]));
    parts.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, list, end]);
}

const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE_RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

/** Builds a Word file around the XML of its body; other parts by name. */
export function buildDocx(body: string, parts: Record<string, string> = {}, prolog = ''): Uint8Array {
  const types = Object.keys(parts).filter((name) => /^word\/\w+\.xml$/.test(name));
  const related = types.map((name, index) => {
    const file = name.slice('word/'.length);
    return `<Relationship Id="r${index}" Type="${RELATIONSHIPS}/${file.replace('.xml', '')}" Target="${file}"/>`;
  });
  return buildZip([
    {
      name: '[Content_Types].xml',
      content:
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    },
    {
      name: '_rels/.rels',
      content: `<Relationships xmlns="${PACKAGE_RELATIONSHIPS}"><Relationship Id="r1" Type="${RELATIONSHIPS}/officeDocument" Target="word/document.xml"/></Relationships>`,
    },
    {
      name: 'word/_rels/document.xml.rels',
      content: `<Relationships xmlns="${PACKAGE_RELATIONSHIPS}">${related.join('')}</Relationships>`,
    },
    {
      name: 'word/document.xml',
      content: `${prolog}<w:document xmlns:w="${WORD}" xmlns:r="${RELATIONSHIPS}"><w:body>${body}</w:body></w:document>`,
    },
    ...Object.entries(parts).map(([name, content]) => ({ name, content })),
  ]);
}

/** A Word paragraph with its text. */
export function wordParagraph(text: string, properties = ''): string {
  return `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}

/** Builds an OpenDocument text around the XML of its body. */
export function buildOdt(body: string, styles = ''): Uint8Array {
  return buildOdf('text', body, styles);
}

/** Builds an OpenDocument file of any kind around the XML of its body; other parts by name. */
export function buildOdf(
  kind: 'text' | 'presentation' | 'spreadsheet',
  body: string,
  styles = '',
  parts: Record<string, string> = {},
): Uint8Array {
  const namespaces = [
    'office',
    'text',
    'table',
    'style',
    'presentation',
    'drawing:draw',
    'svg-compatible:svg',
  ]
    .map((entry) => entry.split(':'))
    .map(([name, prefix]) => `xmlns:${prefix ?? name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
    .join(' ');
  return buildZip([
    { name: 'mimetype', content: `application/vnd.oasis.opendocument.${kind}` },
    {
      name: 'content.xml',
      content: `<office:document-content ${namespaces}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    },
    ...Object.entries(parts).map(([name, content]) => ({ name, content })),
  ]);
}

/** Builds a workbook of one sheet, "Sheet", around the XML of that sheet. */
export function buildWorkbook(sheet: string): Uint8Array {
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const content = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  return buildZip([
    {
      name: '[Content_Types].xml',
      content: `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${content}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${content}.worksheet+xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      content: `<Relationships xmlns="${PACKAGE_RELATIONSHIPS}"><Relationship Id="r1" Type="${RELATIONSHIPS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `<workbook ${main} xmlns:r="${RELATIONSHIPS}"><sheets><sheet name="Sheet" sheetId="1" r:id="r1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships xmlns="${PACKAGE_RELATIONSHIPS}"><Relationship Id="r1" Type="${RELATIONSHIPS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    },
    { name: 'xl/worksheets/sheet1.xml', content: `<worksheet ${main}>${sheet}</worksheet>` },
  ]);
}
