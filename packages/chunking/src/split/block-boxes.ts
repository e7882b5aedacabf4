import type { Block, Box } from '@lectern/parsing';
import { findCut } from './sentences.ts';

/** Where the part `from`–`to` (offsets in the block's text) of a block lies on its pages. */
export function findBoxes(block: Block, from: number, to: number): Box[] {
  if (block.boxes.length === 0) return [];
  if (from <= 0 && to >= block.text.length) return block.boxes;
  const tableBoxes = block.table ? findRowBoxes(block, from, to) : [];
  if (tableBoxes.length > 0) return tableBoxes;
  const boxes: Box[] = [];
  for (const { box, start, end } of spreadText(block)) {
    const first = Math.max(from, start);
    const last = Math.min(to, end);
    if (first >= last) continue;
    boxes.push(clipBox(box, (first - start) / (end - start), (last - start) / (end - start)));
  }
  return boxes;
}

/** Offsets in the block's text at which a new page begins, estimated from the size of its boxes. */
export function findPageCuts(block: Block): { page: number; from: number; to: number }[] {
  const parts: { page: number; from: number; to: number }[] = [];
  for (const { box, end } of spreadText(block)) {
    const last = parts.at(-1);
    if (last && last.page === box.page) last.to = end;
    else parts.push({ page: box.page, from: last?.to ?? 0, to: end });
  }
  for (let i = 0; i < parts.length - 1; i++) {
    const part = parts[i]!;
    part.to = findCut(block.text, part.from, Math.max(part.to, part.from + 1));
    parts[i + 1]!.from = part.to;
  }
  const last = parts.at(-1);
  if (last) last.to = block.text.length;
  return parts.filter((part) => part.from < part.to);
}

/** Text fills boxes in proportion to their area, in order. */
function spreadText(block: Block): { box: Box; start: number; end: number }[] {
  const areas = block.boxes.map((box) => Math.max((box.x1 - box.x0) * (box.y1 - box.y0), 1e-9));
  const total = areas.reduce((sum, area) => sum + area, 0);
  let filled = 0;
  return block.boxes.map((box, index) => {
    const start = Math.round((filled / total) * block.text.length);
    filled += areas[index]!;
    return { box, start, end: Math.round((filled / total) * block.text.length) };
  });
}

/** Height of one line of text as a share of the page, at least: a box this low is never cut. */
const LINE_HEIGHT = 0.012;

function clipBox(box: Box, from: number, to: number): Box {
  const height = box.y1 - box.y0;
  if (height < LINE_HEIGHT * 2) return box;
  // The estimate is a line off at most: rather a line too much than the passage half lit.
  return {
    ...box,
    y0: Math.max(box.y0, box.y0 + height * from - LINE_HEIGHT * 0.8),
    y1: Math.min(box.y1, box.y0 + height * to + LINE_HEIGHT * 0.8),
  };
}

function findRowBoxes(block: Block, from: number, to: number): Box[] {
  const lines = block.text.split('\n');
  const rows = block.table?.rows ?? [];
  if (lines.length !== rows.length) return [];
  const byPage = new Map<number, Box>();
  let start = 0;
  for (const [index, line] of lines.entries()) {
    const end = start + line.length;
    if (start < to && end > from) {
      for (const { box } of rows[index]!) if (box) byPage.set(box.page, joinBoxes(byPage.get(box.page), box));
    }
    start = end + 1;
  }
  return [...byPage.values()];
}

function joinBoxes(a: Box | undefined, b: Box): Box {
  if (!a) return b;
  return {
    page: a.page,
    x0: Math.min(a.x0, b.x0),
    y0: Math.min(a.y0, b.y0),
    x1: Math.max(a.x1, b.x1),
    y1: Math.max(a.y1, b.y1),
  };
}
