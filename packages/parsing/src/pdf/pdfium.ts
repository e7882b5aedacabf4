import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { UnreadableFileError } from '../parsed-document.ts';
import { refuseBombs } from './refuse-bombs.ts';

/** The native functions that the reader calls; their signatures are those of PDFium's public headers. */
type NativeFunctionName =
  | `_FPDF_${'LoadMemDocument' | 'CloseDocument' | 'GetLastError' | 'GetPageCount' | 'LoadPage' | 'ClosePage'}`
  | `_FPDF_${'GetPageBoundingBox' | 'GetPageLabel' | 'GetMetaText' | 'RenderPageBitmap' | 'GetFormType'}`
  | `_FPDFDoc_${'GetAttachmentCount' | 'GetAttachment'}`
  | `_FPDFAttachment_${'GetName'}`
  | `_FPDFPage_${'GetRotation' | 'CountObjects' | 'GetObject' | 'GetAnnotCount' | 'Flatten'}`
  | `_FPDFText_${'LoadPage' | 'ClosePage' | 'CountChars' | 'GetUnicode' | 'GetTextObject' | 'GetLooseCharBox' | 'GetMatrix' | 'HasUnicodeMapError'}`
  | `_FPDFTextObj_${'GetFontSize' | 'GetFont' | 'GetTextRenderMode'}`
  | `_FPDFFont_${'GetBaseFontName' | 'GetFlags' | 'GetGlyphPath'}`
  | `_FPDFGlyphPath_${'CountGlyphSegments' | 'GetGlyphPathSegment'}`
  | `_FPDFPageObj_${'GetType' | 'GetBounds' | 'GetMatrix' | 'GetMarkedContentID'}`
  | `_FPDFPath_${'CountSegments' | 'GetPathSegment' | 'GetDrawMode'}`
  | `_FPDFPathSegment_${'GetPoint' | 'GetType' | 'GetClose'}`
  | `_FPDFFormObj_${'CountObjects' | 'GetObject'}`
  | `_FPDFImageObj_${'GetImagePixelSize' | 'GetRenderedBitmap' | 'GetImageFilter' | 'GetImageFilterCount' | 'GetImageDataRaw'}`
  | `_FPDFBitmap_${'CreateEx' | 'Destroy' | 'FillRect' | 'GetBuffer' | 'GetWidth' | 'GetHeight' | 'GetStride' | 'GetFormat'}`
  | `_FPDFBookmark_${'GetFirstChild' | 'GetNextSibling' | 'GetTitle' | 'GetDest' | 'GetAction'}`
  | `_FPDFDest_${'GetDestPageIndex' | 'GetLocationInPage'}`
  | `_FPDFAction_${'GetDest'}`
  | `_FPDFCatalog_${'GetLanguage' | 'IsTagged'}`
  | `_FPDF_StructTree_${'GetForPage' | 'Close' | 'CountChildren' | 'GetChildAtIndex'}`
  | `_FPDF_StructElement_${'CountChildren' | 'GetChildAtIndex' | 'GetType' | 'GetAltText'}`
  | `_FPDF_StructElement_${'GetMarkedContentIdCount' | 'GetMarkedContentIdAtIndex'}`;

/**
 * PDFium as it is built for WASM, without the argument conversion that the package's wrapper does on
 * every call. All arguments and results are numbers: handles and addresses in the WASM heap.
 */
export type Pdfium = {
  /** Views of the WASM heap. They are replaced when the heap grows: read them again after each native call. */
  readonly HEAPU8: Uint8Array;
  readonly HEAPF32: Float32Array;
  readonly HEAPF64: Float64Array;
  readonly HEAP32: Int32Array;
  readonly wasmExports: { malloc: (size: number) => number; free: (address: number) => void };
} & { readonly [name in NativeFunctionName]: (...args: number[]) => number };

/** Bytes of working memory for results of native calls, at `PdfDocument.scratch`. */
export const SCRATCH_BYTES = 8192;

/** An open document. `scratch` is the address of {@link SCRATCH_BYTES} bytes for results of native calls. */
export type PdfDocument = {
  pdfium: Pdfium;
  handle: number;
  scratch: number;
  pageCount: number;
};

let loading: Promise<Pdfium> | undefined;

/** The WASM heap never shrinks: an instance that grew beyond this is not used for the next document. */
const LARGE_HEAP_BYTES = 64 * 1024 * 1024;

