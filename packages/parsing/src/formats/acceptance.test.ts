import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentText, type ParsedDocument } from '../parsed-document.ts';
import { readDocument } from '../read-document.ts';

const folder = resolve(import.meta.dirname, '../../../../../shared/documents');

type Expectation = {
  file: string;
  must_contain: string[];
  must_have_headings: string[];
  table_cells: string[];
  pages: number | null;
  heading_levels?: Record<string, number>;
  min_tables?: number;
  attachments?: string[];
};

if (!existsSync(join(folder, 'expectations.json'))) {
  throw new Error(`The real documents are missing: expected them in ${folder}`);
}
const { documents } = JSON.parse(readFileSync(join(folder, 'expectations.json'), 'utf8')) as {
  documents: Expectation[];
};

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

describe.each(documents.filter(({ file }) => !file.endsWith('.pdf')))('$file', (expected) => {
  const read = () => readDocument({ name: expected.file, bytes: readFileSync(join(folder, expected.file)) });

  it('reads to what its index says', async () => {
    const document = await read();
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

it('computes automatic heading numbers', async () => {
  const file = 's12-numbered-headings.docx';
  const document = await readDocument({ name: file, bytes: readFileSync(join(folder, file)) });
  const markers = document.blocks.filter((block) => block.type === 'heading').map((block) => block.marker);
  expect(markers).toEqual(expect.arrayContaining(['1.', '1.1.', '1.2.1.', '2.1.1.']));
});
