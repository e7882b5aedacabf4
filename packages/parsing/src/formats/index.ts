import type { FileFormat } from '../parsed-document.ts';
import { audioFormat } from './audio.ts';
import { codeFormat } from './code.ts';
import { csvFormat } from './csv.ts';
import { docFormat } from './doc.ts';
import { docxFormat } from './docx.ts';
import { emlFormat } from './eml.ts';
import { epubFormat } from './epub.ts';
import { htmlFormat } from './html.ts';
import { imageFormat } from './image.ts';
import { jsonFormat } from './json.ts';
import { jsonlFormat } from './jsonl.ts';
import { markdownFormat } from './markdown.ts';
import { mboxFormat } from './mbox.ts';
import { msgFormat } from './msg.ts';
import { odpFormat } from './odp.ts';
import { odsFormat } from './ods.ts';
import { odtFormat } from './odt.ts';
import { pdfFormat } from './pdf.ts';
import { pptFormat } from './ppt.ts';
import { pptxFormat } from './pptx.ts';
import { rtfFormat } from './rtf.ts';
import { textFormat } from './text.ts';
import { xlsFormat } from './xls.ts';
import { xlsbFormat } from './xlsb.ts';
import { xlsxFormat } from './xlsx.ts';

/** Every file format that can be read. Entries are light: a reader is loaded when its first file comes. */
export const formats: readonly FileFormat[] = [
  pdfFormat,
  docxFormat,
  docFormat,
  pptxFormat,
  pptFormat,
  odtFormat,
  odpFormat,
  rtfFormat,
  xlsxFormat,
  xlsFormat,
  xlsbFormat,
  odsFormat,
  csvFormat,
  htmlFormat,
  markdownFormat,
  textFormat,
  codeFormat,
  jsonFormat,
  jsonlFormat,
  emlFormat,
  msgFormat,
  mboxFormat,
  epubFormat,
  imageFormat,
  audioFormat,
];
