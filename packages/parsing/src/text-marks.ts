import type { TextMark } from './parsed-document.ts';

/** How a run of text looks and where it leads. */
export type RunLook = Omit<TextMark, 'start' | 'end'>;

/** A run of text as the file has it. */
export type TextRun = { text: string; look: RunLook };

/** Text with the looks of its parts. */
export type MarkedText = { text: string; marks: TextMark[] };

const isSpace = (character: string | undefined) => character !== undefined && /\s/.test(character);

function isSame(one: RunLook, other: RunLook): boolean {
  return (
    one.bold === other.bold &&
    one.italic === other.italic &&
    one.strike === other.strike &&
    one.position === other.position &&
    one.href === other.href
  );
}

function isPlain({ bold, italic, strike, position, href }: RunLook): boolean {
  return !bold && !italic && !strike && position === undefined && href === undefined;
}

/** Adds a stretch of text; joined with the last one where that looks the same and touches it. */
function addMark(marks: TextMark[], look: RunLook, start: number, end: number): void {
  const last = marks.at(-1);
  if (last && last.end === start && isSame(last, look)) last.end = end;
  else marks.push({ ...look, start, end });
}

/**
 * Where the looks of the runs are in the text that was made of them by taking characters out and changing white space.
 * Empty where it is not such a text.
 */
export function placeMarks(runs: readonly TextRun[], text: string): TextMark[] {
  if (runs.every(({ look }) => isPlain(look))) return [];
  const marks: TextMark[] = [];
  let at = 0;
  for (const { text: raw, look } of runs) {
    const start = at;
    for (let index = 0; index < raw.length && at < text.length; index += 1)
      if (raw[index] === text[at] || (isSpace(raw[index]) && isSpace(text[at]))) at += 1;
    if (at > start && !isPlain(look)) addMark(marks, look, start, at);
  }
  return at === text.length ? marks : [];
}

/** Joins lines, each with its marks. */
export function joinMarked(lines: readonly MarkedText[], separator: string): MarkedText {
  let text = '';
  const marks: TextMark[] = [];
  for (const [index, line] of lines.entries()) {
    if (index > 0) text += separator;
    for (const mark of line.marks)
      marks.push({ ...mark, start: mark.start + text.length, end: mark.end + text.length });
    text += line.text;
  }
  return { text, marks };
}

/** As a field to spread: absent where nothing is marked. */
export function withMarks(marks: readonly TextMark[] | undefined): { marks?: TextMark[] } {
  return marks && marks.length > 0 ? { marks: [...marks] } : {};
}

/** Without white space at its ends. */
export function trimMarked({ text, marks }: MarkedText): MarkedText {
  const trimmed = text.trim();
  const shift = text.length - text.trimStart().length;
  const inside = marks.flatMap((mark) => {
    const start = Math.max(mark.start - shift, 0);
    const end = Math.min(mark.end - shift, trimmed.length);
    return end > start ? [{ ...mark, start, end }] : [];
  });
  return { text: trimmed, marks: inside };
}
