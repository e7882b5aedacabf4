import { cutSegment, listLineSegments } from '../split/line-segments.ts';
import type { Segment } from '../split/segments.ts';
import { createPairWriter, type Entry, LONGEST_QUESTION } from './pair.ts';

type Split = { question: string; answerFrom: number; answerTo: number };

const QUOTED = /^\s*"((?:[^"]|"")*)"\s*,\s*/;

/** Question and answer in one line, parted by a tab. */
function splitAtTab(line: string): Split | undefined {
  const at = line.indexOf('\t');
  if (at < 1 || line.slice(at).trim() === '' || line.slice(0, at).trim() === '') return undefined;
  return { question: unquote(line.slice(0, at)), ...withoutQuotes(line, at + 1) };
}

/** Parted by the only comma outside quotes. */
function splitAtComma(line: string): Split | undefined {
  const quoted = QUOTED.exec(line);
  const at = quoted ? quoted[0].length : line.indexOf(',') + 1;
  const question = quoted ? quoted[1]!.replaceAll('""', '"') : line.slice(0, Math.max(at - 1, 0));
  const answer = line.slice(at).trim();
  const isQuoted = /^"(?:[^"]|"")*"$/.test(answer);
  if (at < 1 || question.trim() === '' || answer === '' || (!isQuoted && answer.includes(',')))
    return undefined;
  return { question: question.trim(), ...withoutQuotes(line, at) };
}

function unquote(text: string): string {
  const trimmed = text.trim();
  return /^".*"$/s.test(trimmed) ? trimmed.slice(1, -1).replaceAll('""', '"').trim() : trimmed;
}

function withoutQuotes(line: string, from: number): { answerFrom: number; answerTo: number } {
  let answerFrom = from;
  let answerTo = line.trimEnd().length;
  while (answerFrom < answerTo && /\s/.test(line[answerFrom]!)) answerFrom++;
  if (answerTo - answerFrom > 1 && line[answerFrom] === '"' && line[answerTo - 1] === '"') {
    answerFrom++;
    answerTo--;
  }
  return { answerFrom, answerTo };
}

/** A list of pairs has at least this share of its lines in two columns. */
const LEAST_SHARE = 0.3;

/**
 * Pairs of which each is in a line, parted by a tab or a comma, whichever parts more lines in two. A line that does
 * not part belongs to the answer before it. Undefined where too few lines part.
 */
export function readDelimited(segments: readonly Segment[]): Entry[] | undefined {
  const lines = listLineSegments(segments);
  const textOf = (line: Segment) => line.block.text.slice(line.from, line.to);
  const count = (split: (line: string) => Split | undefined) =>
    lines.filter((line) => split(textOf(line))).length;
  const tabs = count(splitAtTab);
  const commas = count(splitAtComma);
  const split = tabs >= commas ? splitAtTab : splitAtComma;
  const found = Math.max(tabs, commas);
  if (found < 1 || found < lines.length * LEAST_SHARE) return undefined;
  const pairs = createPairWriter();
  for (const line of lines) {
    const parts = split(textOf(line));
    const answer = parts && cutSegment(line, line.from + parts.answerFrom, line.from + parts.answerTo);
    if (parts && answer && parts.question.length <= LONGEST_QUESTION) {
      pairs.ask(parts.question, { ...line, to: answer.from });
      pairs.answer(answer);
    } else pairs.answer(line);
  }
  return pairs.finish();
}
