import type { Row } from '../page/lines.ts';
import { finishText } from '../text/text-joining.ts';
import { isNumeric } from './table-cells.ts';
import type { Column } from './table-columns.ts';
import { countWords, LIST_MARKER, type PieceRow } from './table-rows.ts';

const CODE_SIGNS =
  /[{};]\s*$|::=|=>|=⇒|[⇒⟹←]|⟨[^⟩]+⟩|:=|==|!=|&&|\|\||->|\/\/|\/\*|\*\/|\(\)|^\s*(?:#(?:include|define|if|endif)|import |from \S+ import|def |func(?:tion)? |class |return\b|public |private |static |const |let |var |(?:SELECT|INSERT|UPDATE|DELETE|FROM|WHERE|ORDER BY|GROUP BY|VALUES)\b(?=.*[(_;,=])|BEGIN\b|END\b|SEQUENCE\b|\$ |>>> )/;
/** Of the rows, those with signs of code: in any type, and in type of one width. */
const MIN_CODE_ROWS = 0.4;
const MIN_CODE_ROWS_FIXED = 0.15;
/** Of the words, those in type of one width, from which on a region is typed. */
const MIN_FIXED = 0.6;
/** Of the pieces of lines in type of one width: below this they are no table of figures. */
const MIN_FIGURES_FIXED = 0.25;
/** Of the rows, those that a column edge cuts inside brackets, or that begin with a bracket and a name. */
const MIN_BRACKET_ROWS = 0.25;
const MIN_CALL_ROWS = 0.6;

/** A listing, whose lines are aligned by their author and not by columns. */
export function isCode(rows: readonly Row[], grid: readonly PieceRow[]): boolean {
  const words = rows.flatMap(({ fragments }) => fragments.flatMap((fragment) => fragment.words));
  const fixed = words.filter(({ style }) => style.fixedPitch).length / Math.max(1, words.length);
  const texts = grid.map(({ pieces }) => dropLineNumber(pieces.map(({ text }) => text)));
  const share = (test: (pieces: readonly string[]) => boolean) => texts.filter(test).length / texts.length;
  const coded = share((pieces) => CODE_SIGNS.test(pieces.join(' ')));
  if (coded >= MIN_CODE_ROWS) return true;
  if (
    share(
      (pieces) => /^[`'‘’]?\(\p{L}{2}\S*.*/u.test(pieces[0] ?? '') && !/^\([^)]{1,4}\)/.test(pieces[0]!),
    ) >= MIN_CALL_ROWS
  )
    return true;
  if (share((pieces) => pieces.length >= 2 && pieces.some(cutsBrackets)) >= MIN_BRACKET_ROWS) return true;
  if (fixed < MIN_FIXED) return false;
  const pieces = texts.flat();
  const figures = pieces.filter((text) => isNumeric(text)).length / Math.max(1, pieces.length);
  return coded >= MIN_CODE_ROWS_FIXED || figures < MIN_FIGURES_FIXED;
}

function dropLineNumber(pieces: readonly string[]): readonly string[] {
  return pieces.length > 1 && /^\d{1,4}$/.test(pieces[0]!) ? pieces.slice(1) : pieces;
}

/** Words beside a bracket that another piece closes. */
function cutsBrackets(text: string): boolean {
  if (!/\p{L}/u.test(text)) return false;
  const count = (sign: RegExp) => text.match(sign)?.length ?? 0;
  return count(/[([{]/g) !== count(/[)\]}]/g);
}

/** A bullet or enumerator alone; bullets of fonts of signs have no character of their own. */
export function isListMarker(text: string): boolean {
  const marker = finishText(text).replace(/\s/g, '');
  return LIST_MARKER.test(marker) || OTHER_MARKER.test(marker);
}

const OTHER_MARKER = /^(?:[\uf000-\uf0ff\u00ad\u2010-\u2015]|[\u05d0-\u05ea\u0621-\u064a]{1,2}[.)])$/u;

export function isRightToLeft(grid: readonly PieceRow[]): boolean {
  const text = grid.flatMap(({ pieces }) => pieces.map((piece) => piece.text)).join('');
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return (text.match(/[\u0590-\u08ff]/gu)?.length ?? 0) > 0.5 * letters;
}

const MIN_CONTENTS_ROWS = 5;
const MAX_PAGE = 1500;
/** Of the rows of a contents page, those with a page number, and of the numbers, those that rise. */
const MIN_NUMBERED = 0.7;

/** Titles with the pages they are on, before or after them: numbers that rise, and not one by one. */
export function isContents(grid: readonly PieceRow[]): boolean {
  if (grid.length < MIN_CONTENTS_ROWS) return false;
  return [0, -1].some((side) => {
    const numbers = grid.flatMap(({ pieces }) => {
      const text = pieces.length === 2 ? pieces.at(side)!.text : '';
      return /^\d{1,4}$/.test(text) ? [Number(text)] : [];
    });
    if (numbers.length < MIN_NUMBERED * grid.length) return false;
    const steps = numbers.slice(1).map((number, index) => number - numbers[index]!);
    const rises = steps.every((step) => step >= 0) && steps.some((step) => step > 1);
    return rises && numbers.at(-1)! < MAX_PAGE;
  });
}

/** Labels with their values, set beside each other as far as the page is wide. */
export function isForm(grid: readonly PieceRow[]): boolean {
  const pieces = grid.flatMap((row) => row.pieces);
  return pieces.filter(({ text }) => /:$/.test(text)).length >= MIN_LABELS * pieces.length;
}

const MIN_LABELS = 0.3;

const REFERENCE = /^\[\d{1,3}\]\s(\S.*)/s;
const MIN_WORK_WORDS = 4;

/** Numbered works in a list of references, or the single digits of a matrix. */
export function isReferencesOrMatrix(grid: readonly PieceRow[]): boolean {
  const references = grid.filter(({ pieces }) => pieces.some(({ text }) => REFERENCE.test(text))).length;
  const opens = grid.some(({ pieces: [first, second] }) => {
    const work = /^\[\d{1,3}\]$/.test(first!.text) ? second?.text : REFERENCE.exec(first!.text)?.[1];
    return work !== undefined && countWords(work) >= MIN_WORK_WORDS;
  });
  return (
    references >= 2 ||
    opens ||
    grid.every(({ pieces }) => pieces.every(({ text }) => /^[[(]?\d[\])]?$/.test(text)))
  );
}

/**
 * Words in two columns, nothing ruled and nothing set in bold apart from the rest: a legend, or names side by side,
 * of which nobody knows whether they are read across or down.
 */
export function isPlainPairs(grid: readonly PieceRow[]): boolean {
  const isBold = (row: PieceRow, column: number) =>
    row.pieces[column]?.fragments.every(({ words }) => words.every(({ style }) => style.bold)) === true;
  const [first, ...others] = grid.filter(({ pieces }) => pieces.length >= 2);
  if (first === undefined || others.length === 0) return true;
  const bold = others.filter((row) => isBold(row, 0)).length;
  const boldValues = others.filter((row) => isBold(row, 1)).length;
  if (isBold(first, 0) && isBold(first, 1) && bold < 0.5 * others.length) return false;
  return Math.abs(bold - boldValues) < 0.5 * others.length;
}

/** Few of the places of so many columns are filled: words that happen to be below each other. */
export function isSparse(grid: readonly PieceRow[], columns: readonly Column[]): boolean {
  if (columns.length < MIN_SPARSE_COLUMNS) return false;
  const shared = grid.filter(({ pieces }) => pieces.length >= 2);
  const pieces = shared.reduce((total, row) => total + row.pieces.length, 0);
  if (pieces < MIN_FILLED * shared.length * columns.length) return true;
  // One row alone that is cut so often makes no columns.
  const wide = shared.filter((row) => row.pieces.length >= 0.5 * columns.length).length;
  return grid.length >= MIN_SPARSE_ROWS && wide < 2;
}

const MIN_SPARSE_COLUMNS = 6;
const MIN_SPARSE_ROWS = 4;
const MIN_FILLED = 0.34;

/** Lists side by side: of the places, those that are an item or its marker. */
export function isLists(grid: readonly PieceRow[]): boolean {
  const pieces = grid.flatMap((row) => row.pieces);
  const items = pieces.filter(({ text }) => isListMarker(text) || ITEM.test(text)).length;
  const bullets = pieces.filter(({ text }) => /^[•●○▪■□►➢✓✔❖]/u.test(text)).length;
  return bullets >= 2 && items >= MIN_ITEMS * pieces.length;
}

const ITEM = /^(?:[•●○▪■□►➢✓✔❖]|\d{1,2}[.)])\s/u;
const MIN_ITEMS = 0.5;

/** A few numbered items whose dots lead to a number: a list of what each is called elsewhere, as in laws. */
export function isEnumeration(grid: readonly PieceRow[]): boolean {
  if (grid.length > MAX_ENUMERATED) return false;
  const marked = grid.filter(({ pieces }) =>
    /^\((?:\d{1,3}|[ivx]{1,5}|[a-z])\)/.test(pieces[0]!.text),
  ).length;
  const runOn = grid.filter(({ pieces }) => /^\p{Ll}/u.test(pieces[0]!.text)).length;
  return marked >= 1 && marked + runOn >= 0.5 * grid.length;
}

const MAX_ENUMERATED = 4;

/** A narrow column of sentences beside numbers of something else, such as a picture: half its lines have none. */
export function isProseBeside(grid: readonly PieceRow[], columns: readonly Column[]): boolean {
  const lines = grid.flatMap(({ pieces }) => (pieces[0]!.x0 < columns[0]!.x1 ? [pieces[0]!.text] : []));
  const words = lines.reduce((sum, text) => sum + countWords(text), 0);
  const runOn = lines.filter((text) => /^\p{Ll}/u.test(text)).length;
  const shared = grid.filter(({ pieces }) => pieces.length >= 2).length;
  return (
    shared <= 0.5 * grid.length &&
    words >= MIN_LINE_WORDS * lines.length &&
    runOn >= Math.max(MIN_RUN_ON, MIN_RUN_ON_SHARE * lines.length)
  );
}

const MIN_LINE_WORDS = 4;
const MIN_RUN_ON = 3;
const MIN_RUN_ON_SHARE = 0.4;
