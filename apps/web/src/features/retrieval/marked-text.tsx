import type { CharRange } from '@lectern/contract';
import type { ReactNode } from 'react';

/** A text with ranges of it marked; ranges may come unordered or overlap. */
export function MarkedText({ text, ranges }: { text: string; ranges: readonly CharRange[] }) {
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