async function loadPdfium(): Promise<Pdfium> {
  // Loaded when the first PDF comes: neither the server's start nor other formats wait for it.
  const { init } = await import('@embedpdf/pdfium');
  const wasmBinary = await readFile(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')));
  const silent = () => {};
  const wrapped = await init({
    wasmBinary: wasmBinary.buffer.slice(
      wasmBinary.byteOffset,
      wasmBinary.byteOffset + wasmBinary.byteLength,
    ) as ArrayBuffer,
    print: silent,
    printErr: silent,
  });
  wrapped.PDFiumExt_Init();
  return wrapped.pdfium as unknown as Pdfium;
}

/**
 * Opens a PDF for the time of `use` and frees it afterwards.
 * Throws UnreadableFileError: 'encrypted' when a password is needed, 'broken' when PDFium cannot read
 * the file, 'memory_limit' when the WASM heap (2 GiB) does not suffice.
 */
export async function withPdf<Result>(
  bytes: Uint8Array,
  use: (document: PdfDocument) => Promise<Result>,
): Promise<Result> {
  refuseBombs(bytes);
  loading ??= loadPdfium();
  const pdfium = await loading;
  let data = 0;
  let handle = 0;
  let scratch = 0;
  try {
    data = pdfium.wasmExports.malloc(bytes.length);
    scratch = pdfium.wasmExports.malloc(SCRATCH_BYTES);
    if (data === 0 || scratch === 0) throw new UnreadableFileError('memory_limit');
    pdfium.HEAPU8.set(bytes, data);
    handle = pdfium._FPDF_LoadMemDocument(data, bytes.length, 0);
    if (handle === 0) throw createLoadError(pdfium._FPDF_GetLastError());
    const pageCount = pdfium._FPDF_GetPageCount(handle);
    if (pageCount <= 0) throw new UnreadableFileError('broken', 'no pages');
    return await use({ pdfium, handle, scratch, pageCount });
  } catch (error) {
    if (!isWasmFailure(error)) throw error;
    // After a trap the instance is in an unknown state: the next document gets a new one.
    loading = undefined;
    handle = data = scratch = 0;
    throw new UnreadableFileError(
      /memory|allocat|OOM|grow/i.test(String(error)) ? 'memory_limit' : 'broken',
      'the PDF engine stopped',
    );
  } finally {
    if (handle !== 0) pdfium._FPDF_CloseDocument(handle);
    if (data !== 0) pdfium.wasmExports.free(data);
    if (scratch !== 0) pdfium.wasmExports.free(scratch);
    if (pdfium.HEAPU8.length > LARGE_HEAP_BYTES) loading = undefined;
  }
}

// FPDF_ERR_PASSWORD and FPDF_ERR_SECURITY of fpdfview.h.
const PASSWORD_ERROR = 4;
const SECURITY_ERROR = 5;

function createLoadError(code: number): UnreadableFileError {
  if (code === PASSWORD_ERROR || code === SECURITY_ERROR) return new UnreadableFileError('encrypted');
  return new UnreadableFileError('broken', `PDFium error ${code}`);
}

/** A trap or abort of the WASM instance; RangeError is what a failed growth of its memory throws. */
function isWasmFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'RuntimeError' || (error instanceof RangeError && /memory/i.test(error.message));
}

/** Reads a UTF-16LE result of `fill(address, byteLength)`, which returns the bytes needed, terminator included. */
export function readUtf16(
  { pdfium, scratch }: PdfDocument,
  fill: (address: number, byteLength: number) => number,
): string {
  const needed = fill(scratch, SCRATCH_BYTES);
  if (needed <= 2) return '';
  if (needed <= SCRATCH_BYTES) return decodeUtf16(pdfium, scratch, needed - 2);
  const address = pdfium.wasmExports.malloc(needed);
  if (address === 0) return '';
  try {
    fill(address, needed);
    return decodeUtf16(pdfium, address, needed - 2);
  } finally {
    pdfium.wasmExports.free(address);
  }
}

const utf16Decoder = new TextDecoder('utf-16le');

function decodeUtf16(pdfium: Pdfium, address: number, byteLength: number): string {
  return utf16Decoder.decode(pdfium.HEAPU8.subarray(address, address + byteLength));
}

/** Calls `fill` with a NUL-terminated copy of an ASCII key, as PDFium's byte-string arguments want it. */
export function withKey<Result>(
  { pdfium }: PdfDocument,
  key: string,
  use: (address: number) => Result,
): Result {
  const address = pdfium.wasmExports.malloc(key.length + 1);
  try {
    pdfium.HEAPU8.set(Buffer.from(`${key}\0`, 'latin1'), address);
    return use(address);
  } finally {
    pdfium.wasmExports.free(address);
  }
}
