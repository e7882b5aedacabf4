import type { ImageContent } from '../../parsed-document.ts';
import type { PageGeometry, Rectangle } from '../page/page-geometry.ts';
import type { PdfDocument } from '../pdfium.ts';
import type { Figure } from './figures.ts';
import { type Bitmap, fitFrame, renderFrame } from './render-frame.ts';

/** Encoded pictures kept of one document, in bytes; beyond, figures have a box but no bytes. */
const MAX_TOTAL_BYTES = 24 * 1024 * 1024;
const MAX_IMAGE_BYTES = 6 * 1024 * 1024;
/** Smaller than this and it is an ornament. */
const MIN_PIXELS = 48;

/** Keeps count of what the pictures of one document take. */
export type ImageBudget = { bytes: number; drawn: number };

export function createImageBudget(): ImageBudget {
  return { bytes: MAX_TOTAL_BYTES, drawn: 0 };
}

/** Figures of one document that are drawn because the file has no picture of them; maps can take a second each. */
const MAX_DRAWN = 400;
/** Drawn figures are as sharp as a screen shows them, and no larger, in pixels. */
const DRAWN_DPI = 120;
const LONGEST_DRAWN_SIDE = 1200;

/** Draws a figure of a loaded page, its lettering included; undefined when the document has had its share. */
export function renderFigure(
  document: PdfDocument,
  page: number,
  geometry: PageGeometry,
  { figure, budget }: { figure: Rectangle; budget: ImageBudget },
): Bitmap | undefined {
  if (budget.bytes <= 0 || budget.drawn >= MAX_DRAWN) return undefined;
  budget.drawn++;
  const { width, height } = geometry;
  const clip = {
    x0: figure.x0 / width,
    y0: figure.y0 / height,
    x1: figure.x1 / width,
    y1: figure.y1 / height,
  };
  const across = figure.x1 - figure.x0;
  const scale = Math.min(DRAWN_DPI / 72, LONGEST_DRAWN_SIDE / Math.max(across, figure.y1 - figure.y0));
  return renderFrame(document, page, fitFrame(geometry, across * scale, clip));
}

/** A drawn figure as JPEG, taken off the budget. */
export async function encodeFigure(
  { pixels, width, height }: Bitmap,
  budget: ImageBudget,
): Promise<ImageContent> {
  const { default: sharp } = await import('sharp');
  const encoded = await sharp(pixels, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .jpeg({ quality: 80 })
    .toBuffer();
  budget.bytes -= encoded.length;
  return { bytes: new Uint8Array(encoded), mediaType: 'image/jpeg', width, height };
}

/**
 * What can be had of a figure without drawing it: its size in pixels, and its bytes where the file stores
 * an upright JPEG. Undefined for ornaments.
 */
export function readFigureImage(
  document: PdfDocument,
  figure: Figure,
  rotation: number,
  budget: ImageBudget,
): ImageContent | undefined {
  if (figure.object === undefined) return {};
  const { pdfium, scratch } = document;
  let width = 0;
  let height = 0;
  if (pdfium._FPDFImageObj_GetImagePixelSize(figure.object, scratch, scratch + 4) !== 0) {
    width = pdfium.HEAP32[scratch >> 2]!;
    height = pdfium.HEAP32[(scratch + 4) >> 2]!;
  }
  if (width < MIN_PIXELS || height < MIN_PIXELS) return undefined;
  const bytes =
    rotation === 0 && isUpright(document, figure.object)
      ? readJpeg(document, figure.object, budget)
      : undefined;
  return { width, height, ...(bytes === undefined ? {} : { bytes, mediaType: 'image/jpeg' }) };
}

function isUpright({ pdfium, scratch }: PdfDocument, object: number): boolean {
  if (pdfium._FPDFPageObj_GetMatrix(object, scratch) === 0) return false;
  const [a, b, c, d] = pdfium.HEAPF32.subarray(scratch >> 2, (scratch >> 2) + 4) as unknown as [
    number,
    number,
    number,
    number,
  ];
  return a > 0 && d > 0 && Math.abs(b) < 0.01 * a && Math.abs(c) < 0.01 * d;
}

function readJpeg(
  { pdfium, scratch }: PdfDocument,
  object: number,
  budget: ImageBudget,
): Uint8Array | undefined {
  if (pdfium._FPDFImageObj_GetImageFilterCount(object) !== 1) return undefined;
  const nameLength = pdfium._FPDFImageObj_GetImageFilter(object, 0, scratch, 32);
  if (
    Buffer.from(pdfium.HEAPU8.subarray(scratch, scratch + Math.max(0, nameLength - 1))).toString('latin1') !==
    'DCTDecode'
  )
    return undefined;
  const length = pdfium._FPDFImageObj_GetImageDataRaw(object, 0, 0);
  if (length === 0 || length > MAX_IMAGE_BYTES || length > budget.bytes) return undefined;
  const address = pdfium.wasmExports.malloc(length);
  if (address === 0) return undefined;
  try {
    pdfium._FPDFImageObj_GetImageDataRaw(object, address, length);
    const bytes = pdfium.HEAPU8.slice(address, address + length);
    if (!isPlainJpeg(bytes)) return undefined;
    budget.bytes -= length;
    return bytes;
  } finally {
    pdfium.wasmExports.free(address);
  }
}

/** Whether the JPEG is grey or YCbCr; print colours (four components) are shown wrongly outside of a PDF. */
function isPlainJpeg(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return false;
  let at = 2;
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return false;
    const marker = bytes[at + 1]!;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return bytes[at + 9] === 1 || bytes[at + 9] === 3;
    at += 2 + bytes[at + 2]! * 256 + bytes[at + 3]!;
  }
  return false;
}
