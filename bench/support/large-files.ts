import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderPdfPage } from '@lectern/parsing';
import { buildWorkbook } from '../../packages/parsing/src/testing/build-zip.ts';
import { loadPdfium } from './bare-pdf.ts';

const documents = join(import.meta.dirname, '../../../shared/documents');

/** So many pages of the shared PDFs, in turn: two columns, tables, pictures, Korean, French, scans. */
export async function buildLongPdf(pages: number): Promise<Uint8Array> {
  const library = await loadPdfium();
  const { malloc, free } = library.pdfium.wasmExports;
  const sources = ['s01-dpr-paper-2-columns', 's02-irs-publication-15', 's03-plan-transport-actif-fr']
    .concat(['s05-eu-retail-tables', 's10-korean-2-columns', 's07-scan-zh'])
    .map((name) => {
      const bytes = readFileSync(join(documents, `${name}.pdf`));
      const at = malloc(bytes.length);
      library.pdfium.HEAPU8.set(bytes, at);
      return { at, handle: library.FPDF_LoadMemDocument(at, bytes.length, '') };
    });
  const target = library.FPDF_CreateNewDocument();
  for (let count = 0; count < pages; ) {
    for (const { handle } of sources) {
      const most = Math.min(library.FPDF_GetPageCount(handle), pages - count);
      if (most > 0) library.FPDF_ImportPages(target, handle, `1-${most}`, count);
      count += Math.max(0, most);
    }
  }
  const writer = library.PDFiumExt_OpenFileWriter();
  library.PDFiumExt_SaveAsCopy(target, writer);
  const size = library.PDFiumExt_GetFileWriterSize(writer);
  const at = malloc(size);
  library.PDFiumExt_GetFileWriterData(writer, at, size);
  const bytes = library.pdfium.HEAPU8.slice(at, at + size);
  library.PDFiumExt_CloseFileWriter(writer);
  free(at);
  for (const source of sources) {
    library.FPDF_CloseDocument(source.handle);
    free(source.at);
  }
  library.FPDF_CloseDocument(target);
  return bytes;
}

/** So many pages that are pictures of text: eight different ones of 200 dots an inch, over and over. */
export async function buildScannedPdf(pages: number): Promise<Uint8Array> {
  const source = readFileSync(join(documents, 's05-eu-retail-tables.pdf'));
  const pictures: Uint8Array[] = [];
  for (let page = 1; page <= 8; page++) pictures.push(await renderPdfPage(source, page, { widthPx: 1654 }));
  const objects: (string | Uint8Array)[][] = [
    ['<< /Type /Catalog /Pages 2 0 R >>'],
    [
      `<< /Type /Pages /Count ${pages} /Kids [${Array.from({ length: pages }, (_, n) => `${4 + n} 0 R`).join(' ')}] >>`,
    ],
    stream('', 'q 595 0 0 842 0 0 cm /Scan Do Q'),
  ];
  for (let page = 0; page < pages; page++)
    objects.push([
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 3 0 R /Resources << /XObject << /Scan ${4 + pages + (page % 8)} 0 R >> >> >>`,
    ]);
  const image =
    '/Type /XObject /Subtype /Image /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode';
  for (const picture of pictures) {
    const { width, height } = readJpegSize(picture);
    objects.push(stream(`${image} /Width ${width} /Height ${height}`, picture));
  }
  return writeObjects(objects);
}

function stream(dictionary: string, content: string | Uint8Array): (string | Uint8Array)[] {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
  return [`<< ${dictionary} /Length ${bytes.length} >>\nstream\n`, bytes, '\nendstream'];
}

function writeObjects(objects: (string | Uint8Array)[][]): Uint8Array {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let length = parts[0]!.length;
  const add = (part: string | Uint8Array) => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part);
    parts.push(bytes);
    length += bytes.length;
  };
  objects.forEach((body, index) => {
    offsets.push(length);
    for (const part of [`${index + 1} 0 obj\n`, ...body, '\nendobj\n']) add(part);
  });
  const start = length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  add(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`);
  add(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.concat(parts);
}

/** From the frame header. */
function readJpegSize(bytes: Uint8Array): { width: number; height: number } {
  const view = Buffer.from(bytes);
  for (let at = 2; at < view.length; at += 2 + view.readUInt16BE(at + 2)) {
    if (view[at + 1] === 0xc0 || view[at + 1] === 0xc2)
      return { height: view.readUInt16BE(at + 5), width: view.readUInt16BE(at + 7) };
  }
  throw new Error('no JPEG');
}

const columns = ['id', 'date', 'customer', 'city', 'article', 'quantity', 'price', 'total'].concat([
  'paid',
  'channel',
  'agent',
  'note',
]);
const cities = ['Lyon', 'Québec', 'Genève', 'Dakar', 'Bruxelles', 'Lille', 'Nantes'];

/** A row of twelve columns: numbers, dates, words. */
function fillRow(n: number): (string | number)[] {
  const price = ((n * 37) % 9_973) / 100;
  const quantity = 1 + (n % 12);
  const day = new Date(Date.UTC(2020, 0, 1 + (n % 2_000))).toISOString().slice(0, 10);
  return [
    n,
    day,
    `Customer ${n % 4_001}`,
    cities[n % cities.length] as string,
    `Article ${n % 613}`,
    quantity,
    price,
  ]
    .concat([Math.round(price * quantity * 100) / 100])
    .concat([
      n % 3 === 0 ? 'yes' : 'no',
      n % 2 ? 'web' : 'shop',
      `Agent ${n % 17}`,
      `Note ${n % 97} on this order`,
    ]);
}

/** A sheet of so many rows of twelve columns, as CSV. */
export function buildLongCsv(rows: number): Uint8Array {
  const lines = [columns.join(',')];
  for (let n = 1; n <= rows; n++) lines.push(fillRow(n).join(','));
  return Buffer.from(`${lines.join('\n')}\n`);
}

/** The same as a workbook. */
export function buildLongWorkbook(rows: number): Uint8Array {
  const letters = 'ABCDEFGHIJKL';
  const writeRow = (values: (string | number)[], row: number) =>
    `<row r="${row}">${values
      .map((value, column) => {
        const place = `${letters[column]}${row}`;
        return typeof value === 'number'
          ? `<c r="${place}"><v>${value}</v></c>`
          : `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
      })
      .join('')}</row>`;
  const parts = [writeRow(columns, 1)];
  for (let n = 1; n <= rows; n++) parts.push(writeRow(fillRow(n), n + 1));
  return buildWorkbook(`<sheetData>${parts.join('')}</sheetData>`);
}
