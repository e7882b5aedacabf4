import type { RecognisedLine } from '@lectern/parsing';

type PlacedWord = { text: string; x0: number; y0: number; x1: number; y1: number; confidence: number };

/** Engines report at most this; what claims more is noise. */
const MAX_LINES = 20_000;
/** Along the line, as a share of its height: words further apart are in different columns or cells. */
const WIDE_GAP = 2.2;
const LINE = /<span class=['"]ocr_(?:line|header|textfloat|caption)['"][^>]*? title=(?:"([^"]*)"|'([^']*)')/;
const WORD = /<span class=['"]ocrx_word['"][^>]*? title=(?:'([^']*)'|"([^"]*)")[^>]*>(.*?)<\/span>/;
const UNSPACED = /[\u2e80-\u2fff\u3001-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff01-\uff60]/u;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/**
 * Reads hOCR as Tesseract writes it (one element a line) into lines with places as fractions of the
 * picture. A line with a wide gap becomes several.
 */
export function readHocr(hocr: string, width: number, height: number): RecognisedLine[] {
  const lines: RecognisedLine[] = [];
  let title = '';
  let words: PlacedWord[] = [];
  const flush = () => {
    for (const part of partWords(words, readDirection(title)))
      lines.push(buildLine(part, title, width, height));
    words = [];
  };
  for (const row of hocr.split('\n')) {
    const line = LINE.exec(row);
    if (line) {
      flush();
      title = line[1] ?? line[2] ?? '';
      if (lines.length >= MAX_LINES) break;
    }
    const word = WORD.exec(row);
    const placed = word && readWord(word[1] ?? word[2] ?? '', word[3]!);
    if (placed) words.push(placed);
  }
  flush();
  return lines;
}

function readWord(title: string, content: string): PlacedWord | undefined {
  const text = content
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name]!)
    .trim();
  const box = /bbox (\d+) (\d+) (\d+) (\d+)/.exec(title);
  if (text === '' || !box) return undefined;
  const [x0, y0, x1, y1] = box.slice(1).map(Number) as [number, number, number, number];
  const confidence = Number(/x_wconf (\d+)/.exec(title)?.[1] ?? 0) / 100;
  return x1 > x0 && y1 > y0 ? { text, x0, y0, x1, y1, confidence } : undefined;
}

/** hOCR counts degrees against the clock; the block model quarter turns with it. */
function readDirection(title: string): number {
  const angle = Number(/textangle (-?[\d.]+)/.exec(title)?.[1] ?? 0);
  return (4 - (Math.round(angle / 90) & 3)) & 3;
}

/** Where a word begins and ends along its line. */
function along(word: PlacedWord, direction: number): [number, number] {
  if (direction === 1) return [word.y0, word.y1];
  if (direction === 2) return [-word.x1, -word.x0];
  if (direction === 3) return [-word.y1, -word.y0];
  return [word.x0, word.x1];
}

function partWords(words: readonly PlacedWord[], direction: number): PlacedWord[][] {
  const parts: PlacedWord[][] = [];
  let end = 0;
  for (const word of words) {
    const [from, to] = along(word, direction);
    const part = parts.at(-1);
    const height = direction % 2 === 1 ? word.x1 - word.x0 : word.y1 - word.y0;
    if (part && from - end < WIDE_GAP * Math.max(height, 8)) part.push(word);
    else parts.push([word]);
    end = to;
  }
  return parts;
}

function buildLine(
  words: readonly PlacedWord[],
  title: string,
  width: number,
  height: number,
): RecognisedLine {
  const x0 = Math.min(...words.map((word) => word.x0));
  const y0 = Math.min(...words.map((word) => word.y0));
  const x1 = Math.max(...words.map((word) => word.x1));
  const y1 = Math.max(...words.map((word) => word.y1));
  const direction = readDirection(title);
  const text = joinWords(words);
  const letters = words.reduce((sum, word) => sum + word.text.length, 0);
  const confidence = words.reduce((sum, word) => sum + word.confidence * word.text.length, 0) / letters;
  // The engine measures Latin type by its x-height and tails; what it says of Chinese is a guess.
  const stated = Number(/x_size ([\d.]+)/.exec(title)?.[1] ?? 0);
  const size = stated > 0 && !UNSPACED.test(text) ? stated : findUsualHeight(words, direction);
  return {
    text,
    box: {
      x0: round(x0 / width),
      y0: round(y0 / height),
      x1: round(x1 / width),
      y1: round(y1 / height),
    },
    confidence: Math.round(confidence * 100) / 100,
    size: round(size / height),
    ...(direction === 0 ? {} : { direction }),
  };
}

function findUsualHeight(words: readonly PlacedWord[], direction: number): number {
  const heights = words.map((word) => (direction % 2 === 1 ? word.x1 - word.x0 : word.y1 - word.y0));
  return heights.sort((a, b) => a - b)[heights.length >> 1]!;
}

/** Chinese comes word by word and is written without spaces. */
function joinWords(words: readonly PlacedWord[]): string {
  let text = '';
  for (const word of words) {
    const bare = text === '' || (UNSPACED.test(text.slice(-1)) && UNSPACED.test(word.text.slice(0, 1)));
    text += bare ? word.text : ` ${word.text}`;
  }
  return text;
}

function round(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 1e5) / 1e5;
}
