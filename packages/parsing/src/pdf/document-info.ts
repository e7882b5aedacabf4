import type { DocumentBuilder } from '../document-builder.ts';
import { type PdfDocument, readUtf16, withKey } from './pdfium.ts';

const METADATA_KEYS = [
  'Title',
  'Author',
  'Subject',
  'Keywords',
  'Creator',
  'Producer',
  'CreationDate',
  'ModDate',
];

/** What the file says of itself: its information dictionary and language. */
export type DocumentInfo = { metadata: Record<string, string>; title?: string; language?: string };

/** Reads the information dictionary and the language of the catalogue. */
export function readDocumentInfo(document: PdfDocument): DocumentInfo {
  const { pdfium, handle } = document;
  const metadata: Record<string, string> = {};
  for (const key of METADATA_KEYS) {
    const value = withKey(document, key, (address) =>
      readUtf16(document, (buffer, length) => pdfium._FPDF_GetMetaText(handle, address, buffer, length)),
    ).trim();
    if (value !== '')
      metadata[key.charAt(0).toLowerCase() + key.slice(1)] = key.endsWith('Date') ? readDate(value) : value;
  }
  const language = readUtf16(document, (buffer, length) =>
    pdfium._FPDFCatalog_GetLanguage(handle, buffer, length),
  );
  const title = metadata.title;
  return {
    metadata,
    ...(title !== undefined && isRealTitle(title) ? { title } : {}),
    ...(/^[a-z]{2,3}\b/i.test(language) ? { language: language.slice(0, 2).toLowerCase() } : {}),
  };
}

export function addDocumentInfo(builder: DocumentBuilder, info: DocumentInfo): void {
  for (const [key, value] of Object.entries(info.metadata)) builder.setMetadata(key, value);
  builder.setTitle(info.title);
  builder.setLanguage(info.language);
}

const MAX_ATTACHMENTS = 100;

/** Names of the files that are embedded in the document; they are not read. */
export function readAttachmentNames(document: PdfDocument): string[] {
  const { pdfium, handle } = document;
  const count = Math.min(pdfium._FPDFDoc_GetAttachmentCount(handle), MAX_ATTACHMENTS);
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const attachment = pdfium._FPDFDoc_GetAttachment(handle, index);
    return readUtf16(document, (buffer, length) =>
      pdfium._FPDFAttachment_GetName(attachment, buffer, length),
    );
  });
}

/** The page number as printed, where the file has page labels. */
export function readPageLabel(document: PdfDocument, pageNumber: number): string | undefined {
  const { pdfium, handle } = document;
  const label = readUtf16(document, (buffer, length) =>
    pdfium._FPDF_GetPageLabel(handle, pageNumber - 1, buffer, length),
  );
  return label === '' ? undefined : label;
}

/** Programs write their file or template name there as often as people write a title. */
function isRealTitle(title: string): boolean {
  return (
    title.length > 2 &&
    !/^(?:microsoft (?:word|powerpoint|excel)|untitled|document\d*$|slide \d+|print|sans titre|无标题)/i.test(
      title,
    ) &&
    !/\.(?:docx?|pdf|xlsx?|pptx?|indd|qxd|tex|dvi|html?|txt|rtf|odt)$/i.test(title) &&
    /\p{L}{2}/u.test(title) &&
    !/^[\w-]*\d{5,}[\w-]*$/.test(title)
  );
}

/** "D:20231031120000+01'00'" as an ISO date, or unchanged where it is not of that form. */
function readDate(value: string): string {
  const parts = /^(?:D:)?(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?/.exec(value);
  if (!parts) return value;
  const [, year, month = '01', day = '01', hour, minute] = parts;
  return `${year}-${month}-${day}${hour === undefined ? '' : `T${hour}:${minute ?? '00'}`}`;
}
