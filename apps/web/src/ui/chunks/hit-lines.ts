import type { CharRange } from '@lectern/contract';

/** A line of a hit as it is shown: Markdown signs taken off, ranges counted from its own start. */
export type HitLine = { key: number; text: string; heading: boolean; ranges: CharRange[] };

const headingSign = /^#{1,6}\s+/;
const boldLine = /^\*\*[^*]+\*\*$/;
const tableRule = /^\|?(\s*:?-{3,}:?\s*\|)+\s*(:?-{3,}:?)?\s*$/;

/** Cuts a hit's Markdown into lines for plain reading; empty lines and the rules of tables are left out. */
export function splitHit(text: string, ranges: readonly CharRange[]): HitLine[] {
  const lines: HitLine[] = [];
  let at = 0;
  for (const line of text.split('\n')) {
    const bold = boldLine.test(line);
    const sign = bold ? 2 : (headingSign.exec(line)?.[0].length ?? 0);
    const start = at + sign;
    const end = at + line.length - (bold ? 2 : 0);
    at += line.length + 1;
    if (line.trim() === '' || tableRule.test(line.trim())) continue;
    lines.push({
      key: start,
      text: line.slice(sign, bold ? -2 : undefined),
      heading: sign > 0,
      ranges: ranges
        .filter((range) => range.start < end && range.end > start)
        .map((range) => ({
          start: Math.max(range.start, start) - start,
          end: Math.min(range.end, end) - start,
        })),
    });
  }
  return lines;
}
