import type { CallInput, FileEndpoint } from '@lectern/client';
import {
  type Document,
  type Endpoint,
  getDocumentFile,
  getDocumentPageImage,
  getDocumentPdfCopy,
  getDocumentPdfCopyFile,
  getFileContent,
  getFilePageImage,
  getFilePdfCopy,
  getFilePdfCopyContent,
  getRenderedDocument,
  getRenderedFile,
  type StoredFile,
} from '@lectern/contract';

type Call<E extends Endpoint = Endpoint> = { endpoint: E; input: CallInput<E> };

/** Each call is checked as it is written down; who makes it need not know which it is. */
function toCall<E extends Endpoint, As extends Endpoint = Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): Call<As> {
  return { endpoint, input } as unknown as Call<As>;
}

/** What the viewer draws: the original of a document, or a file that is none yet. */
export type Original = {
  name: string;
  /** Format id; null for what no reader takes. */
  format: string | null;
  /** Null while nobody has counted them. */
  pageCount: number | null;
  /** The page that it was imported from. */
  sourceUrl: string | null;
  /** Why nothing can be read of it, where that is known. */
  emptyText: string | undefined;
  bytes: Call<FileEndpoint>;
  rendered: Call<typeof getRenderedDocument>;
  /** Whether it can be shown as pages, and these; for Office files. */
  pdfCopy: Call<typeof getDocumentPdfCopy>;
  pdfCopyBytes: Call<FileEndpoint>;
  /** A page of a picture, 1-based, drawn so wide. */
  page: (page: number, width: number) => Call<FileEndpoint>;
};

/** `version`: which file of the document; without one, the one that answers. */
export function findDocumentOriginal(document: Document, version: number | undefined): Original {
  const params = { documentId: document.id };
  const query = version === undefined ? {} : { version };
  return {
    name: document.name,
    format: document.format,
    pageCount: document.pageCount,
    sourceUrl: document.sourceUrl,
    emptyText: document.error?.message,
    bytes: toCall(getDocumentFile, { params, query }),
    rendered: toCall(getRenderedDocument, { params, query }),
    pdfCopy: toCall(getDocumentPdfCopy, { params, query }),
    pdfCopyBytes: toCall(getDocumentPdfCopyFile, { params, query }),
    page: (page, width) =>
      toCall(getDocumentPageImage, { params: { ...params, page }, query: { width, ...query } }),
  };
}

export function findFileOriginal(file: StoredFile): Original {
  const params = { fileId: file.id };
  return {
    name: file.name,
    format: file.format,
    pageCount: null,
    sourceUrl: null,
    emptyText: undefined,
    bytes: toCall(getFileContent, { params }),
    // Another call of the same answer.
    rendered: toCall(getRenderedFile, { params }),
    pdfCopy: toCall(getFilePdfCopy, { params }),
    pdfCopyBytes: toCall(getFilePdfCopyContent, { params }),
    page: (page, width) => toCall(getFilePageImage, { params: { ...params, page }, query: { width } }),
  };
}
