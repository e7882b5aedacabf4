import type { Chunk } from '@lectern/contract';

/** A point of a page (fractions), or an offset in the document text. */
type Place = { page: number; x: number; y: number } | { offset: number };

const slack = 0.004;

export function containsPosition(chunk: Chunk, place: Place): boolean {
  if ('offset' in place)
    return (
      chunk.charRange !== null && place.offset >= chunk.charRange.start && place.offset < chunk.charRange.end
    );
  return chunk.boxes.some(
    ({ page, x0, y0, x1, y1 }) =>
      page === place.page &&
      place.x >= x0 - slack &&
      place.x <= x1 + slack &&
      place.y >= y0 - slack &&
      place.y <= y1 + slack,
  );
}
