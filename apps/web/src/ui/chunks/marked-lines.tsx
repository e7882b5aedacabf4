import type { CharRange } from '@lectern/contract';
import type { ReactNode } from 'react';
import { splitHit } from './hit-lines.ts';

/** A passage in plain lines, the words that match marked. */
export function MarkedLines({ text, ranges }: { text: string; ranges: readonly CharRange[] }) {
  return splitHit(text, ranges).map((line) => (
    <p key={line.key} data-heading={line.heading || undefined}>
      <MarkedText text={line.text} ranges={line.ranges} />
    </p>
  ));
}

/** A text with ranges of it marked; ranges may come unordered or overlap. */
function MarkedText({ text, ranges }: { text: string; ranges: readonly CharRange[] }) {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { start, end } of ranges.toSorted((one, other) => one.start - other.start)) {
    if (end <= at || start >= text.length) continue;
    const from = Math.max(start, at);
    if (from > at) parts.push(text.slice(at, from));
    parts.push(<mark key={from}>{text.slice(from, end)}</mark>);
    at = end;
  }
  parts.push(text.slice(at));
  return <>{parts}</>;
}
