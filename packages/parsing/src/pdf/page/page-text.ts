import type { PdfDocument } from '../pdfium.ts';
import { type FontFace, PLAIN_FACE, readFace } from './font-face.ts';
import { displayDirection, displayRectangle, type PageGeometry, rotateUpright } from './page-geometry.ts';

/** What the glyphs of one text object have in common. */
export type TextStyle = FontFace & {
  /** Font size in points on the displayed page. */
  size: number;
  /** Handle of the font on its page; 0 where text was recognised. */
  font: number;
  /** Quarter turns clockwise on the displayed page; 4 for slanted text. */
  direction: number;
  /** Marked-content id that the structure tree refers to; -1 without. */
  markedContent: number;
  /** Drawn invisibly, or recognised: the text layer of a scan. */
  hidden: boolean;
  /** 0–1, of text that was recognised just now. */
  confidence?: number;
};

/** A run of glyphs without a gap, in points of the page turned so that the text is upright. */
export type Word = {
  text: string;
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  style: TextStyle;
  spaceBefore: boolean;
};

export type PageText = {
  /** Words in stored order. */
  words: Word[];
  characterCount: number;
  /** Glyphs that the file gives no character for, roughly. */
  unmappedCount: number;
  /** Whether glyphs beyond a bound were left out. */
  truncated: boolean;
};

/** Bullets as Wingdings and its like store them, by the Latin letter that is in their place. */
const DINGBATS: Readonly<Record<string, string>> = {
  '\u00a7': '▪',
  '\u00a8': '□',
  '\u00d8': '➢',
  '\u00e8': '➔',
  '\u00fc': '✓',
  '\u00fe': '☑',
  l: '●',
  m: '○',
  n: '■',
  o: '□',
  q: '□',
  u: '◆',
  v: '❖',
  w: '▪',
};

// FPDF_TEXTRENDERMODE values of fpdf_edit.h.
const RENDER_INVISIBLE = 3;
const RENDER_FILL_STROKE = 2;
/** A gap beyond this many font sizes parts two words even when the file stores no space. */
const WORD_GAP = 0.28;

/** Longest run that becomes one word; the rest goes into further words, so that hostile files stay bounded. */
const MAX_WORD_GLYPHS = 400;
/** More glyphs than the densest readable page has; the rest of a hostile page is left out. */
const MAX_PAGE_GLYPHS = 100_000;

/** Reads the words of a loaded page with their boxes and styles. */
export function readPageText(document: PdfDocument, page: number, geometry: PageGeometry): PageText {
  const { pdfium, scratch } = document;
  const textPage = pdfium._FPDFText_LoadPage(page);
  if (textPage === 0) return { words: [], characterCount: 0, unmappedCount: 0, truncated: false };
  try {
    return collectWords(document, textPage, geometry, scratch);
  } finally {
    pdfium._FPDFText_ClosePage(textPage);
  }
}

/** Counts the glyphs of a loaded page as {@link readPageText} does, without reading them. */
export function countCharacters(
  { pdfium }: PdfDocument,
  page: number,
): Pick<PageText, 'characterCount' | 'unmappedCount'> {
  const counted = { characterCount: 0, unmappedCount: 0 };
  const textPage = pdfium._FPDFText_LoadPage(page);
  if (textPage === 0) return counted;
  const count = Math.min(pdfium._FPDFText_CountChars(textPage), MAX_PAGE_GLYPHS);
  for (let index = 0; index < count; index++) {
    const code = pdfium._FPDFText_GetUnicode(textPage, index);
    if (isSpace(code)) continue;
    if (isUnmapped(code)) counted.unmappedCount++;
    else if (isGuessed(pdfium, textPage, index, code)) counted.unmappedCount += GUESS_STEP;
    if (isLegible(code)) counted.characterCount++;
  }
  pdfium._FPDFText_ClosePage(textPage);
  return counted;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0d || code === 0x0a || code === 0x09 || code === 0xa0 || code === 0x3000;
}

/** A glyph that the file gives no character for, or one of its own making. */
function isUnmapped(code: number): boolean {
  return code === 0 || code === 0xfffd || (code >= 0xe000 && code <= 0xf8ff);
}

/** Asking about every glyph would cost as much as reading it: one stands for as many as this. */
const GUESS_STEP = 8;
/** Ideographs and kana, which the standard character collections name without the file's help. */
const FIRST_IDEOGRAPH = 0x2e80;

