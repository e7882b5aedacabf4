import { readMarkdown } from '../../markup/read-markdown.ts';
import type { Block, ParseWarningCode, RecognisedPage } from '../../parsed-document.ts';
import { type PageGeometry, type Rectangle, unrotate } from '../page/page-geometry.ts';
import type { Word } from '../page/page-text.ts';

/** The warning that a page without text deserves, given what was recognised on it. */
export function findReadingProblem(reading: RecognisedPage | undefined): ParseWarningCode | undefined {
  if (reading === undefined) return 'page_needs_ocr';
  return reading.failed === undefined ? undefined : 'page_not_recognised';
}

/** A picture whose text was recognised is no figure next to that text. */
export function holdsWords(
  image: Rectangle,
  words: readonly Word[],
  { width, height }: PageGeometry,
): boolean {
  const inside = words.filter((word) => {
    const place = unrotate(word, word.style.direction, width, height);
    const x = (place.x0 + place.x1) / 2;
    const y = (place.y0 + place.y1) / 2;
    return x > image.x0 && x < image.x1 && y > image.y0 && y < image.y1;
  });
  return inside.length > 3;
}

/** The blocks of a page that a model wrote down as Markdown. */
export function readPageMarkdown(markdown: string): Block[] {
  const bytes = Buffer.from(markdown.replace(/^\s*```(?:markdown|md)?\n([\s\S]*?)\n```\s*$/, '$1'));
  try {
    return readMarkdown({ name: 'page.md', bytes }).blocks;
  } catch {
    // Nonsense that only looks like Markdown.
    return [];
  }
}
