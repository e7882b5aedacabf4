import type { Block, ParsedDocument } from '@lectern/parsing';
import { z } from 'zod';
import type { Chunk } from '../chunk.ts';
import { defineChunkMethod } from '../method.ts';
import { optionTexts } from '../option-texts.ts';
import { packChunks } from '../pack-chunks.ts';
import { DEFAULT_DELIMITER, parseDelimiters } from '../split/delimiters.ts';
import type { Unit } from '../split/unit.ts';
import { listUnits } from '../split/units.ts';
import { type CountTokens, loadTokenCounter } from '../tokens.ts';
import { audioTexts } from './audio.texts.ts';

const options = z.object({
  /** Most tokens of a chunk. */
  chunkTokenNumber: z.number().int().min(32).max(2048).default(512),
  /** Most seconds that a chunk lasts; 0: as long as the tokens allow. */
  windowSeconds: z.number().int().min(0).max(3600).default(120),
});

/**
 * Recordings: what was said, cut into windows of time and at most so many tokens, rather at a pause of the speaker than
 * at the end of a window. Every stretch of speech is a line with its time, such as [02:15]. What has no time, such as
 * a description, is cut as text.
 */
export const audio = defineChunkMethod({
  id: 'audio',
  texts: audioTexts,
  accepts: ['audio'],
  options,
  layout: {
    chunkTokenNumber: { widget: 'number', step: 1, texts: optionTexts.chunkTokenNumber },
    windowSeconds: { widget: 'number', step: 10, texts: optionTexts.windowSeconds },
  },
  chunk: chunkRecording,
});

async function chunkRecording(document: ParsedDocument, values: z.output<typeof options>): Promise<Chunk[]> {
  const countTokens = await loadTokenCounter();
  const marked = listUnits(document, {
    // The mark of time before a line costs some tokens.
    budget: values.chunkTokenNumber - MARK_TOKENS,
    delimiters: parseDelimiters(DEFAULT_DELIMITER),
    countTokens,
    groupByPage: false,
    sheetStyle: 'lines',
  }).map((unit) => markTime(unit, countTokens));
  const units = ratePauses(marked);
  if (values.windowSeconds > 0) openWindows(units, values.windowSeconds);
  return packChunks(units, { budget: values.chunkTokenNumber, countTokens });
}

const MARK_TOKENS = 8;

function markTime(unit: Unit, countTokens: CountTokens): Unit {
  const { time, text } = unit.block;
  if (!time || unit.from > text.length - text.trimStart().length) return unit;
  const prefix = `[${formatTime(time.start)}] `;
  return { ...unit, prefix, tokens: unit.tokens + countTokens(prefix) };
}

/** Minutes and seconds, with hours where there are any: 02:15, 1:02:15. */
function formatTime(seconds: number): string {
  const whole = Math.floor(seconds);
  const pad = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const rest = `${pad(Math.floor(whole / 60) % 60)}:${pad(whole % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

/** The longer the silence before a stretch of speech, the better it is to cut there. */
const LONG_PAUSE_SECONDS = 2;

function ratePauses(units: readonly Unit[]): Unit[] {
  return units.map((unit, index) => {
    const before = units[index - 1]?.block;
    const pause = before && before !== unit.block ? pauseBetween(before, unit.block) : undefined;
    return pause === undefined ? unit : { ...unit, cutBefore: Math.min(pause / LONG_PAUSE_SECONDS, 1) };
  });
}

function pauseBetween(before: Block, after: Block): number | undefined {
  return before.time && after.time ? Math.max(after.time.start - before.time.end, 0) : undefined;
}

/** A window may end so much earlier, as a share of its length, where the speaker pauses. */
const EARLY_END = 0.25;

/** Begins a new chunk before each stretch that would make the window longer than allowed. */
function openWindows(units: Unit[], seconds: number): void {
  let first = 0;
  for (let index = 1; index < units.length; index++) {
    const begin = units[first]!.block.time?.start;
    const end = units[index]!.block.time?.end;
    if (begin === undefined || end === undefined) {
      if (begin === undefined) first = index;
      continue;
    }
    if (end - begin <= seconds) continue;
    const cut = findPause(units, first, index, begin + seconds * (1 - EARLY_END));
    units[cut] = { ...units[cut]!, startsChunk: true };
    first = cut;
    index = cut;
  }
}

/** The unit after the longest pause among those that begin after `earliest`; the last one where none is longer. */
function findPause(units: readonly Unit[], first: number, last: number, earliest: number): number {
  let best = last;
  for (let index = last - 1; index > first; index--) {
    if ((units[index]!.block.time?.start ?? 0) < earliest) break;
    if (units[index]!.cutBefore > units[best]!.cutBefore) best = index;
  }
  return best;
}
