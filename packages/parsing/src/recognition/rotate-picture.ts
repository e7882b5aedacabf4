import type { GreyPicture, RecognisedLine } from '../parsed-document.ts';

/** The picture turned clockwise by so many quarters (1–3). */
export function rotatePicture({ pixels, width, height, dpi }: GreyPicture, quarters: number): GreyPicture {
  if (quarters === 2) return { pixels: pixels.toReversed(), width, height, dpi };
  const turned = new Uint8Array(pixels.length);
  let at = 0;
  for (let row = 0; row < width; row++) {
    for (let column = 0; column < height; column++) {
      turned[at++] =
        quarters === 1
          ? pixels[(height - 1 - column) * width + row]!
          : pixels[column * width + (width - 1 - row)]!;
    }
  }
  return { pixels: turned, width: height, height: width, dpi };
}

/** Carries what was found in a picture that {@link rotatePicture} turned back onto the `original`. */
export function unrotateLines(
  lines: readonly RecognisedLine[],
  quarters: number,
  original: { width: number; height: number },
): RecognisedLine[] {
  const heightRatio = quarters === 2 ? 1 : original.width / original.height;
  return lines.map((line) => {
    const direction = ((line.direction ?? 0) + 4 - quarters) & 3;
    const { direction: _, size, box, ...rest } = line;
    return {
      ...rest,
      box: unrotateBox(box, quarters),
      ...(size === undefined ? {} : { size: size * heightRatio }),
      ...(direction === 0 ? {} : { direction }),
    };
  });
}

function unrotateBox({ x0, y0, x1, y1 }: RecognisedLine['box'], quarters: number): RecognisedLine['box'] {
  if (quarters === 1) return { x0: y0, y0: 1 - x1, x1: y1, y1: 1 - x0 };
  if (quarters === 2) return { x0: 1 - x1, y0: 1 - y1, x1: 1 - x0, y1: 1 - y0 };
  return { x0: 1 - y1, y0: x0, x1: 1 - y0, y1: x1 };
}
