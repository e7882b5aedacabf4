import type { PdfDocument } from '../pdfium.ts';
import { displayRectangle, type PageGeometry, type Rectangle } from './page-geometry.ts';

/** A drawn line, horizontal or vertical, in points of the displayed page. */
export type Ruling = Rectangle & { horizontal: boolean };

export type PageObjects = {
  rulings: Ruling[];
  /** Filled rectangles, as cell backgrounds and frames are drawn. */
  fills: Rectangle[];
  images: (Rectangle & { object: number })[];
  /** Extent of curves and slanted lines: drawings, not tables. */
  drawings: Rectangle[];
};

type Matrix = readonly [number, number, number, number, number, number];
type Context = { document: PdfDocument; geometry: PageGeometry; found: PageObjects; budget: number };

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
// FPDF_PAGEOBJ_* and FPDF_SEGMENT_* of fpdf_edit.h.
const OBJECT_PATH = 2;
const OBJECT_IMAGE = 3;
const OBJECT_FORM = 5;
const SEGMENT_LINE = 0;
const SEGMENT_BEZIER = 1;
const SEGMENT_MOVE = 2;

/** Thickest line that still counts as a ruling, in points. */
const MAX_RULING_THICKNESS = 3;
const MIN_RULING_LENGTH = 4;
/** Objects and path segments looked at on one page; maps and plots can have millions. */
const PAGE_BUDGET = 60_000;
const MAX_FORM_DEPTH = 6;
/** A page with more lines is a map or a plot; its lines say nothing of tables. */
const MAX_RULINGS = 8000;

/** Collects what is drawn on a loaded page besides text. */
export function readPageObjects(document: PdfDocument, page: number, geometry: PageGeometry): PageObjects {
  const found: PageObjects = { rulings: [], fills: [], images: [], drawings: [] };
  const { pdfium } = document;
  const context: Context = { document, geometry, found, budget: PAGE_BUDGET };
  const count = pdfium._FPDFPage_CountObjects(page);
  for (let index = 0; index < count && context.budget > 0; index++) {
    readObject(context, pdfium._FPDFPage_GetObject(page, index), IDENTITY, 0);
  }
  return found.rulings.length > MAX_RULINGS ? { ...found, rulings: [] } : found;
}

function readObject(context: Context, object: number, matrix: Matrix, depth: number): void {
  if (object === 0) return;
  const { pdfium } = context.document;
  const type = pdfium._FPDFPageObj_GetType(object);
  if (type === OBJECT_PATH) readPath(context, object, matrix);
  else if (type === OBJECT_IMAGE) {
    const box = readBounds(context, object, matrix);
    if (box) context.found.images.push({ ...box, object });
  } else if (type === OBJECT_FORM && depth < MAX_FORM_DEPTH) {
    const inner = multiply(readMatrix(context, object), matrix);
    const count = pdfium._FPDFFormObj_CountObjects(object);
    for (let index = 0; index < count && context.budget > 0; index++) {
      readObject(context, pdfium._FPDFFormObj_GetObject(object, index), inner, depth + 1);
    }
  }
}

function readPath(context: Context, object: number, matrix: Matrix): void {
  const { document, found } = context;
  const { pdfium, scratch } = document;
  context.budget--;
  pdfium._FPDFPath_GetDrawMode(object, scratch, scratch + 4);
  const filled = pdfium.HEAP32[scratch >> 2] !== 0;
  const stroked = pdfium.HEAP32[(scratch + 4) >> 2] !== 0;
  if (!filled && !stroked) return;
  const box = readBounds(context, object, matrix);
  if (box === undefined) return;
  const thin = addIfThin(found, box);
  if (thin) return;
  const segments = pdfium._FPDFPath_CountSegments(object);
  if (segments < 2 || segments > context.budget) return;
  context.budget -= segments;
  readSegments(context, object, segments, multiply(readMatrix(context, object), matrix), {
    filled,
    stroked,
    box,
  });
}

function addIfThin(found: PageObjects, box: Rectangle): boolean {
  const width = box.x1 - box.x0;
  const height = box.y1 - box.y0;
  if (Math.min(width, height) > MAX_RULING_THICKNESS) return false;
  const horizontal = width >= height;
  if (Math.max(width, height) >= MIN_RULING_LENGTH) found.rulings.push({ ...box, horizontal });
  return true;
}

