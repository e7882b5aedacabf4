import { areOnSameLine } from '../page/lines.ts';
import type { Line, PageDraft } from '../page/page-draft.ts';

export type Side = 'page_header' | 'page_footer';

/** Lines side by side at the top or bottom of a page. */
export type EdgeRow = {
  lines: Line[];
  /** 0 is the outermost row. */
  depth: number;
  /** Points from the row's outer edge to the page's edge. */
  distance: number;
  /** The outer rows up to this one end in a gap wider than the page's lines have between them. */
  isApart: boolean;
  /** Within the outer eighth of the page's height. */
  isInMargin: boolean;
};

export type PageEdge = { page: number; side: Side; rows: EdgeRow[] };

/** Rows of running lines are hardly ever deeper than this. */
const MAX_ROWS = 5;
const MARGIN_SHARE = 0.125;
/** A gap that parts running lines from the text, in type sizes and in multiples of the page's usual gap. */
const APART_SIZES = 0.75;
const APART_GAPS = 1.6;

/** The outermost rows of every page, for each direction of text; `page` is the index in `drafts`. */
export function listPageEdges(drafts: readonly PageDraft[]): PageEdge[] {
  return drafts.flatMap((draft, page) =>
    [0, 1, 2, 3].flatMap((direction) => {
      const boxes = draft.items
        // A logo or a background may lie beside or below any line.
        .filter((item) => item.direction === direction && item.kind !== 'image')
        .map((item) => ({ y0: item.y0, y1: item.y1, line: item.kind === 'line' ? item : undefined }));
      if (boxes.length === 0) return [];
      const height = direction % 2 === 1 ? draft.width : draft.height;
      const flipped = boxes.map(({ y0, y1, line }) => ({ y0: height - y1, y1: height - y0, line }));
      return [
        { page, side: 'page_header' as const, rows: readRows(boxes, height) },
        { page, side: 'page_footer' as const, rows: readRows(flipped, height) },
      ];
    }),
  );
}

type Band = { y0: number; y1: number; line: Line | undefined };
type BandRow = { y0: number; y1: number; lines: Line[]; isText: boolean };

/** Rows from the edge at y = 0 inwards, up to the first table or formula. */
function readRows(bands: readonly Band[], height: number): EdgeRow[] {
  const grouped = groupRows(bands);
  const usual = findUsualGap(grouped);
  const rows: EdgeRow[] = [];
  let isApart = false;
  for (const [depth, row] of grouped.slice(0, MAX_ROWS).entries()) {
    if (!row.isText) break;
    rows.push({
      lines: row.lines,
      depth,
      distance: row.y0,
      isApart: false,
      isInMargin: (row.y0 + row.y1) / 2 < MARGIN_SHARE * height,
    });
    const next = grouped[depth + 1];
    const size = Math.max(...row.lines.map((line) => line.size), 4);
    const gap = next === undefined ? Infinity : next.y0 - row.y1;
    isApart = gap > APART_SIZES * size && gap > APART_GAPS * usual;
    if (isApart) for (const outer of rows) outer.isApart = true;
  }
  return rows;
}

function groupRows(bands: readonly Band[]): BandRow[] {
  const rows: BandRow[] = [];
  for (const { y0, y1, line } of bands.toSorted((a, b) => a.y0 - b.y0)) {
    const last = rows.at(-1);
    const [first] = last?.lines ?? [];
    // Compared with the row's first line, lest the lines of two columns chain into one row.
    const sameRow =
      last !== undefined &&
      (line === undefined || first === undefined
        ? y0 < last.y1 - 1
        : areOnSameLine({ ...first, y0: last.y0, y1: last.y0 + first.y1 - first.y0 }, { ...line, y0, y1 }));
    if (sameRow) {
      last.y1 = Math.max(last.y1, y1);
      if (line === undefined) last.isText = false;
      else last.lines.push(line);
    } else rows.push({ y0, y1, lines: line === undefined ? [] : [line], isText: line !== undefined });
  }
  return rows;
}

/** The median gap between rows of text that follow each other; boxes of lines may overlap. */
function findUsualGap(rows: readonly BandRow[]): number {
  const gaps: number[] = [];
  for (let index = 1; index < rows.length; index++) {
    if (rows[index]!.isText && rows[index - 1]!.isText)
      gaps.push(Math.max(0, rows[index]!.y0 - rows[index - 1]!.y1));
  }
  // Few rows say nothing about the page's usual gap.
  if (gaps.length < 4) return 0;
  gaps.sort((a, b) => a - b);
  return gaps[Math.floor(gaps.length / 2)]!;
}
