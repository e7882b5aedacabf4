import type { Segment } from './segments.ts';
import type { Unit } from './unit.ts';

/** A caption longer than this is text that was taken for one. */
const MAX_CAPTION = 1_000;

/**
 * Segments that belong with the one before them: a table or figure below its caption, a caption below what it names.
 * Where a caption is between two, the habit of the document decides, for tables and figures apart.
 */
export function attachCaptions(segments: readonly Segment[]): Set<Segment> {
  const tied = new Set<Segment>();
  const captions = segments.flatMap(({ block }, index) =>
    block.type === 'caption' && block.text.length <= MAX_CAPTION ? [index] : [],
  );
  const isCaptioned = (index: number, type: string) => segments[index]?.block.type === type;
  for (const type of ['table', 'image']) {
    const below = captions.filter((at) => isCaptioned(at - 1, type) && !isCaptioned(at + 1, type)).length;
    const above = captions.filter((at) => isCaptioned(at + 1, type) && !isCaptioned(at - 1, type)).length;
    for (const at of captions) {
      const followsOne = isCaptioned(at - 1, type);
      const precedesOne = isCaptioned(at + 1, type);
      if (followsOne && (!precedesOne || below > above)) tied.add(segments[at]!);
      else if (precedesOne) tied.add(segments[at + 1]!);
    }
  }
  return tied;
}

/** Whether a table carries the text of a caption block itself. */
export function isOwnCaption(caption: Segment, table: Segment): boolean {
  return table.block.table?.caption?.trim() === caption.block.text.trim();
}

/**
 * A table repeats its caption at the head of each part: where the caption is next to it as well, only its place is
 * kept. `units` are those of each segment.
 */
export function dropRepeatedCaptions(
  segments: readonly Segment[],
  units: readonly Unit[][],
  tied: ReadonlySet<Segment>,
): Unit[][] {
  return units.map((own, index) => {
    const { block } = segments[index]!;
    const first = own[0];
    if (block.type !== 'caption' || !first) return own;
    const part = tied.has(segments[index]!) ? units[index - 1]?.at(-1) : units[index + 1]?.[0];
    const isRepeated =
      part?.block.table?.caption?.trim() === block.text.trim() &&
      part.rendered?.startsWith(block.text.trim());
    return isRepeated ? [{ ...first, to: own.at(-1)!.to, prefix: '', rendered: '', tokens: 0 }] : own;
  });
}