/** Whether the file does not say which character a glyph is, so that PDFium took its number for one. */
function isGuessed(pdfium: PdfDocument['pdfium'], textPage: number, index: number, code: number): boolean {
  if (index % GUESS_STEP !== 0 || code >= FIRST_IDEOGRAPH || isSpace(code)) return false;
  return pdfium._FPDFText_HasUnicodeMapError(textPage, index) === 1;
}

/** PDFium writes 0x02 for a hyphen at a line's end. */
function isLegible(code: number): boolean {
  return (code >= 0x20 || code === 0x02) && code !== 0xfffd && code !== 0xfeff;
}

function collectWords(
  document: PdfDocument,
  textPage: number,
  geometry: PageGeometry,
  scratch: number,
): PageText {
  const { pdfium } = document;
  const total = pdfium._FPDFText_CountChars(textPage);
  const count = Math.min(total, MAX_PAGE_GLYPHS);
  const words: Word[] = [];
  const faces = new Map<number, FontFace>();
  const styles = new Map<number, TextStyle>();
  const floatAt = scratch >> 2;
  const advances = createAdvances();
  let textObject = -1;
  let style: TextStyle | undefined;
  let word: Word | undefined;
  let wordGlyphs = 0;
  let spaceBefore = false;
  let characterCount = 0;
  let unmappedCount = 0;

  for (let index = 0; index < count; index++) {
    let code = pdfium._FPDFText_GetUnicode(textPage, index);
    if (isSpace(code)) {
      word = undefined;
      spaceBefore = true;
      continue;
    }
    // PDFium writes these for a hyphen at a line's end.
    if (code === 0xfffe || code === 0x02) code = 0xad;
    if (isUnmapped(code)) unmappedCount++;
    else if (isGuessed(pdfium, textPage, index, code)) unmappedCount += GUESS_STEP;
    if (!isLegible(code)) continue;
    characterCount++;

    const object = pdfium._FPDFText_GetTextObject(textPage, index);
    if (object !== textObject || style === undefined) {
      textObject = object;
      style = styles.get(object);
      if (style === undefined) {
        style = readStyle(document, textPage, index, object, geometry, faces);
        styles.set(object, style);
      }
    }

    pdfium._FPDFText_GetLooseCharBox(textPage, index, scratch);
    const heap = pdfium.HEAPF32;
    // FS_RECTF: left, top, right, bottom.
    let box = displayRectangle(
      geometry,
      heap[floatAt]!,
      heap[floatAt + 1]!,
      heap[floatAt + 2]!,
      heap[floatAt + 3]!,
    );
    if (style.direction !== 0) box = rotateUpright(box, style.direction, geometry.width, geometry.height);
    repairHeight(box, style.size);
    advances.add(style, code, box.x1 - box.x0);

    if (isOutside(box, style.direction, geometry)) continue;

    const letter = readCharacter(code);
    const character = style.dingbats ? (DINGBATS[letter] ?? letter) : letter;
    if (word !== undefined && wordGlyphs < MAX_WORD_GLYPHS && continuesWord(word, box, style)) {
      word.text += character;
      if (box.x0 < word.x0) word.x0 = box.x0;
      if (box.x1 > word.x1) word.x1 = box.x1;
      if (box.y0 < word.y0) word.y0 = box.y0;
      if (box.y1 > word.y1) word.y1 = box.y1;
      wordGlyphs++;
    } else {
      word = { text: character, ...box, style, spaceBefore };
      words.push(word);
      wordGlyphs = 1;
    }
    spaceBefore = false;
  }
  advances.markFixedPitch();
  return { words, characterCount, unmappedCount, truncated: total > count };
}

/** Letters of one font and size, beyond which they tell whether all of them are of one width. */
const MIN_MEASURED_LETTERS = 8;

/** Many fonts of one width neither say so nor are called so: their letters show it. */
function createAdvances() {
  const measured = new Map<
    string,
    { styles: Set<TextStyle>; letters: Set<number>; least: number; most: number }
  >();
  let last: TextStyle | undefined;
  let entry: { styles: Set<TextStyle>; letters: Set<number>; least: number; most: number } | undefined;
  return {
    add(style: TextStyle, code: number, width: number): void {
      const isLetter = (code > 0x40 && code < 0x5b) || (code > 0x60 && code < 0x7b);
      if (style.fixedPitch || style.size <= 0 || !isLetter) return;
      if (style !== last) {
        last = style;
        const key = `${style.font} ${style.size}`;
        entry = measured.get(key);
        if (entry === undefined) {
          entry = { styles: new Set(), letters: new Set(), least: Infinity, most: 0 };
          measured.set(key, entry);
        }
        entry.styles.add(style);
      }
      entry!.letters.add(code);
      const share = width / style.size;
      if (share < entry!.least) entry!.least = share;
      if (share > entry!.most) entry!.most = share;
    },
    markFixedPitch(): void {
      for (const { styles, letters, least, most } of measured.values()) {
        if (letters.size < MIN_MEASURED_LETTERS || most - least > 0.02) continue;
        for (const style of styles) style.fixedPitch = true;
      }
    },
  };
}

