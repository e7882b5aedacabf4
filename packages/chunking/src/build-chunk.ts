import type { ChunkKind } from '@lectern/contract';
import type { Box } from '@lectern/parsing';
import type { Chunk } from './chunk.ts';
import { findBoxes } from './split/block-boxes.ts';
import type { Unit } from './split/unit.ts';

/** The Markdown of a run of units: a block's parts as they stood, blocks parted by blank lines. */
export function renderUnits(units: readonly Unit[]): string {
  let text = '';
  let index = 0;
  while (index < units.length) {
    const first = units[index]!;
    let last = first;
    while (units[index + 1]?.block === first.block && first.rendered === undefined) last = units[++index]!;
    index++;
    const body = first.rendered ?? readBody(first, last.to);
    if (body.trim() === '') continue;
    const isItem = first.block.type === 'list_item';
    const followsItem =
      isItem && index >= 2 && units.slice(0, index).some((unit) => unit.block !== first.block);
    const separator = text === '' ? '' : followsItem && lastBlockIsItem(units, first) ? '\n' : '\n\n';
    text += separator + (first.block.type === 'code' ? fenceCode(body) : body);
  }
  return text;
}

/** A heading is one line in Markdown, however many it has in the original. */
function readBody({ block, prefix, from }: Unit, to: number): string {
  const text = block.text.slice(from, to);
  return prefix + (block.type === 'heading' ? text.replace(/\s*\n\s*/g, ' ') : text);
}

function lastBlockIsItem(units: readonly Unit[], unit: Unit): boolean {
  const before = units[units.indexOf(unit) - 1];
  return before?.block.type === 'list_item';
}

function fenceCode(code: string): string {
  // A fence must be longer than any run of back-ticks inside.
  const longest = (code.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${code}\n${fence}`;
}

/** Makes a chunk of units in reading order. `ownUnits` are those that it does not merely repeat. */
export function buildChunk(parts: {
  units: readonly Unit[];
  ownUnits: readonly Unit[];
  ordinal: number;
  /** `renderUnits` of the units, and its tokens. */
  text: string;
  tokens: number;
}): Chunk {
  const { units, ownUnits, ordinal, text, tokens } = parts;
  const boxes = joinBoxes(units);
  const pages = [
    ...boxes.map((box) => box.page),
    ...units.flatMap((unit) => (unit.page === undefined ? [] : [unit.page])),
    ...(boxes.length > 0 ? [] : units.flatMap((unit) => unit.block.pageEnd ?? [])),
  ];
  const page = pages.length > 0 ? Math.min(...pages) : undefined;
  const pageEnd = pages.length > 0 ? Math.max(...pages) : undefined;
  const imageBlockId = units.find((unit) => unit.block.image?.bytes)?.block.id;
  return {
    ordinal,
    text,
    headingPath: findCommonPath(ownUnits),
    ...(page === undefined ? {} : { page }),
    ...(pageEnd === undefined || pageEnd === page ? {} : { pageEnd }),
    boxes,
    charRange: {
      start: Math.min(...units.map((unit) => unit.block.charRange.start + unit.from)),
      end: Math.max(...units.map((unit) => unit.block.charRange.start + unit.to)),
    },
    blockIds: [...new Set(units.map((unit) => unit.block.id))],
    tokens,
    keywords: [],
    questions: [],
    kind: findKind(units),
    ...(imageBlockId === undefined ? {} : { imageBlockId }),
  };
}

function findKind(units: readonly Unit[]): ChunkKind {
  const types = new Set(units.map((unit) => unit.block.type));
  types.delete('caption');
  types.delete('heading');
  if (types.size === 1 && types.has('table')) return 'table';
  if (types.size === 1 && types.has('image')) return 'image';
  return 'text';
}

/** The headings above all units; those at the head of the run are above what follows them. */
function findCommonPath(units: readonly Unit[]): string[] {
  let start = 0;
  while (units[start]?.isTitle && units[start + 1] && standsAbove(units[start]!, units[start + 1]!)) start++;
  const [first, ...rest] = units.slice(start);
  let path = first?.headingPath ?? [];
  for (const unit of rest) {
    let shared = 0;
    while (shared < path.length && path[shared] === unit.headingPath[shared]) shared++;
    path = path.slice(0, shared);
  }
  return path;
}

function standsAbove(heading: Unit, below: Unit): boolean {
  return heading.headingPath.every((title, index) => title === below.headingPath[index]);
}

/** Boxes of all units; neighbouring parts of one block are asked for together, so that lines are not cut twice. */
function joinBoxes(units: readonly Unit[]): Box[] {
  const boxes: Box[] = [];
  let index = 0;
  while (index < units.length) {
    const first = units[index]!;
    let to = first.to;
    let from = first.from;
    while (units[index + 1]?.block === first.block) {
      index++;
      to = Math.max(to, units[index]!.to);
      from = Math.min(from, units[index]!.from);
    }
    index++;
    const found = findBoxes(first.block, from, to);
    const onPage = first.endsWithPage ? found.filter((box) => box.page === first.page) : found;
    boxes.push(...(onPage.length > 0 ? onPage : found));
  }
  return boxes;
}
