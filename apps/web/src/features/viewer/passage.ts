import type { Box, CharRange } from '@lectern/contract';

/** The place in an original that the viewer opens at and marks. */
export type Passage = {
  page?: number | null;
  boxes?: Box[];
  /** In the document text. */
  charRange?: CharRange | null;
  /** Emphasised inside the passage, word for word, where it can be found. */
  quote?: string;
};

/** Where a person clicked in the original: a point of a page (fractions 0–1) or an offset in the document text. */
export type Place = { page: number; x: number; y: number } | { offset: number };

/** A value that changes exactly when the passage does, for effects. */
export function passageKey(passage: Passage | undefined): string {
  return passage === undefined ? '' : JSON.stringify(passage);
}
