import type { Block } from '@lectern/parsing';
import { createTableWriter, type TableStyle, type TableWriter } from '../render/table-text.ts';
import { splitText } from './split-text.ts';
import type { Unit, UnitOptions } from './unit.ts';

type TableUnit = Omit<Unit, 'headingPath'>;

/** Cutting between two runs of rows is as good as between two paragraphs: both know their columns. */
const CUT_BETWEEN_ROWS = 0.8;

/**
 * A table as one unit where it fits the budget, else as runs of rows, each with caption and column
 * names again. A row that alone is too long is cut as text.
 */
export function splitTable(block: Block, style: TableStyle, options: UnitOptions): TableUnit[] {
  const table = block.table!;
  if (block.text.trim() === '') return [];
  const writer = createTableWriter(table, style);
  const whole = { from: 0, to: block.text.length };
  // Beyond this size no table fits, so that it need not be written as a whole to be counted.
  if (block.text.length <= options.budget * 16) {
    const rendered = writer.write(0, writer.rowCount);
    const tokens = options.countTokens(rendered);
    if (tokens <= options.budget) return [createUnit(block, whole, rendered, tokens)];
  }
  return splitRows(block, fitHead(block, style, writer, options), options);
}

/** Below so many tokens a chunk has no room for rows beside even a short head. */
const SMALLEST_HEADED = 64;
/** Characters to which names of columns are cut until the head takes at most half of a chunk. */
const NAME_LENGTHS = [60, 30, 15, 8];

/** A head that fits beside rows, so that every part knows its columns; else rows that name each value themselves. */
function fitHead(
  block: Block,
  style: TableStyle,
  writer: TableWriter,
  { budget, countTokens }: UnitOptions,
): TableWriter {
  const fits = (candidate: TableWriter) => (countTokens(candidate.write(0, 0)) + 2) * 2 <= budget;
  if (budget < SMALLEST_HEADED || fits(writer)) return writer;
  for (const longest of NAME_LENGTHS) {
    const shorter = createTableWriter(block.table!, style, longest);
    if (fits(shorter)) return shorter;
  }
  // Without its head a run of Markdown rows is no table.
  return style === 'markdown' ? createTableWriter(block.table!, 'lines', NAME_LENGTHS[1]) : writer;
}

function splitRows(block: Block, writer: TableWriter, options: UnitOptions): TableUnit[] {
  const { budget, countTokens } = options;
  const headTokens = countTokens(writer.write(0, 0)) + 2;
  const withHead = headTokens * 2 <= budget;
  const room = budget - (withHead ? headTokens : 0);
  const offsets = findRowOffsets(block, writer.rowCount);
  const units: TableUnit[] = [];
  let from = 0;
  let tokens = 0;
  const flush = (to: number) => {
    if (to > from) {
      const rendered = writer.write(from, to, withHead);
      if (rendered.trim() !== '')
        units.push(createUnit(block, offsets(from, to), rendered, countTokens(rendered)));
    }
    from = to;
    tokens = 0;
  };
  for (let row = 0; row < writer.rowCount; row++) {
    if (withHead && row < writer.headerRows) continue;
    const cost = countTokens(writer.row(row)) + 1;
    if (cost > room) {
      flush(row);
      units.push(
        ...splitLongRow(block, offsets(units.length === 0 ? 0 : row, row + 1), writer.row(row), options),
      );
      from = row + 1;
      continue;
    }
    if (tokens + cost > room) flush(row);
    tokens += cost;
  }
  flush(writer.rowCount);
  return units;
}

function splitLongRow(
  block: Block,
  place: { from: number; to: number },
  row: string,
  options: UnitOptions,
): TableUnit[] {
  const runs: { start: number; end: number; tokens: number }[] = [];
  for (const { start, end, tokens } of splitText(row, options)) {
    const open = runs.at(-1);
    // Cells go on side by side: as units of their own they would be joined by blank lines.
    if (open && open.tokens + tokens + 1 <= options.budget)
      Object.assign(open, { end, tokens: open.tokens + tokens + 1 });
    else runs.push({ start, end, tokens });
  }
  return runs.map(({ start, end, tokens }) => createUnit(block, place, row.slice(start, end), tokens));
}

function createUnit(
  block: Block,
  place: { from: number; to: number },
  rendered: string,
  tokens: number,
): TableUnit {
  return {
    block,
    ...place,
    prefix: '',
    rendered,
    tokens,
    cutBefore: CUT_BETWEEN_ROWS,
    startsChunk: false,
    ...(block.page === undefined ? {} : { page: block.page }),
  };
}

/** Where rows are in the block's text: one a line, unless the reader wrote the text another way. */
export function findRowOffsets(
  block: Block,
  rowCount: number,
): (from: number, to: number) => { from: number; to: number } {
  const starts = [0];
  for (let at = block.text.indexOf('\n'); at >= 0; at = block.text.indexOf('\n', at + 1)) starts.push(at + 1);
  if (starts.length !== rowCount) return () => ({ from: 0, to: block.text.length });
  return (from, to) => ({
    from: starts[from]!,
    to: to < starts.length ? starts[to]! - 1 : block.text.length,
  });
}
