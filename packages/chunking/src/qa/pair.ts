import { segmentText } from '../split/line-segments.ts';
import type { Segment } from '../split/segments.ts';

/** A question with its answer, as places of the document. */
export type Pair = {
  question: string;
  /** Where the question stands. */
  asked: Segment;
  /** In reading order, never empty. */
  answer: Segment[];
  /** Titles of the headings above the question. */
  headingPath: string[];
};

/** A part of a document in reading order: a pair, or what belongs to none. */
export type Entry = { pair: Pair } | { rest: Segment; isBad?: boolean };

/** Longer texts are no questions, whatever they begin with. */
export const LONGEST_QUESTION = 1_000;

/** Adds a segment to others; one that continues in the same block is joined with the last. */
function appendSegment(segments: Segment[], segment: Segment): void {
  const last = segments.at(-1);
  if (last && last.block === segment.block && last.to <= segment.from)
    segments[segments.length - 1] = { ...last, to: segment.to };
  else segments.push(segment);
}

/** Makes entries of what a reader of lines finds, one segment after another. */
export function createPairWriter() {
  const entries: Entry[] = [];
  let open: { question: string; asked: Segment; headingPath: string[]; answer: Segment[] } | undefined;
  const close = () => {
    if (open) entries.push(open.answer.length > 0 ? { pair: open } : { rest: open.asked, isBad: true });
    open = undefined;
  };
  return {
    ask: (question: string, asked: Segment, headingPath: string[] = asked.headingPath) => {
      close();
      open = { question: question.replace(/\s+/g, ' ').trim(), asked, headingPath, answer: [] };
    },
    /** More words of the question that is open and has no answer yet. */
    askMore: (segment: Segment) => {
      if (!open) return;
      open.question += ` ${segmentText(segment).replace(/\s+/g, ' ').trim()}`;
      const isSameBlock = open.asked.block === segment.block;
      if (isSameBlock) open.asked = { ...open.asked, to: segment.to };
      else open.answer.push(segment);
    },
    /** Adds to the answer that is open; what comes before every question belongs to no pair. */
    answer: (segment: Segment) => {
      if (open) appendSegment(open.answer, segment);
      else entries.push({ rest: segment });
    },
    leave: (segment: Segment) => {
      close();
      entries.push({ rest: segment });
    },
    isOpen: () => open !== undefined,
    hasAnswer: () => (open?.answer.length ?? 0) > 0,
    finish: () => {
      close();
      return entries;
    },
  };
}

export function countPairs(entries: readonly Entry[]): number {
  return entries.filter((entry) => 'pair' in entry).length;
}
