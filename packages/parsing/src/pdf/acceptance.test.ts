import { describeOnRealDocuments, readExpectations, readRealDocument } from '@lectern/testing/real-documents';
import { describe, expect, it } from 'vitest';
import { documentText, type ParsedDocument } from '../parsed-document.ts';
import { readPdf } from './read-pdf.ts';

/** Unicode NFKC, quotes and dashes alike, hyphens at line ends resolved, white space removed. */
function fold(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[‘’‚‛′`´]/g, "'")
    .replace(/[“”„‟″«»]/g, '"')
    .replace(/(\p{L})[-\u00ad‐]\s*\n\s*(?=\p{Ll})/gu, '$1')
    .replace(/[‐‑‒–—―−]/g, '-')
    .replace(/[\s\u00ad]/g, '');
}

const pdfs = readExpectations().filter((entry) => entry.file.endsWith('.pdf'));
const readReal = (file: string) => readPdf(new Uint8Array(readRealDocument(file).bytes));

function cellLines(document: ParsedDocument): Set<string> {
  const cells = document.blocks.flatMap((block) => block.table?.rows.flat() ?? []);
  return new Set(cells.flatMap((cell) => [cell.text, ...cell.text.split('\n')]).map(fold));
}

describeOnRealDocuments('real PDF documents', () => {
  it('are there', () => {
    expect(pdfs.length).toBeGreaterThanOrEqual(9);
  });

  describe.each(pdfs)('$file', (expected) => {
    const reading = readReal(expected.file);

    it('has the text, in order', async () => {
      const text = fold(documentText(await reading));
      for (const phrase of expected.must_contain) expect(text).toContain(fold(phrase));
      let from = 0;
      for (const phrase of expected.must_appear_in_order ?? []) {
        const at = text.indexOf(fold(phrase), from);
        expect(at, phrase).toBeGreaterThanOrEqual(from);
        from = at;
      }
    });

    it('has the headings', async () => {
      const headings = (await reading).blocks
        .filter((block) => block.type === 'heading')
        .map((block) => fold(block.text));
      for (const heading of expected.must_have_headings) {
        const wanted = fold(heading);
        expect(
          headings.some((text) => text === wanted || text.replace(/^[\d.]+/, '') === wanted),
          heading,
        ).toBe(true);
      }
    });

    it('has the tables and cells', async () => {
      const document = await reading;
      const tables = document.blocks.filter((block) => block.type === 'table');
      expect(tables.length).toBeGreaterThanOrEqual(expected.min_tables ?? 0);
      const cells = cellLines(document);
      for (const cell of expected.table_cells) expect(cells, cell).toContain(fold(cell));
    });

    it('has the pages, and boxes on them', async () => {
      const document = await reading;
      if (expected.pages !== null) expect(document.pages).toHaveLength(expected.pages);
      for (const block of document.blocks) {
        expect(block.boxes.length).toBeGreaterThan(0);
        for (const box of block.boxes) {
          expect(box.x0).toBeLessThan(box.x1);
          expect(box.y0).toBeLessThan(box.y1);
        }
      }
    });

    it('keeps running lines out of the text', async () => {
      const body = (await reading).blocks.filter(
        (block) => block.page !== 1 && !block.type.startsWith('page_'),
      );
      for (const line of expected.running_header_footer ?? []) {
        const repeats = body.filter((block) => fold(block.text) === fold(line));
        expect(repeats).toHaveLength(0);
      }
    });
  });

  it('sees no table across two columns of Korean prose', async () => {
    const tables = (await readReal('s10-korean-2-columns.pdf')).blocks.filter(
      (block) => block.type === 'table',
    );
    for (const table of tables) expect(table.text).toContain('감염병');
    expect(tables.length).toBeLessThanOrEqual(1);
  });

  it('says which pages need OCR', async () => {
    const document = await readReal('s08-ocr-rotated.pdf');
    expect(document.warnings).toContainEqual({ code: 'page_needs_ocr', page: 1 });
    expect(document.pages[0]!.width).toBeGreaterThan(document.pages[0]!.height);
  });
});
