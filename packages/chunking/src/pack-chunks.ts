import { buildChunk, renderUnits } from './build-chunk.ts';
import type { Chunk } from './chunk.ts';
import { takeTail } from './split/overlap.ts';
import { findRunEnd, mustCutBefore, unitCost } from './split/pack-units.ts';
import type { Unit } from './split/unit.ts';
import type { CountTokens } from './tokens.ts';

export type PackChunksOptions = {
  /** Most tokens of a chunk; no unit may be larger. */
  budget: number;
  countTokens: CountTokens;
  /** Tokens of a chunk's tail that are repeated at the head of the next; never over half the budget. */
  chunkOverlap?: number;
  groupByPage?: boolean;
  /** The units were grouped by their titles before: they are one chunk where they fit. */
  isGrouped?: boolean;
  /**
   * Units that stand again at the head of every chunk but the first, such as the heading of what is cut. They are text
   * only: places and character ranges are those of what follows. Left out where they take half the budget.
   */
  lead?: readonly Unit[];
  /** The lead is at the head of the first chunk as well: it is no part of the units. */
  leadsFirst?: boolean;
  /** Ordinal of the first chunk, 0 when absent. */
  firstOrdinal?: number;
};

/** Packs units in reading order into chunks: as full as the budget allows, cut at the best places before it. */
export function packChunks(units: readonly Unit[], options: PackChunksOptions): Chunk[] {
  const { budget, countTokens, chunkOverlap = 0, groupByPage = false, firstOrdinal = 0 } = options;
  const packing = { budget, groupByPage, isGrouped: options.isGrouped ?? false };
  const lead = fitLead(options);
  const chunks: Chunk[] = [];
  let from = 0;
  let previous: Unit[] = [];
  while (from < units.length) {
    let head = from === 0 && !options.leadsFirst ? [] : lead.units;
    // A caption that its table repeats takes no room: what counts is the table.
    let at = from;
    while (units[at + 1] && units[at]!.tokens === 0) at++;
    const first = units[at]!;
    if (head.length > 0 && lead.tokens + first.tokens + 1 > budget) head = [];
    const room = budget - (head.length > 0 ? lead.tokens + 1 : 0);
    const tailRoom = Math.min(chunkOverlap, Math.floor(room / 2), room - first.tokens - 1);
    const repeats = tailRoom > 0 && !(groupByPage && mustCutBefore(units, from, packing));
    let tail = repeats ? takeTail(previous, tailRoom, countTokens) : [];
    const tailTokens = tail.reduce((sum, unit, index) => sum + unitCost(unit, tail[index - 1]), 0);
    let to = findRunEnd(units, from, room - (tail.length > 0 ? tailTokens + 1 : 0), packing);
    // Counts of parts are nearly, not always, those of the whole: what is kept is counted as written.
    let text = renderUnits([...head, ...tail, ...units.slice(from, to)]);
    let tokens = countTokens(text);
    while (tokens > budget && (tail.length > 0 || to - from > 1 || head.length > 0)) {
      if (tail.length > 0) tail = tail.slice(1);
      else if (to - from > 1) to--;
      else head = [];
      text = renderUnits([...head, ...tail, ...units.slice(from, to)]);
      tokens = countTokens(text);
    }
    const own = units.slice(from, to);
    if (own.some((unit) => unit.tokens > 0)) {
      const ordinal = firstOrdinal + chunks.length;
      chunks.push(buildChunk({ units: [...tail, ...own], ownUnits: own, ordinal, text, tokens }));
    }
    previous = own;
    from = to;
  }
  return chunks;
}

function fitLead({ lead = [], budget }: PackChunksOptions): { units: readonly Unit[]; tokens: number } {
  const tokens = lead.reduce((sum, unit, index) => sum + unitCost(unit, lead[index - 1]), 0);
  return tokens * 2 > budget ? { units: [], tokens: 0 } : { units: lead, tokens };
}
