import type { Block, ParsedDocument } from '@lectern/parsing';
import { type CorpusDocument, fold, readPages } from './corpus.ts';

export type TableFigures = {
  pages: number;
  tables: number;
  found: number;
  /** What is no table was read as one, or one was read as several. */
  falseTables: string[];
  missed: string[];
  /** Rows of found tables whose cells are not those of the page. */
  wrongRows: string[];
};

/** Compares the tables that were found on the judged pages with those that are there. */
export function compareTables(document: ParsedDocument, truth: CorpusDocument): TableFigures {
  const figures: TableFigures = { pages: 0, tables: 0, found: 0, falseTables: [], missed: [], wrongRows: [] };
  if (truth.tables === undefined || truth.judged === undefined) return figures;
  const tables = document.blocks.filter((block) => block.table);
  for (const page of readPages(truth.judged)) {
    figures.pages++;
    const here = new Set(tables.filter((block) => listPages(block).has(page)));
    figures.found += here.size;
    const rows = truth.tables[page] ?? [];
    figures.tables += rows.length;
    const open: string[] = [];
    for (const row of rows) if (!take(here, (block) => hasRow(block, row))) open.push(row);
    for (const row of open) {
      const place = `${truth.name} ${page}: ${row}`;
      if (take(here, (block) => holds(block, row.split(' | ')[0]!))) figures.wrongRows.push(place);
      else if (take(here, (block) => row.split(' | ').some((cell) => cell.length > 3 && holds(block, cell))))
        figures.wrongRows.push(place);
      else figures.missed.push(place);
    }
    for (const text of truth.optional?.[page] ?? []) take(here, (block) => holds(block, text));
    for (const block of here)
      figures.falseTables.push(`${truth.name} ${page}: ${block.text.slice(0, 60).replace(/\s+/g, ' ')}`);
  }
  return figures;
}

function take(blocks: Set<Block>, fits: (block: Block) => boolean): boolean {
  for (const block of blocks) {
    if (!fits(block)) continue;
    blocks.delete(block);
    return true;
  }
  return false;
}

function listPages(block: Block): Set<number> {
  const pages = new Set(block.boxes.map(({ page }) => page));
  if (block.page !== undefined) pages.add(block.page);
  return pages;
}

function hasRow(block: Block, row: string): boolean {
  const wanted = row.split(' | ').map(fold);
  return block.table!.rows.some((cells) => {
    const texts = cells.flatMap(({ text }) => [fold(text), ...text.split('\n').map(fold)]);
    return wanted.every((cell) => texts.includes(cell));
  });
}

function holds(block: Block, text: string): boolean {
  return fold(block.text).includes(fold(text));
}