function readSegments(
  context: Context,
  object: number,
  count: number,
  matrix: Matrix,
  path: { filled: boolean; stroked: boolean; box: Rectangle },
): void {
  const { document, geometry, found } = context;
  const { pdfium, scratch } = document;
  let startX = 0;
  let startY = 0;
  let x = 0;
  let y = 0;
  let part: Rectangle | undefined;
  let straight = true;
  const edges: Ruling[] = [];
  const finishPart = () => {
    if (part === undefined) return;
    if (path.filled && straight && !addIfThin(found, part)) found.fills.push(part);
    part = undefined;
  };
  const addEdge = (toX: number, toY: number) => {
    const edge = displayRectangle(geometry, x, y, toX, toY);
    const width = edge.x1 - edge.x0;
    const height = edge.y1 - edge.y0;
    if (Math.min(width, height) > 1) straight = false;
    else if (Math.max(width, height) >= MIN_RULING_LENGTH)
      edges.push({ ...edge, horizontal: width >= height });
    part = part === undefined ? edge : include(part, edge);
  };
  for (let index = 0; index < count; index++) {
    const segment = pdfium._FPDFPath_GetPathSegment(object, index);
    pdfium._FPDFPathSegment_GetPoint(segment, scratch, scratch + 4);
    const heap = pdfium.HEAPF32;
    const px = heap[scratch >> 2]!;
    const py = heap[(scratch + 4) >> 2]!;
    const toX = matrix[0] * px + matrix[2] * py + matrix[4];
    const toY = matrix[1] * px + matrix[3] * py + matrix[5];
    const type = pdfium._FPDFPathSegment_GetType(segment);
    if (type === SEGMENT_MOVE) {
      finishPart();
      straight = true;
      startX = toX;
      startY = toY;
    } else if (type === SEGMENT_LINE) addEdge(toX, toY);
    else if (type === SEGMENT_BEZIER) straight = false;
    x = toX;
    y = toY;
    if (pdfium._FPDFPathSegment_GetClose(segment) !== 0 && (x !== startX || y !== startY)) {
      addEdge(startX, startY);
      x = startX;
      y = startY;
    }
  }
  finishPart();
  if (straight && path.stroked) found.rulings.push(...edges);
  if (!straight) found.drawings.push(path.box);
}

function include(a: Rectangle, b: Rectangle): Rectangle {
  return {
    x0: Math.min(a.x0, b.x0),
    y0: Math.min(a.y0, b.y0),
    x1: Math.max(a.x1, b.x1),
    y1: Math.max(a.y1, b.y1),
  };
}

/** Bounds of an object on the displayed page; undefined when it lies outside. */
function readBounds({ document, geometry }: Context, object: number, matrix: Matrix): Rectangle | undefined {
  const { pdfium, scratch } = document;
  if (pdfium._FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12) === 0)
    return undefined;
  const at = scratch >> 2;
  const [left, bottom, right, top] = pdfium.HEAPF32.subarray(at, at + 4) as unknown as [
    number,
    number,
    number,
    number,
  ];
  let box: Rectangle;
  if (matrix === IDENTITY) box = displayRectangle(geometry, left, bottom, right, top);
  else {
    const corners = [
      [left, bottom],
      [right, bottom],
      [left, top],
      [right, top],
    ].map(([x, y]) => [
      matrix[0] * x! + matrix[2] * y! + matrix[4],
      matrix[1] * x! + matrix[3] * y! + matrix[5],
    ]);
    const xs = corners.map((corner) => corner[0]!);
    const ys = corners.map((corner) => corner[1]!);
    box = displayRectangle(geometry, Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys));
  }
  if (!(box.x1 > 0 && box.y1 > 0 && box.x0 < geometry.width && box.y0 < geometry.height)) return undefined;
  return {
    x0: Math.max(0, box.x0),
    y0: Math.max(0, box.y0),
    x1: Math.min(geometry.width, box.x1),
    y1: Math.min(geometry.height, box.y1),
  };
}

function readMatrix({ document }: Context, object: number): Matrix {
  const { pdfium, scratch } = document;
  if (pdfium._FPDFPageObj_GetMatrix(object, scratch) === 0) return IDENTITY;
  const at = scratch >> 2;
  return Array.from(pdfium.HEAPF32.subarray(at, at + 6)) as unknown as Matrix;
}

/** First `a`, then `b`. */
function multiply(a: Matrix, b: Matrix): Matrix {
  if (b === IDENTITY) return a;
  return [
    a[0] * b[0] + a[1] * b[2],
    a[0] * b[1] + a[1] * b[3],
    a[2] * b[0] + a[3] * b[2],
    a[2] * b[1] + a[3] * b[3],
    a[4] * b[0] + a[5] * b[2] + b[4],
    a[4] * b[1] + a[5] * b[3] + b[5],
  ];
}
