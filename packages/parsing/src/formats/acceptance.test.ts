import {
  describeOnRealDocuments,
  readExpectations,
  readRealDocument,
  testOnRealDocuments,
} from '@lectern/testing/real-documents';
import { expect, it } from 'vitest';
import { documentText, type ParsedDocument } from '../parsed-document.ts';
import { readDocument } from '../read-document.ts';

/** Unicode NFKC, quote and dash folding, de-hyphenation, white space removed. */
function fold(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[‘’‚‛′`´]/g, "'")
    .replace(/[“”„‟″«»]/g, '"')
    .replace(/[‐‑‒–—―−]/g, '-')
    .replace(/-\s*\n\s*/g, '')
    .replace(/\s+/g, '');
}

function listCells(document: ParsedDocument): Set<string> {
  const cells = new Set<string>();
  for (const block of document.blocks) {
    for (const cell of block.table?.rows.flat() ?? []) {
      cells.add(fold(cell.text));
      for (const line of cell.text.split('\n')) cells.add(fold(line));
    }
  }
  return cells;
}

const files = readExpectations().filter(({ file }) => !file.endsWith('.pdf'));

describeOnRealDocuments('real documents', () => {
  it.each(files)('$file reads to what its index says', async (expected) => {
    const document = await readDocument(readRealDocument(expected.file));
    const text = fold(documentText(document));
    for (const phrase of expected.must_contain) expect(text).toContain(fold(phrase));
    const headings = document.blocks.filter((block) => block.type === 'heading');
    const titles = headings.map((block) => fold(block.text));
    for (const heading of expected.must_have_headings) expect(titles).toContain(fold(heading));
    for (const [heading, level] of Object.entries(expected.heading_levels ?? {})) {
      expect(headings.find((block) => fold(block.text) === fold(heading))?.level, heading).toBe(level);
    }
    const cells = listCells(document);
    for (const cell of expected.table_cells) expect(cells, cell).toContain(fold(cell));
    const tables = document.blocks.filter((block) => block.type === 'table').length;
    expect(tables).toBeGreaterThanOrEqual(expected.min_tables ?? 0);
    if (expected.pages !== null) expect(document.pages).toHaveLength(expected.pages);
    expect(document.children.map(({ name }) => name)).toEqual(expected.attachments ?? []);
  });
});

testOnRealDocuments('computes automatic heading numbers', async () => {
  const document = await readDocument(readRealDocument('s12-numbered-headings.docx'));
  const markers = document.blocks.filter((block) => block.type === 'heading').map((block) => block.marker);
  expect(markers).toEqual(expect.arrayContaining(['1.', '1.1.', '1.2.1.', '2.1.1.']));
});
