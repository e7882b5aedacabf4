import type { Box } from '../../parsed-document.ts';
import type { PdfDocument } from '../pdfium.ts';

/** A rectangle in points of the displayed page, origin top left, y downwards. */
export type Rectangle = { x0: number; y0: number; x1: number; y1: number };

/** Size of the displayed page in points, and how page space is carried onto it. */
export type PageGeometry = {
  width: number;
  height: number;
  /** Quarter turns clockwise, as /Rotate has them. */
  rotation: number;
  /** The visible part (crop box within media box) in page space, y upwards. */
  left: number;
  bottom: number;
  right: number;
  top: number;
};

/** Reads the visible box and rotation of an open page. */
export function readPageGeometry({ pdfium, scratch }: PdfDocument, page: number): PageGeometry {
  const rotation = pdfium._FPDFPage_GetRotation(page) & 3;
  // FS_RECTF: left, top, right, bottom.
  const found = pdfium._FPDF_GetPageBoundingBox(page, scratch);
  const at = scratch >> 2;
  const [left, top, right, bottom] = pdfium.HEAPF32.subarray(at, at + 4) as unknown as [
    number,
    number,
    number,
    number,
  ];
  const visible =
    found !== 0 && right > left && top > bottom
      ? { left, top, right, bottom }
      : { left: 0, top: 792, right: 612, bottom: 0 };
  const width = visible.right - visible.left;
  const height = visible.top - visible.bottom;
  const turned = rotation % 2 === 1;
  return { ...visible, rotation, width: turned ? height : width, height: turned ? width : height };
}

/** Carries two opposite corners in page space onto the displayed page. */
export function displayRectangle(
  page: PageGeometry,
  xa: number,
  ya: number,
  xb: number,
  yb: number,
): Rectangle {
  if (page.rotation === 0) {
    return {
      x0: (xa < xb ? xa : xb) - page.left,
      y0: page.top - (ya > yb ? ya : yb),
      x1: (xa < xb ? xb : xa) - page.left,
      y1: page.top - (ya > yb ? yb : ya),
    };
  }
  const [u0, v0] = rotatePoint(page, xa, ya);
  const [u1, v1] = rotatePoint(page, xb, yb);
  return { x0: Math.min(u0, u1), y0: Math.min(v0, v1), x1: Math.max(u0, u1), y1: Math.max(v0, v1) };
}

function rotatePoint(page: PageGeometry, x: number, y: number): [number, number] {
  if (page.rotation === 1) return [y - page.bottom, x - page.left];
  if (page.rotation === 2) return [page.right - x, y - page.bottom];
  return [page.top - y, page.right - x];
}

/** The direction in which text runs on the displayed page, in quarter turns clockwise; 4 for slanted text. */
export function displayDirection(page: PageGeometry, a: number, b: number): number {
  let dx = a;
  let dy = -b;
  if (page.rotation === 1) [dx, dy] = [b, a];
  else if (page.rotation === 2) [dx, dy] = [-a, b];
  else if (page.rotation === 3) [dx, dy] = [-b, -a];
  const across = Math.abs(dx);
  const down = Math.abs(dy);
  if (Math.min(across, down) > 0.2 * Math.max(across, down)) return 4;
  if (across >= down) return dx >= 0 ? 0 : 2;
  return dy > 0 ? 1 : 3;
}

/** Turns a rectangle of the displayed page so that text of the given direction reads left to right. */
export function rotateUpright(box: Rectangle, direction: number, width: number, height: number): Rectangle {
  switch (direction) {
    case 1:
      return { x0: box.y0, y0: width - box.x1, x1: box.y1, y1: width - box.x0 };
    case 2:
      return { x0: width - box.x1, y0: height - box.y1, x1: width - box.x0, y1: height - box.y0 };
    case 3:
      return { x0: height - box.y1, y0: box.x0, x1: height - box.y0, y1: box.x1 };
    default:
      return box;
  }
}

/** Undoes {@link rotateUpright}; `width` and `height` are those of the displayed page. */
export function unrotate(box: Rectangle, direction: number, width: number, height: number): Rectangle {
  switch (direction) {
    case 1:
      return { x0: width - box.y1, y0: box.x0, x1: width - box.y0, y1: box.x1 };
    case 2:
      return rotateUpright(box, 2, width, height);
    case 3:
      return { x0: box.y0, y0: height - box.x1, x1: box.y1, y1: height - box.x0 };
    default:
      return box;
  }
}

/** Points on the displayed page as the fractions that the block model keeps, four decimals. */
export function toBox(box: Rectangle, pageNumber: number, width: number, height: number): Box {
  return {
    page: pageNumber,
    x0: toFraction(box.x0 / width),
    y0: toFraction(box.y0 / height),
    x1: toFraction(box.x1 / width),
    y1: toFraction(box.y1 / height),
  };
}

function toFraction(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 1e4) / 1e4;
}

/** The smallest rectangle around all of them; at least one. */
export function uniteAll(boxes: readonly Rectangle[]): Rectangle {
  let { x0, y0, x1, y1 } = boxes[0]!;
  for (const box of boxes) {
    if (box.x0 < x0) x0 = box.x0;
    if (box.y0 < y0) y0 = box.y0;
    if (box.x1 > x1) x1 = box.x1;
    if (box.y1 > y1) y1 = box.y1;
  }
  return { x0, y0, x1, y1 };
}
