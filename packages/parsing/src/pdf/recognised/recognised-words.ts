import type { RecognisedLine } from '../../parsed-document.ts';
import { rotateUpright } from '../page/page-geometry.ts';
import type { TextStyle, Word } from '../page/page-text.ts';

/** Sizes this near to that of most letters are that size: an engine judges each line for itself. */
const SIZE_TOLERANCE = 0.15;
/** What a line without a stated size has, as a share of its box's height. */
const SIZE_OF_HEIGHT = 0.9;
/** The width of a space, in letters. */
const SPACE_WIDTH = 0.6;

/** The page as it is displayed, in points. */
type PageSize = { width: number; height: number };

/**
 * Recognised lines as words in reading order, such as the text layer of a scan would give: the words of a
 * line share its box by their length.
 */
export function buildRecognisedWords(lines: readonly RecognisedLine[], page: PageSize): Word[] {
  const usual = findUsualSize(lines, page);
  return lines.flatMap((line) => {
    const measured = measureSize(line, page);
    const size = Math.abs(measured - usual) <= SIZE_TOLERANCE * usual ? usual : Math.round(measured * 2) / 2;
    return spreadWords(line, size, page);
  });
}

function measureSize({ size, box, direction = 0 }: RecognisedLine, page: PageSize): number {
  if (size !== undefined && size > 0) return size * page.height;
  const across = direction % 2 === 1 ? (box.x1 - box.x0) * page.width : (box.y1 - box.y0) * page.height;
  return SIZE_OF_HEIGHT * across;
}

/** The size in the middle, each counted by its letters. */
function findUsualSize(lines: readonly RecognisedLine[], page: PageSize): number {
  const sizes = lines
    .map((line) => ({ size: measureSize(line, page), letters: line.text.length }))
    .sort((a, b) => a.size - b.size);
  const total = sizes.reduce((sum, { letters }) => sum + letters, 0);
  let passed = 0;
  for (const { size, letters } of sizes) {
    passed += letters;
    if (passed >= total / 2) return Math.round(size * 2) / 2;
  }
  return 0;
}

function spreadWords(line: RecognisedLine, size: number, { width, height }: PageSize): Word[] {
  const { box, direction = 0, confidence } = line;
  const parts = line.text.split(/\s+/).filter((part) => part !== '');
  const style: TextStyle = {
    size,
    bold: false,
    italic: false,
    fixedPitch: false,
    font: 0,
    direction,
    markedContent: -1,
    stem: 0,
    dingbats: false,
    math: false,
    hidden: true,
    confidence,
  };
  const place = rotateUpright(
    { x0: box.x0 * width, y0: box.y0 * height, x1: box.x1 * width, y1: box.y1 * height },
    direction,
    width,
    height,
  );
  const letters = parts.reduce((sum, part) => sum + part.length, SPACE_WIDTH * (parts.length - 1));
  const letterWidth = (place.x1 - place.x0) / Math.max(1, letters);
  // Drawn-out letters are no gap between words.
  const space = Math.min(SPACE_WIDTH * letterWidth, 0.5 * size);
  const stretched = (place.x1 - place.x0 - space * (parts.length - 1)) / Math.max(1, joinedLength(parts));
  let x = place.x0;
  return parts.map((text): Word => {
    const word = {
      text,
      x0: x,
      y0: place.y0,
      x1: x + text.length * stretched,
      y1: place.y1,
      style,
      spaceBefore: x > place.x0,
    };
    x = word.x1 + space;
    return word;
  });
}

function joinedLength(parts: readonly string[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}
