import type { Line } from '../page/page-draft.ts';
import { type Rectangle, uniteAll } from '../page/page-geometry.ts';
import { findListMarker } from './list-markers.ts';
import { finishText, joinLines, type Vocabulary } from './text-joining.ts';

/** Lines that make one paragraph. */
export type Paragraph = Rectangle & { lines: Line[] };

/** Dots that lead to a page number: a line of a contents list, or of a form. */
export const LEADERS = /(?:\s\.){3,}|\.{4,}|…{2,}|_{4,}/;
const FOOTNOTE_MARK = /^(?:\d{1,3}|[*∗†‡§¶]|[a-z])\s?\p{L}/u;
const SENTENCE_END = /[.!?:;。！？：；…][»”"')\]]*$/u;

/** Whether `line` continues directly below `previous` in the same column. */
function isBelow(previous: Line, line: Line): boolean {
  const overlap = Math.min(previous.x1, line.x1) - Math.max(previous.x0, line.x0);
  const narrower = Math.min(previous.x1 - previous.x0, line.x1 - line.x0);
  const size = Math.max(previous.size, line.size);
  return (
    previous.direction === line.direction &&
    line.y0 > previous.y0 &&
    line.y0 - previous.y1 < 2.5 * size &&
    overlap > Math.min(0.3 * narrower, 2 * size)
  );
}

/** Parts lines that follow each other in one column into stacks; a stack has one left and right edge. */
function buildStacks(lines: readonly Line[]): Line[][] {
  const stacks: Line[][] = [];
  for (const line of lines) {
    const stack = stacks.at(-1);
    const previous = stack?.at(-1);
    if (stack !== undefined && previous !== undefined && isBelow(previous, line)) stack.push(line);
    else stacks.push([line]);
  }
  return stacks;
}

/** Parts lines in reading order into paragraphs by distance, indent, size and how full the lines are. */
export function buildParagraphs(lines: readonly Line[]): Paragraph[] {
  return buildStacks(lines).flatMap(partStack);
}

function partStack(stack: readonly Line[]): Paragraph[] {
  const pitch = findPitch(stack);
  const paragraphs: Paragraph[] = [];
  for (const lines of partByDistance(stack, pitch).flatMap(partBySize)) {
    const left = Math.min(...lines.map((line) => line.x0));
    const right = Math.max(...lines.map((line) => line.x1));
    let current: Paragraph | undefined;
    for (const line of lines) {
      if (current === undefined || startsParagraph(current, line, { left, right })) {
        current = { lines: [line], x0: line.x0, y0: line.y0, x1: line.x1, y1: line.y1 };
        paragraphs.push(current);
      } else {
        current.lines.push(line);
        Object.assign(current, uniteAll([current, line]));
      }
    }
  }
  return paragraphs;
}

/** Parts a stack where lines are wider apart than usual; each part has its own edges. */
function partByDistance(stack: readonly Line[], pitch: number): Line[][] {
  const parts: Line[][] = [];
  for (const line of stack) {
    const previous = parts.at(-1)?.at(-1);
    if (previous !== undefined && !isSetApart(previous, line, pitch)) parts.at(-1)!.push(line);
    else parts.push([line]);
  }
  return parts;
}

/** A large title above small columns does not tell how wide they are. */
function partBySize(lines: readonly Line[]): Line[][] {
  const parts: Line[][] = [];
  for (const line of lines) {
    const previous = parts.at(-1)?.at(-1);
    if (previous !== undefined && (areOneHeading(previous, line) || !differInSize(previous, line)))
      parts.at(-1)!.push(line);
    else parts.push([line]);
  }
  return parts;
}

function areOneHeading(previous: Line, line: Line): boolean {
  return previous.heading !== undefined && previous.heading.group === line.heading?.group;
}

/** Sizes in the text layer of a scan are guesses. */
function differInSize(previous: Line, line: Line): boolean {
  const size = Math.max(line.size, previous.size, 1);
  return Math.abs(line.size - previous.size) > (line.hidden ? 0.3 : 0.12) * size;
}

function isSetApart(previous: Line, line: Line, pitch: number): boolean {
  if (areOneHeading(previous, line)) return false;
  const size = Math.max(line.size, previous.size, 1);
  return (line.y1 - previous.y1) / size > Math.max(pitch * 1.25, pitch + 0.2);
}

/** The usual distance from line to line, relative to the type size. */
function findPitch(stack: readonly Line[]): number {
  const pitches: number[] = [];
  for (let index = 1; index < stack.length; index++) {
    const line = stack[index]!;
    const previous = stack[index - 1]!;
    if (Math.abs(line.size - previous.size) < 0.5)
      pitches.push((line.y1 - previous.y1) / Math.max(line.size, 1));
  }
  pitches.sort((a, b) => a - b);
  if (pitches.length === 0) return 1.3;
  const usual = pitches[Math.floor((pitches.length - 1) * 0.4)]!;
  // Two lines alone do not prove double spacing.
  return pitches.length < 3 ? Math.min(usual, 1.7) : usual;
}

type Column = { left: number; right: number };

function startsParagraph(paragraph: Paragraph, line: Line, column: Column): boolean {
  const first = paragraph.lines[0]!;
  const previous = paragraph.lines.at(-1)!;
  if (previous.heading?.group !== line.heading?.group) return true;
  if (previous.heading) return false;
  const size = Math.max(line.size, previous.size, 1);
  // A bold opening that runs over the end of its line is no heading.
  const boldRunsOn =
    previous.bold && line.firstBold && column.right - previous.x1 < line.firstWordWidth + 1.5 * size;
  if (previous.bold !== line.bold && !boldRunsOn && Math.min(line.text.length, previous.text.length) > 3)
    return true;
  if (LEADERS.test(previous.text)) return true;
  if (LEADERS.test(line.text)) return false;

  const ended = SENTENCE_END.test(previous.text);
  const room = column.right - previous.x1;
  const fits = room > line.firstWordWidth + 1.5 * size;
  const marked = findListMarker(line.text);
  const listed = findListMarker(first.text) !== undefined;
  if (marked?.bullet && (marked.marker !== '-' || fits || ended || listed)) return true;
  if (marked && (fits || ended || (listed && Math.abs(line.x0 - first.x0) < 0.6 * size))) return true;
  // A footnote's number hangs onto its first word.
  const noted = line.firstSize < 0.8 * line.size && FOOTNOTE_MARK.test(line.text);
  if (noted && (ended || fits || first.firstSize < 0.8 * first.size)) return true;

  const indent = line.x0 - previous.x0;
  const hanging =
    listed && paragraph.lines.length === 1 && !(fits && findListMarker(first.text)?.bullet === false);
  if (indent > 0.8 * size && previous.x0 - column.left < 0.8 * size && ended && !hanging) return true;
  if (listed && paragraph.lines.length > 1 && indent < -0.8 * size && (fits || ended)) return true;
  if (fits && indent > 0.8 * size && !hanging) return true;
  // The first word of this line would have fitted on the line above: the break was meant.
  const centred = Math.abs(previous.x0 + previous.x1 - line.x0 - line.x1) < size && Math.abs(indent) > size;
  return !centred && fits && (ended || room > 0.3 * (column.right - column.left));
}

/** The text of a paragraph, its lines joined and hyphens resolved. */
export function paragraphText(paragraph: Paragraph, vocabulary: Vocabulary): string {
  let text = '';
  for (const line of paragraph.lines) text = joinLines(text, line.text, vocabulary);
  return finishText(text);
}
