import type { FileFormat } from '../parsed-document.ts';
import { codeFormat } from './code.ts';
import { csvFormat } from './csv.ts';
import { docxFormat } from './docx.ts';
import { emlFormat } from './eml.ts';
import { epubFormat } from './epub.ts';
import { htmlFormat } from './html.ts';
import { jsonFormat } from './json.ts';
import { jsonlFormat } from './jsonl.ts';
import { markdownFormat } from './markdown.ts';
import { odtFormat } from './odt.ts';
import { pdfFormat } from './pdf.ts';
import { pptxFormat } from './pptx.ts';
import { rtfFormat } from './rtf.ts';
import { textFormat } from './text.ts';
import { xlsFormat } from './xls.ts';
import { xlsxFormat } from './xlsx.ts';

/** Every file format that can be read. Entries are light: a reader is loaded when its first file comes. */
export const formats: readonly FileFormat[] = [
  pdfFormat,
  docxFormat,
  pptxFormat,
  odtFormat,
  rtfFormat,
  xlsxFormat,
  xlsFormat,
  csvFormat,
  htmlFormat,
  markdownFormat,
  textFormat,
  codeFormat,
  jsonFormat,
  jsonlFormat,
  emlFormat,
  epubFormat,
];
