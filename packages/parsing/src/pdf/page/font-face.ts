import type { PdfDocument } from '../pdfium.ts';
import { measureStems } from './stem-width.ts';

/** What a font alone says of its text. */
export type FontFace = {
  bold: boolean;
  /** How thick its strokes are, as a share of its size, where the font's name does not tell its weight; else 0. */
  stem: number;
  italic: boolean;
  fixedPitch: boolean;
  /** A font of signs, whose letters stand for bullets and ticks. */
  dingbats: boolean;
  /** A font of mathematics, as formulas are set in. */
  math: boolean;
};

export const PLAIN_FACE: FontFace = {
  bold: false,
  stem: 0,
  italic: false,
  fixedPitch: false,
  dingbats: false,
  math: false,
};

/** Fonts of TeX and of office programs for variables, operators and large signs. */
const MATH_FONT =
  /(?:^|\+)(?:CM(?:MI|SY|EX|BSY|MIB)|MSAM|MSBM|EU[FRS][MBX]|LMMath|MT(?:MI|SY|EX)|RMTMI|MathematicalPi|Euclid|STIX.*(?:Math|Variants|Size)|.*Math$|.*Math-|.*MathJax|Symbol(?:MT)?$|TeX-)/;

// FPDFFont_GetFlags: bits of the PDF font descriptor (ISO 32000-1, table 123).
const FLAG_FIXED_PITCH = 1;
const FLAG_ITALIC = 64;
const FLAG_FORCE_BOLD = 1 << 18;

export function readFace(document: PdfDocument, font: number): FontFace {
  const { pdfium, scratch } = document;
  if (font === 0) return PLAIN_FACE;
  const length = pdfium._FPDFFont_GetBaseFontName(font, scratch, 256);
  const name =
    length > 1 && length <= 256
      ? Buffer.from(pdfium.HEAPU8.subarray(scratch, scratch + length - 1)).toString('latin1')
      : '';
  const flags = pdfium._FPDFFont_GetFlags(font);
  return {
    // Not PDFium's weight: it guesses it from stem widths and calls many regular fonts bold.
    bold:
      /bold|black|heavy|demi|semibd|[-,]b(?:d|lk)\b|-medi\b|cmbx|(?:^|\+)sf(?:bx|sx)\d/i.test(name) ||
      (flags > 0 && (flags & FLAG_FORCE_BOLD) !== 0),
    stem: measureStems(document, font, name),
    math: MATH_FONT.test(name),
    dingbats: /wingdings|webdings|dingbats/i.test(name),
    italic:
      /italic|oblique|[-,]it\b|(?:^|\+)sf(?:ti|bi)\d/i.test(name) ||
      (flags > 0 && (flags & FLAG_ITALIC) !== 0),
    fixedPitch:
      /courier|mono|consol|typewriter|cmtt|(?:^|\+)sftt\d/i.test(name) ||
      (!/gothic|mincho|ming|song|simsun|hei/i.test(name) && flags > 0 && (flags & FLAG_FIXED_PITCH) !== 0),
  };
}
