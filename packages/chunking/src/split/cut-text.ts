import { type SplitTextOptions, splitText } from './split-text.ts';

/** Cuts a text into parts as full as the budget allows; one that fits stays as it is. */
export function cutText(text: string, options: SplitTextOptions): { text: string; tokens: number }[] {
  const { budget, countTokens } = options;
  // A token has at least one byte, so that few texts this long fit.
  const tokens = text.length <= budget * 16 ? countTokens(text) : Number.POSITIVE_INFINITY;
  if (tokens <= budget) return text.trim() === '' ? [] : [{ text, tokens }];
  const parts: { text: string; tokens: number }[] = [];
  let from = 0;
  let to = 0;
  const flush = () => {
    if (to > from) parts.push({ text: text.slice(from, to), tokens: countTokens(text.slice(from, to)) });
  };
  for (const piece of splitText(text, options)) {
    if (to > from && countTokens(text.slice(from, piece.end)) > budget) {
      flush();
      from = piece.start;
    } else if (to === from) from = piece.start;
    to = piece.end;
  }
  flush();
  return parts;
}
