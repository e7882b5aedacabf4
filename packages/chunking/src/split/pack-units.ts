import type { Unit } from './unit.ts';
import { CODE_FENCE_TOKENS } from './units.ts';

/** Below this share of the budget a section is joined with the next rather than left alone. */
const MIN_SECTION_SHARE = 1 / 3;
/** A rest smaller than this share of the budget is spread over the last two chunks instead. */
const SMALL_TAIL_SHARE = 0.2;
/** No cut is considered before this share of the target is filled. */
const MIN_FILL = 0.5;
/** How much a good place for a cut weighs against a full chunk. */
const CUT_WEIGHT = 0.4;

/** What a unit adds to a chunk that ends in `previous`, the line break between them included. */
export function unitCost(unit: Unit, previous: Unit | undefined): number {
  const fence = unit.block.type === 'code' && previous?.block !== unit.block ? CODE_FENCE_TOKENS : 0;
  // What is not written, such as a figure without words, needs no line of its own.
  return unit.tokens + fence + (previous && previous.tokens > 0 && unit.tokens > 0 ? 1 : 0);
}

export type PackOptions = {
  budget: number;
  groupByPage: boolean;
  /** What is packed was grouped by its titles before: a new one among it is no reason to cut early. */
  isGrouped?: boolean;
};

/**
 * Finds where the run that starts at `from` ends: as full as the budget allows, but rather at a good
 * place (before a heading, between paragraphs) than full, and never right after a heading.
 */
export function findRunEnd(units: readonly Unit[], from: number, room: number, options: PackOptions): number {
  let total = 0;
  let end = from;
  const costs: number[] = [];
  while (end < units.length) {
    const unit = units[end]!;
    const cost = unitCost(unit, end === from ? undefined : units[end - 1]);
    if (end > from) {
      if (mustCutBefore(units, end, options)) return end;
      if (total + cost > room) break;
      const isNewSection = unit.isTitle && !units[end - 1]!.isTitle;
      const isFilled = total >= options.budget * MIN_SECTION_SHARE;
      if (!options.isGrouped && isNewSection && isFilled && !isSmallRest(units, end, room - total, options))
        return end;
    }
    total += cost;
    costs.push(total);
    end++;
  }
  if (end >= units.length) return end;
  const cut = chooseCut(units, from, end, costs, room, options);
  return keepTogether(units, from, cut, options);
}

/** Moves a cut out of a run of tied units to before it, with the titles above it, where it fits one chunk as a whole. */
function keepTogether(units: readonly Unit[], from: number, cut: number, options: PackOptions): number {
  let first = cut;
  while (first > from && units[first]?.isTied) first--;
  if (first === cut) return cut;
  while (first > from && units[first - 1]!.isTitle) first--;
  if (first === from) return cut;
  let cost = 0;
  for (let i = first; i < units.length && (i <= cut || units[i]!.isTied); i++) {
    cost += unitCost(units[i]!, i === first ? undefined : units[i - 1]);
  }
  return cost <= options.budget ? first : cut;
}

/** Whether a separator or a new page is before a unit. */
export function mustCutBefore(units: readonly Unit[], index: number, options: PackOptions): boolean {
  const unit = units[index]!;
  const previous = units[index - 1];
  if (!previous) return false;
  return unit.startsChunk || (options.groupByPage && unit.page !== previous.page);
}

/** Cost of what follows up to the next forced cut, but no more than `limit`. */
function remainingCost(units: readonly Unit[], from: number, limit: number, options: PackOptions): number {
  let total = 0;
  for (let i = from; i < units.length && total <= limit; i++) {
    if (i > from && mustCutBefore(units, i, options)) break;
    total += unitCost(units[i]!, units[i - 1]);
  }
  return total;
}

function isSmallRest(units: readonly Unit[], from: number, room: number, options: PackOptions): boolean {
  const limit = Math.min(room, options.budget * SMALL_TAIL_SHARE);
  return remainingCost(units, from, limit, options) <= limit;
}

function chooseCut(
  units: readonly Unit[],
  from: number,
  end: number,
  costs: readonly number[],
  room: number,
  options: PackOptions,
): number {
  const smallTail = options.budget * SMALL_TAIL_SHARE;
  const rest = remainingCost(units, end, smallTail, options);
  const filled = costs[end - from - 1] ?? room;
  const target = rest <= smallTail ? (filled + rest) / 2 : room;
  let best = end;
  let bestScore = Number.NEGATIVE_INFINITY;
  for (let cut = end; cut > from; cut--) {
    const fill = costs[cut - from - 1]!;
    if (fill < target * MIN_FILL && best !== end) break;
    if (units[cut - 1]!.isTitle) continue;
    const closeness = fill <= target ? fill / target : 1 - ((fill - target) / target) * 0.5;
    const score = units[cut]!.cutBefore * CUT_WEIGHT + closeness - (fill < target * MIN_FILL ? 1 : 0);
    if (score > bestScore) {
      best = cut;
      bestScore = score;
    }
  }
  return best;
}
