import type { FormulaItem, Line, PageItem } from '../page/page-draft.ts';
import { type Rectangle, uniteAll } from '../page/page-geometry.ts';

const OPERATOR = /[=<>≤≥≈≡≠∝∈∑∏∫√→⇒±×·÷∂∇∞∪∩⊂⊆∀∃+−∼]/u;
/** Of a line's letters and signs, those set in a font of mathematics. */
const MATH_SHARE = 0.4;
/** Words of running text that a formula may hold: "if", "otherwise". */
const MAX_WORDS = 3;
const MAX_PART_LENGTH = 40;
/** Lines whose neighbours tell where the column's left edge is. */
const NEIGHBOURS = 4;
/** In type sizes: how far formulas are set in from the text around them, and how close their lines stand. */
const MIN_INDENT = 0.8;
const MAX_GAP = 2;

/** Puts one item in the place of the lines of each formula that stands apart from the text. */
export function gatherFormulas(items: readonly PageItem[]): PageItem[] {
  if (!items.some((item) => item.kind === 'line' && item.mathShare > 0)) return [...items];
  const gathered: PageItem[] = [];
  let index = 0;
  while (index < items.length) {
    const end = findFormulaEnd(items, index);
    const lines = items.slice(index, end) as Line[];
    if (end > index && isSetApart(items, index, end)) {
      gathered.push(buildFormula(lines));
      index = end;
    } else gathered.push(items[index++]!);
  }
  return gathered;
}

function findFormulaEnd(items: readonly PageItem[], start: number): number {
  let end = start;
  let box: Rectangle | undefined;
  while (end < items.length) {
    const item = items[end]!;
    if (item.kind !== 'line' || !(isMath(item) || (box !== undefined && mayContinue(item)))) break;
    if (box !== undefined && !touches(box, item)) break;
    box = box === undefined ? item : uniteAll([box, item]);
    end++;
  }
  const lines = items.slice(start, end) as Line[];
  return lines.some((line) => OPERATOR.test(line.text)) ? end : start;
}

function isMath(line: Line): boolean {
  return line.direction === 0 && line.mathShare >= MATH_SHARE && countLongWords(line) <= MAX_WORDS;
}

/** Parts of a formula that are stored as a line, such as "= − log". */
function mayContinue(line: Line): boolean {
  return (
    line.direction === 0 &&
    line.mathShare > 0 &&
    line.text.length <= MAX_PART_LENGTH &&
    countLongWords(line) === 0
  );
}

function countLongWords(line: Line): number {
  return line.text.match(/(?<!\p{L})\p{L}{4,}/gu)?.length ?? 0;
}

function touches(box: Rectangle, line: Line): boolean {
  const reach = MAX_GAP * line.size;
  return (
    line.y0 - box.y1 < reach &&
    box.y0 - line.y1 < reach &&
    line.x0 < box.x1 + 4 * reach &&
    line.x1 > box.x0 - 4 * reach
  );
}

/** Set in from the edge of the lines around it. The short end of a paragraph is not. */
function isSetApart(items: readonly PageItem[], start: number, end: number): boolean {
  const lines = items.slice(start, end) as Line[];
  const box = uniteAll(lines);
  const size = Math.max(...lines.map((line) => line.size));
  const around = [
    ...items.slice(Math.max(0, start - NEIGHBOURS), start),
    ...items.slice(end, end + NEIGHBOURS),
  ]
    .filter((item): item is Line => item.kind === 'line' && item.direction === 0)
    .filter((line) => line.x0 < box.x1 && line.x1 > box.x0 && !isMath(line));
  if (around.length === 0) return true;
  const right = Math.max(...around.map((line) => line.x1));
  // The first line of a paragraph is set in too; but it runs to the edge, where formulas have their number.
  const numbered = lines.some((line) => /\(\d+(?:\.\d+)*[a-z]?\)$/.test(line.text));
  if (box.x1 > right - size && !numbered) return false;
  return box.x0 > Math.min(...around.map((line) => line.x0)) + MIN_INDENT * size;
}

function buildFormula(lines: readonly Line[]): FormulaItem {
  const text = lines.map((line) => line.text).join(' ');
  return { kind: 'formula', ...uniteAll(lines), text, direction: 0 };
}
