import { cutSegment, segmentText } from '../split/line-segments.ts';
import { headingTitle, type Segment } from '../split/segments.ts';
import { createPairWriter, type Entry, LONGEST_QUESTION } from './pair.ts';
import { stripQuestionSign } from './prefixes.ts';

const ENDS_ASKING = /[?？][\s*_"»”)]*$/;
/** A question at the head of a longer text. */
const BEGINS_ASKING = /^[^.。!！\n]{4,300}?[?？](?=\s*\S)/u;
const NUMBER_SIGN = /^(?:\d{1,3}(?:\.\d{1,3}){0,3}|[一二三四五六七八九十]{1,3})\s*[.)、．:：-]?\s*(?=\S)/;

/**
 * Pairs of headings and what is below them. A heading that asks is the question alone; another is asked together
 * with the headings above it, for "Opening hours" means little without "Library".
 */
export function readHeadings(segments: readonly Segment[]): Entry[] {
  const pairs = createPairWriter();
  let above: Segment | undefined;
  const ask = (heading: Segment) => {
    const title = cleanQuestion(headingTitle(heading.block));
    const parents = heading.headingPath.slice(0, -1);
    const question = ENDS_ASKING.test(title) ? title : [...parents, title].map(cleanQuestion).join(' – ');
    pairs.ask(question, heading, parents);
  };
  for (const segment of segments) {
    if (segment.block.type === 'heading') {
      // A heading right above a lower one names a group: it is in the path of what follows.
      const isGroup = above !== undefined && (above.block.level ?? 1) < (segment.block.level ?? 1);
      if (above && !isGroup) ask(above);
      above = segment;
      continue;
    }
    if (above) ask(above);
    above = undefined;
    pairs.answer(segment);
  }
  const entries = pairs.finish();
  return above ? [...entries, { rest: above, isBad: true }] : entries;
}

/** Pairs of lines that end in a question mark, alone or at the head of their text, and what follows up to the next. */
export function readAsked(segments: readonly Segment[]): Entry[] {
  const pairs = createPairWriter();
  for (const segment of segments) {
    const asked = findAsked(segment);
    if (asked) {
      const headingPath = segment.isTitle ? segment.headingPath.slice(0, -1) : segment.headingPath;
      pairs.ask(cleanQuestion(asked.question), asked.asked, headingPath);
      if (asked.answer) pairs.answer(asked.answer);
    } else if (segment.block.type === 'heading') pairs.leave(segment);
    else pairs.answer(segment);
  }
  return pairs.finish();
}

const MAY_ASK = new Set(['heading', 'paragraph', 'list_item']);
const LONGEST_ASKED = 300;

function findAsked(segment: Segment): { question: string; asked: Segment; answer?: Segment } | undefined {
  if (!MAY_ASK.has(segment.block.type)) return undefined;
  const text = segmentText(segment);
  if (
    text.length <= LONGEST_ASKED &&
    ENDS_ASKING.test(text) &&
    !/[.。!！]\s/.test(text.replace(NUMBER_SIGN, ''))
  )
    return { question: text, asked: segment };
  // "3. May I park here? Only on Sundays." and a question in the first line of a paragraph.
  const own = segment.block.text.slice(segment.from, segment.to);
  const head = NUMBER_SIGN.exec(own)?.[0].length ?? 0;
  const begin = BEGINS_ASKING.exec(own.slice(head));
  const isMarked =
    head > 0 ||
    segment.block.marker !== undefined ||
    own.slice(head + (begin?.[0].length ?? 0)).startsWith('\n');
  if (!begin || !isMarked) return undefined;
  const end = segment.from + head + begin[0].length;
  const answer = cutSegment(segment, end, segment.to);
  return { question: begin[0], asked: { ...segment, to: end }, ...(answer ? { answer } : {}) };
}

/** Pairs of numbered lines, counting up, and what follows each up to the next number. */
export function readNumbered(segments: readonly Segment[]): Entry[] {
  const pairs = createPairWriter();
  let next = 1;
  for (const segment of segments) {
    const text = segmentText(segment);
    const number = /^(\d{1,3})\s*[.)、．]\s*\S/.exec(text);
    const isNext = number !== null && Number(number[1]) === next && text.length <= LONGEST_QUESTION;
    if (isNext) {
      pairs.ask(cleanQuestion(text), segment);
      next++;
    } else if (segment.block.type === 'heading') pairs.leave(segment);
    else pairs.answer(segment);
  }
  return pairs.finish();
}

/** A question without number, sign and emphasis. */
function cleanQuestion(text: string): string {
  const plain = text
    .replace(/[*_]{2,}/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  const bare = stripQuestionSign(plain.replace(NUMBER_SIGN, ''));
  return bare === '' ? plain : bare;
}
