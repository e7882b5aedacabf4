import type { CharRange } from '@lectern/contract';

const shownCharacters = 360;
/** What is shown before the first word that matches. */
const lead = 60;

/** The part of a passage with most of the words that match, and where they are in it. */
export function cutExcerpt(
  text: string,
  matches: readonly CharRange[],
): { text: string; ranges: CharRange[] } {
  if (text.length <= shownCharacters * 1.2) return { text, ranges: [...matches] };
  const countFrom = (at: number) =>
    matches.filter(({ start, end }) => start >= at && end <= at + shownCharacters).length;
  let from = 0;
  for (const { start } of matches) {
    const at = Math.max(0, start - lead);
    if (countFrom(at) > countFrom(from)) from = at;
  }
  // At the beginning of a line or word, whichever comes first.
  if (from > 0) {
    const next = text.slice(from, from + lead).search(/\s/);
    from += next < 0 ? 0 : next + 1;
    from += Math.max(0, text.slice(from).search(/\S/));
  }
  let to = Math.min(text.length, from + shownCharacters);
  if (to < text.length) {
    const last = text.slice(0, to).lastIndexOf(' ');
    if (last > to - lead) to = last;
  }
  const before = from > 0 ? '…' : '';
  return {
    text: `${before}${text.slice(from, to)}${to < text.length ? '…' : ''}`,
    ranges: matches
      .filter(({ start, end }) => start >= from && end <= to)
      .map(({ start, end }) => ({ start: start - from + before.length, end: end - from + before.length })),
  };
}
