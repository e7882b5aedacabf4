import { type ParseOptions, UnreadableFileError } from '../parsed-document.ts';
import type { PdfDocument } from './pdfium.ts';

/** Larger documents are refused; the server splits none either. */
const MAX_PAGES = 2000;

/** Throws UnreadableFileError 'too_many_pages'. */
export function requirePageCount(document: PdfDocument): void {
  if (document.pageCount > MAX_PAGES)
    throw new UnreadableFileError('too_many_pages', String(document.pageCount));
}

/** The numbers of the pages within the ranges, rising; all without ranges. */
export function selectPages(pageCount: number, ranges: ParseOptions['pages']): number[] {
  const all = Array.from({ length: pageCount }, (_, index) => index + 1);
  if (ranges === undefined || ranges.length === 0) return all;
  return all.filter((number) => ranges.some((range) => number >= range.from && number < range.to));
}
