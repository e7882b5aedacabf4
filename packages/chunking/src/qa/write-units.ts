import { cutText } from '../split/cut-text.ts';
import type { Unit, UnitOptions } from '../split/unit.ts';
import { listSegmentUnits } from '../split/units.ts';
import type { Pair } from './pair.ts';

/** Where a unit lies whose text is not that of its block alone. */
export type Place = Pick<Unit, 'block' | 'from' | 'to' | 'headingPath'>;

function createUnit(
  rendered: string,
  { block, from, to, headingPath }: Place,
  { countTokens }: UnitOptions,
): Unit {
  return {
    block,
    from,
    to,
    headingPath,
    prefix: '',
    rendered,
    tokens: countTokens(rendered),
    cutBefore: 0.5,
    startsChunk: false,
    ...(block.page === undefined ? {} : { page: block.page }),
  };
}

/** The question at the head of a pair. */
export function writeQuestion(question: string, place: Place, unitOptions: UnitOptions): Unit {
  return { ...createUnit(`**${question}**`, place, unitOptions), isTitle: true };
}

/** Texts parted by blank lines. */
export function joinTexts(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n\n');
}

/** Tokens that are left next to a question. */
function roomBeside(question: Unit | undefined, { budget }: UnitOptions): number {
  return question ? Math.max(budget - question.tokens - 2, Math.ceil(budget / 2)) : budget;
}

/** A text that is not that of its block alone, in parts that fit next to the question. */
export function writeParts(
  text: string,
  place: Place,
  unitOptions: UnitOptions,
  question: Unit | undefined,
): Unit[] {
  return cutText(text, { ...unitOptions, budget: roomBeside(question, unitOptions) }).map((part) =>
    createUnit(part.text, place, unitOptions),
  );
}

/** The units of an answer, each of which fits next to the question. */
export function listAnswerUnits(
  pair: Pair,
  question: Unit,
  format: string,
  unitOptions: UnitOptions,
): Unit[] {
  const budget = roomBeside(question, unitOptions);
  return listSegmentUnits(pair.answer, format, { ...unitOptions, budget }).flat();
}
