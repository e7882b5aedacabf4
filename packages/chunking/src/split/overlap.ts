import type { CountTokens } from '../tokens.ts';
import { splitSentences } from './sentences.ts';
import type { Unit } from './unit.ts';

/**
 * The tail of a run of units, at most `limit` tokens, to stand again at the head of the next chunk:
 * whole units, then sentences of the next one, else its last words. Tables and headings end the tail.
 */
export function takeTail(run: readonly Unit[], limit: number, countTokens: CountTokens): Unit[] {
  const tail: Unit[] = [];
  let left = limit;
  for (let i = run.length - 1; i >= 0 && left > 0; i--) {
    const unit = run[i]!;
    if (unit.rendered !== undefined || unit.isTitle || unit.block.type === 'image') break;
    if (unit.tokens + 1 <= left) {
      tail.unshift(unit);
      left -= unit.tokens + 1;
      continue;
    }
    const part = takeEnd(unit, { limit: left - 1, mayCutWords: tail.length === 0 }, countTokens);
    if (part) tail.unshift(part);
    break;
  }
  return tail;
}

function takeEnd(
  unit: Unit,
  { limit, mayCutWords }: { limit: number; mayCutWords: boolean },
  countTokens: CountTokens,
): Unit | undefined {
  if (limit < 1) return undefined;
  const text = unit.block.text.slice(unit.from, unit.to);
  let start = text.length;
  for (const sentence of splitSentences(text).reverse()) {
    if (countTokens(text.slice(sentence.start)) > limit) break;
    start = sentence.start;
  }
  if (start === text.length && mayCutWords) start = findWordStart(text, limit, countTokens);
  while (start < text.length && /\s/.test(text[start]!)) start++;
  if (start >= text.length) return undefined;
  return { ...unit, from: unit.from + start, prefix: '', tokens: countTokens(text.slice(start)) };
}

/** The earliest word border from which the rest fits the limit. */
function findWordStart(text: string, limit: number, countTokens: CountTokens): number {
  let low = Math.max(0, text.length - limit * 12);
  let high = text.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (countTokens(text.slice(middle)) <= limit) high = middle;
    else low = middle + 1;
  }
  const space = /\s/.exec(text.slice(high));
  const usesSpaces = space !== null && space.index < 40;
  const start = high === 0 || !usesSpaces || /\s/.test(text[high - 1] ?? ' ') ? high : high + space.index;
  const code = text.charCodeAt(start);
  return code >= 0xdc00 && code <= 0xdfff ? start + 1 : start;
}