/** Printer's marks and cropped parts lie outside of what the page shows. */
function isOutside(
  box: { x0: number; y0: number; x1: number; y1: number },
  direction: number,
  page: PageGeometry,
): boolean {
  const turned = direction === 1 || direction === 3;
  const middleX = (box.x0 + box.x1) / 2;
  const middleY = (box.y0 + box.y1) / 2;
  return (
    middleX < 0 ||
    middleY < 0 ||
    middleX > (turned ? page.height : page.width) ||
    middleY > (turned ? page.width : page.height)
  );
}

/** Some fonts state an ascent and descent that have nothing to do with their glyphs. */
function repairHeight(box: { y0: number; y1: number }, size: number): void {
  const height = box.y1 - box.y0;
  if (size <= 0 || (height <= 1.9 * size && height >= 0.5 * size)) return;
  const middle = (box.y0 + box.y1) / 2;
  box.y0 = middle - 0.55 * size;
  box.y1 = middle + 0.55 * size;
}

function continuesWord(
  word: Word,
  box: { x0: number; y0: number; x1: number; y1: number },
  style: TextStyle,
): boolean {
  if (
    word.style !== style &&
    (word.style.size !== style.size ||
      word.style.bold !== style.bold ||
      word.style.stem !== style.stem ||
      word.style.direction !== style.direction ||
      word.style.italic !== style.italic ||
      word.style.markedContent !== style.markedContent)
  ) {
    return false;
  }
  const overlap = Math.min(word.y1, box.y1) - Math.max(word.y0, box.y0);
  if (overlap < 0.6 * (box.y1 - box.y0)) return false;
  const gap = WORD_GAP * Math.max(style.size, 1);
  return box.x0 <= word.x1 + gap && box.x1 >= word.x0 - gap;
}

function readCharacter(code: number): string {
  if (code >= 0xd800 && code <= 0xdfff) return String.fromCharCode(code);
  const character = String.fromCodePoint(code);
  // Ligatures and Arabic presentation forms stand for the letters they draw.
  const drawnForm =
    (code >= 0xfb00 && code <= 0xfdff) ||
    (code >= 0xfe70 && code <= 0xfefc) ||
    (code >= 0x2f00 && code <= 0x2fd5);
  return drawnForm ? character.normalize('NFKC') : character;
}

function readStyle(
  { pdfium, scratch, ...rest }: PdfDocument,
  textPage: number,
  index: number,
  object: number,
  geometry: PageGeometry,
  faces: Map<number, FontFace>,
): TextStyle {
  let scale = 1;
  let direction = 0;
  if (pdfium._FPDFText_GetMatrix(textPage, index, scratch) !== 0) {
    const [a, b, c, d] = pdfium.HEAPF32.subarray(scratch >> 2, (scratch >> 2) + 4) as unknown as [
      number,
      number,
      number,
      number,
    ];
    scale = Math.hypot(c, d);
    direction = displayDirection(geometry, a, b);
  }
  let fontSize = 0;
  let face = PLAIN_FACE;
  let mode = 0;
  let markedContent = -1;
  let font = 0;
  if (object !== 0) {
    if (pdfium._FPDFTextObj_GetFontSize(object, scratch) !== 0) fontSize = pdfium.HEAPF32[scratch >> 2]!;
    font = pdfium._FPDFTextObj_GetFont(object);
    const known = faces.get(font);
    face = known ?? readFace({ pdfium, scratch, ...rest }, font);
    if (!known) faces.set(font, face);
    mode = pdfium._FPDFTextObj_GetTextRenderMode(object);
    markedContent = pdfium._FPDFPageObj_GetMarkedContentID(object);
  }
  return {
    size: Math.round(Math.abs(fontSize) * scale * 10) / 10,
    bold: face.bold || mode === RENDER_FILL_STROKE,
    stem: face.stem,
    italic: face.italic,
    fixedPitch: face.fixedPitch,
    font,
    dingbats: face.dingbats,
    math: face.math,
    direction,
    markedContent,
    hidden: mode === RENDER_INVISIBLE,
  };
}
