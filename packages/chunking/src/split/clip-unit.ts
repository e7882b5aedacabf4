import type { CountTokens } from '../tokens.ts';
import { trimRange } from './split-text.ts';
import type { Unit } from './units.ts';

/**
 * The part of a unit that lies between two offsets of its block's text, without white space at its ends; nothing where
 * no text is left. A unit whose text is not the block's own is never parted: it is given back where it begins inside.
 */
export function clipUnit(unit: Unit, from: number, to: number, countTokens: CountTokens): Unit | undefined {
  if (unit.rendered !== undefined || unit.from === unit.to)
    return unit.from >= from && unit.from < Math.max(to, from + 1) ? unit : undefined;
  const range = trimRange(unit.block.text, { start: Math.max(from, unit.from), end: Math.min(to, unit.to) });
  if (range.start >= range.end) return undefined;
  if (range.start === unit.from && range.end === unit.to) return unit;
  const prefix = range.start === unit.from ? unit.prefix : '';
  const tokens = countTokens(prefix + unit.block.text.slice(range.start, range.end));
  return { ...unit, from: range.start, to: range.end, prefix, tokens };
}
