import { joinTexts, splitText } from '@lectern/chunking';
import { AppError, type Box, chunkLimits } from '@lectern/contract';
import type { ChunkRow } from '../documents/chunks/chunk.table.ts';
import type { ChunkSnapshot } from '../documents/chunks/chunk-revision.table.ts';

export function takeSnapshot(row: ChunkRow): ChunkSnapshot {
  const { id, ordinal, text, kind, keywords, questions, headingPath, enabled, edited } = row;
  const { page, pageEnd, boxes, charStart, charEnd, imageKey } = row;
  const words = { id, ordinal, text, kind, keywords, questions, headingPath, enabled, edited };
  return { ...words, page, pageEnd, boxes, charStart, charEnd, imageKey };
}

/** One chunk of two neighbours, under the id of the first. */
export function mergeSnapshots(first: ChunkSnapshot, second: ChunkSnapshot): ChunkSnapshot {
  const areTexts = first.kind === 'text' && second.kind === 'text';
  if (!areTexts || (first.imageKey !== null && second.imageKey !== null))
    throw new AppError('chunk.not_mergeable');
  return {
    ...first,
    text: joinTexts(first.text, second.text),
    keywords: unite(first.keywords, second.keywords).slice(0, chunkLimits.keywords),
    questions: unite(first.questions, second.questions).slice(0, chunkLimits.questions),
    enabled: first.enabled || second.enabled,
    edited: true,
    page: first.page ?? second.page,
    pageEnd: second.pageEnd ?? second.page ?? first.pageEnd,
    boxes: [...first.boxes, ...second.boxes],
    ...(first.charEnd === null || second.charEnd === null
      ? {}
      : { charStart: first.charStart, charEnd: second.charEnd }),
    imageKey: first.imageKey ?? second.imageKey,
  };
}

/** Two chunks of one; the first keeps its id, picture, keywords and questions. */
export function splitSnapshot(whole: ChunkSnapshot, at: number, newId: string): ChunkSnapshot[] {
  const parts = whole.kind === 'text' ? splitText(whole.text, at) : undefined;
  if (parts === undefined) throw new AppError('chunk.not_splittable');
  const share = parts[0].length / (parts[0].length + parts[1].length);
  const [firstPlace, secondPlace] = splitPlace(whole, share);
  return [
    { ...whole, ...firstPlace, text: parts[0], edited: true },
    {
      ...whole,
      ...secondPlace,
      id: newId,
      text: parts[1],
      keywords: [],
      questions: [],
      edited: true,
      imageKey: null,
    },
  ];
}

type Place = Pick<ChunkSnapshot, 'page' | 'pageEnd' | 'boxes' | 'charStart' | 'charEnd'>;

/** Where a text lies by share of its length: nothing tells which words are in which box. */
function splitPlace(whole: ChunkSnapshot, share: number): [Place, Place] {
  const { page, pageEnd, boxes, charStart, charEnd } = whole;
  const place = { page, pageEnd, boxes, charStart, charEnd };
  const cut = Math.min(Math.max(Math.round(boxes.length * share), 1), boxes.length - 1);
  const middle =
    charStart === null || charEnd === null ? null : Math.round(charStart + (charEnd - charStart) * share);
  if (boxes.length < 2)
    return [
      { ...place, charEnd: middle },
      { ...place, charStart: middle },
    ];
  return [
    { ...place, ...placeBoxes(boxes.slice(0, cut)), charEnd: middle },
    { ...place, ...placeBoxes(boxes.slice(cut)), charStart: middle },
  ];
}

function placeBoxes(boxes: Box[]): Pick<Place, 'page' | 'pageEnd' | 'boxes'> {
  const pages = boxes.map(({ page }) => page);
  return { boxes, page: Math.min(...pages), pageEnd: Math.max(...pages) };
}

function unite(first: readonly string[], second: readonly string[]): string[] {
  return [...new Set([...first, ...second])];
}
