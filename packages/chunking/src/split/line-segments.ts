import type { Segment } from './segments.ts';

/** A segment's text, with the marker of its block where it begins with it. */
export function segmentText({ block, from, to }: Segment): string {
  const text = block.text.slice(from, to);
  const marker = from === 0 && block.marker && !text.startsWith(block.marker) ? `${block.marker} ` : '';
  return marker + text;
}

/** A segment's part from an offset of its own text on; nothing where no text is left. */
export function cutSegment(segment: Segment, from: number, to: number): Segment | undefined {
  const { text } = segment.block;
  let start = Math.max(from, segment.from);
  let end = Math.min(to, segment.to);
  while (start < end && /\s/.test(text[start]!)) start++;
  while (end > start && /\s/.test(text[end - 1]!)) end--;
  return start < end ? { ...segment, from: start, to: end, isTitle: false } : undefined;
}

/** Lines of segments of text; code, tables and pictures stay whole. */
export function listLineSegments(segments: readonly Segment[]): Segment[] {
  return segments.flatMap((segment) => {
    const { block } = segment;
    if (block.table || block.type === 'code' || block.type === 'image') return [segment];
    const lines: Segment[] = [];
    let from = segment.from;
    for (const line of block.text.slice(segment.from, segment.to).split('\n')) {
      const cut = cutSegment(segment, from, from + line.length);
      if (cut) lines.push({ ...cut, isTitle: segment.isTitle });
      from += line.length + 1;
    }
    return lines;
  });
}
