import type { Block, ImageContent, Table } from '../../parsed-document.ts';
import { joinWords } from '../text/text-joining.ts';
import type { Row } from './lines.ts';
import type { Rectangle } from './page-geometry.ts';
import type { Word } from './page-text.ts';

/** One line of running text. Coordinates are points of the page turned so that its text is upright. */
export type Line = Rectangle & {
  kind: 'line';
  text: string;
  /** The size that most of the letters have, in points. */
  size: number;
  /** Whether the line is set so, a name in it perhaps apart. */
  bold: boolean;
  /** How thick its strokes are, where no font's name tells the weight; else 0. */
  stem: number;
  /** Whether every letter is so. */
  italic: boolean;
  fixedPitch: boolean;
  /** Of the letters and signs, those set in a font of mathematics; 0–1. */
  mathShare: number;
  direction: number;
  markedContent: number;
  hidden: boolean;
  /** 0–1, of text that was recognised just now. */
  confidence?: number;
  firstWordWidth: number;
  /** Size of the first word, which is smaller where a raised mark starts the line. */
  firstSize: number;
  firstBold: boolean;
  firstStem: number;
  /** The texts between wide gaps, where there are several: a running title and the chapter's on the other side. */
  parts?: string[];
  /** Set when the line repeats at the top or bottom of pages. */
  running?: 'page_header' | 'page_footer';
  /** Set when a bookmark or tag names the line a heading; lines of one heading share `group`. */
  heading?: { level: number; group: number };
};

export type TableItem = Rectangle & {
  kind: 'table';
  table: Table;
  direction: number;
  /** How many letters it has of which size and weight. */
  letters?: (Pick<Line, 'size' | 'bold' | 'direction' | 'fixedPitch'> & { count: number })[];
};

export type ImageItem = Rectangle & { kind: 'image'; image: ImageContent; direction: number };

/** A formula set apart from the text, with its picture where it was drawn. */
export type FormulaItem = Rectangle & {
  kind: 'formula';
  text: string;
  image?: ImageContent;
  direction: number;
};

export type PageItem = Line | TableItem | ImageItem | FormulaItem;

/** What one page holds, in reading order, before the whole document decides what each line is. */
export type PageDraft = {
  number: number;
  width: number;
  height: number;
  label?: string;
  /** The size to tell people where it is not points: that of a picture. */
  pixels?: { width: number; height: number };
  items: PageItem[];
  /** What a model wrote down of the page, instead of items. */
  written?: Block[];
};

/** Of the letters of a line, those that make it a bold one. */
const MIN_BOLD = 0.75;

/** Makes a line of words that are side by side. */
export function buildLine(words: readonly Word[]): Line {
  const first = words[0]!;
  const line: Line = {
    kind: 'line',
    text: readLineText(words),
    x0: Infinity,
    y0: Infinity,
    x1: -Infinity,
    y1: -Infinity,
    size: 0,
    bold: true,
    stem: 0,
    italic: true,
    fixedPitch: true,
    mathShare: 0,
    direction: first.style.direction,
    markedContent: first.style.markedContent,
    hidden: first.style.hidden,
    firstWordWidth: first.x1 - first.x0,
    firstSize: first.style.size,
    firstBold: first.style.bold,
    firstStem: first.style.stem,
  };
  const confidence = meanConfidence(words);
  if (confidence !== undefined) line.confidence = confidence;
  const bands = new Map<number, { letters: number; y0: number; y1: number }>();
  const lettersOfSize = new Map<number, number>();
  let mathLetters = 0;
  let writtenLetters = 0;
  let boldLetters = 0;
  const lettersOfStem = new Map<number, number>();
  let letters = 0;
  for (const word of words) {
    if (word.x0 < line.x0) line.x0 = word.x0;
    if (word.x1 > line.x1) line.x1 = word.x1;
    const key = Math.round(word.y1 * 2);
    const band = bands.get(key);
    if (band) band.letters += word.text.length;
    else bands.set(key, { letters: word.text.length, y0: word.y0, y1: word.y1 });
    // Digits and brackets are set in the text's own font, in formulas too.
    const signs = word.text.replace(/[\p{N}\s.,;:()[\]]/gu, '').length;
    letters += signs;
    if (word.style.math) mathLetters += signs;
    if (/[\p{L}\p{N}]/u.test(word.text)) {
      writtenLetters += word.text.length;
      if (word.style.bold) boldLetters += word.text.length;
      const { stem } = word.style;
      lettersOfStem.set(stem, (lettersOfStem.get(stem) ?? 0) + word.text.length);
      line.italic &&= word.style.italic;
      line.fixedPitch &&= word.style.fixedPitch;
    }
    lettersOfSize.set(word.style.size, (lettersOfSize.get(word.style.size) ?? 0) + word.text.length);
  }
  line.bold = boldLetters >= MIN_BOLD * writtenLetters;
  for (const [stem, letters] of lettersOfStem) if (letters >= MIN_BOLD * writtenLetters) line.stem = stem;
  line.mathShare = letters === 0 ? 0 : mathLetters / letters;
  let most = 0;
  for (const [size, letters] of lettersOfSize) {
    if (letters > most || (letters === most && size > line.size)) {
      most = letters;
      line.size = size;
    }
  }
  // Signs of other fonts have boxes of other heights: the line's band is that of most of its letters.
  let widest = 0;
  for (const band of bands.values()) {
    if (band.letters <= widest) continue;
    widest = band.letters;
    line.y0 = band.y0;
    line.y1 = band.y1;
  }
  return line;
}

/** Of words or lines, each counted by its letters. */
export function meanConfidence(
  parts: readonly { text: string; confidence?: number; style?: { confidence?: number } }[],
): number | undefined {
  let sum = 0;
  let letters = 0;
  for (const { text, confidence, style } of parts) {
    const value = confidence ?? style?.confidence;
    if (value === undefined) return undefined;
    sum += value * text.length;
    letters += text.length;
  }
  return letters === 0 ? undefined : Math.round((sum / letters) * 100) / 100;
}

/** Word processors draw the second level's bullet as a typewriter's letter o. */
function readLineText(words: readonly Word[]): string {
  const text = joinWords(words);
  const first = words[0]!;
  const isBullet = first.text === 'o' && first.style.fixedPitch && words[1]?.style.fixedPitch === false;
  return isBullet ? `○${text.slice(1)}` : text;
}

/** Makes a line of a row whose fragments belong together. */
export function buildRowLine(row: Row): Line {
  const line = buildLine(row.fragments.flatMap((fragment) => fragment.words));
  if (row.fragments.length > 1) line.parts = row.fragments.map(({ words }) => joinWords(words));
  return line;
}
