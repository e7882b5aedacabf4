import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { init } from '@embedpdf/pdfium';

type NativeFunction =
  | `_FPDF_${'LoadMemDocument' | 'GetPageCount' | 'LoadPage' | 'ClosePage' | 'CloseDocument'}`
  | `_FPDFText_${'LoadPage' | 'CountChars' | 'GetUnicode' | 'GetLooseCharBox' | 'ClosePage'}`;

type Native = {
  HEAPU8: Uint8Array;
  wasmExports: { malloc: (size: number) => number; free: (at: number) => void };
} & { [Name in NativeFunction]: (...values: number[]) => number };

let library: ReturnType<typeof startPdfium> | undefined;

/** The library as its package wraps it, started once. */
export function loadPdfium(): ReturnType<typeof startPdfium> {
  library ??= startPdfium();
  return library;
}

async function startPdfium() {
  const wasmBinary = readFileSync(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')));
  const module = await init({ wasmBinary: wasmBinary as never });
  module.PDFiumExt_Init();
  return { ...module, pdfium: module.pdfium as unknown as Native };
}

/**
 * The least that a reader of PDF does: open, and take the text of every page with the box of each
 * character. Straight to the library, without the package's conversion of arguments.
 */
export async function readBarePdf(bytes: Uint8Array): Promise<number> {
  const { pdfium } = await loadPdfium();
  const { malloc, free } = pdfium.wasmExports;
  const at = malloc(bytes.byteLength);
  pdfium.HEAPU8.set(bytes, at);
  const password = malloc(1);
  pdfium.HEAPU8[password] = 0;
  const document = pdfium._FPDF_LoadMemDocument(at, bytes.byteLength, password);
  const box = malloc(16);
  let characters = 0;
  const pages = document ? pdfium._FPDF_GetPageCount(document) : 0;
  for (let number = 0; number < pages; number++) {
    const page = pdfium._FPDF_LoadPage(document, number);
    const text = pdfium._FPDFText_LoadPage(page);
    const count = pdfium._FPDFText_CountChars(text);
    for (let n = 0; n < count; n++) {
      pdfium._FPDFText_GetUnicode(text, n);
      pdfium._FPDFText_GetLooseCharBox(text, n, box);
    }
    characters += count;
    pdfium._FPDFText_ClosePage(text);
    pdfium._FPDF_ClosePage(page);
  }
  if (document) pdfium._FPDF_CloseDocument(document);
  for (const address of [box, password, at]) free(address);
  return characters;
}
