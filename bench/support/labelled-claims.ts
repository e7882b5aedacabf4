import { createRandom } from '../../packages/enrichment/src/random.ts';
import { splitSentences } from '../../packages/text-analysis/src/index.ts';

/** A statement, the passage that it cites, and whether the passage says it. */
export type LabelledClaim = {
  collection: string;
  kind: 'word for word' | 'shortened' | 'merged' | 'other passage' | 'changed number' | 'negation';
  statement: string;
  source: string;
  isSupported: boolean;
};

type Passage = { id: string; text: string };

const length = { least: 40, most: 320 };

/** Labelled statements over passages: what is right is taken from them, what is wrong is made from it. */
export function labelClaims(
  collection: string,
  passages: readonly Passage[],
  count: number,
): LabelledClaim[] {
  const random = createRandom(7);
  const shuffled = passages
    .map((passage) => ({ passage, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ passage }) => passage);
  const claims: LabelledClaim[] = [];
  let used = 0;
  for (const [i, { text }] of shuffled.entries()) {
    if (used === count) break;
    const sentences = splitSentences(text)
      .map(({ start, end }) => text.slice(start, end))
      .filter((sentence) => isUsable(sentence));
    if (sentences.length < 2) continue;
    used++;
    const statement = sentences[Math.floor(random() * sentences.length)]!;
    const add = (kind: LabelledClaim['kind'], made: string | undefined, source = text) => {
      if (made !== undefined)
        claims.push({ collection, kind, statement: made, source, isSupported: rightKinds.has(kind) });
    };
    add('word for word', statement);
    add('shortened', shorten(statement));
    add('merged', merge(sentences));
    add('other passage', statement, nearestOther(statement, text, shuffled, i));
    add('changed number', changeNumber(statement));
    add('negation', negate(statement));
  }
  return claims;
}

const rightKinds = new Set<LabelledClaim['kind']>(['word for word', 'shortened', 'merged']);

function isUsable(sentence: string): boolean {
  const letters = sentence.match(/\p{Script=Han}/gu)?.length ?? 0;
  const size = letters > 10 ? sentence.length * 3 : sentence.length;
  return (
    size >= length.least && size <= length.most && !/[?？:：]$/.test(sentence) && !/^[#|]/.test(sentence)
  );
}

/** Without what stands in brackets, and without one of its inner clauses. */
function shorten(sentence: string): string | undefined {
  const plain = sentence.replace(/\s*[(（][^)）]*[)）]/g, '');
  const parts = plain.split(/(?<=[,，;；])/);
  const shorter = parts.length > 2 ? [...parts.slice(0, 1), ...parts.slice(2)].join('') : plain;
  return shorter === sentence ? undefined : shorter;
}

function merge([first, second]: readonly string[]): string | undefined {
  if (!first || !second) return undefined;
  const joint = /\p{Script=Han}/u.test(first) ? '，' : ', ';
  return `${first.replace(/[.。]$/, '')}${joint}${second}`;
}

/** The passage with most of the statement's words that is not its own: near, and still not its source. */
function nearestOther(statement: string, own: string, passages: readonly Passage[], at: number): string {
  const words = new Set(statement.toLowerCase().match(/[\p{L}\p{N}]{4,}|\p{Script=Han}/gu) ?? []);
  const pool = passages
    .slice(0, 400)
    .filter(({ text }, i) => i !== at && text !== own && !text.includes(statement));
  let best = { text: '', shared: -1 };
  for (const { text } of pool) {
    const lower = text.toLowerCase();
    const shared = [...words].filter((word) => lower.includes(word)).length;
    if (shared > best.shared) best = { text, shared };
  }
  return best.text;
}

function changeNumber(sentence: string): string | undefined {
  const numbers = [...sentence.matchAll(/(?<![\p{L}\d.,])\d{1,4}(?![\d\p{L}]|[.,]\d)/gu)];
  const number = numbers[0];
  if (!number) return undefined;
  const changed = String(Number(number[0]) + 7);
  return sentence.slice(0, number.index) + changed + sentence.slice(number.index + number[0].length);
}

const negations: [RegExp, string][] = [
  [/ (is|are|was|were|can|will|should|must|has been|have been) (?!not\b)/, ' $1 not '],
  [/(?<=\p{L}) (est|sont|était|étaient|doit|peut|doivent|peuvent) (?!pas\b)/u, ' n’$1 pas '],
  [/(?<!不)(可以|应当|應當|必须|必須|是)/u, '不$1'],
];

function negate(sentence: string): string | undefined {
  const french = /\b(?:le|la|les|des|est|sont|une)\b/i.test(sentence) && !/\bthe\b/i.test(sentence);
  const han = /\p{Script=Han}/u.test(sentence);
  const [pattern, replacement] = negations[han ? 2 : french ? 1 : 0]!;
  // What is denied already would become a double negation.
  if (/\bnot\b|\bno\b|\bpas\b|[不没沒無无未]/i.test(sentence) || !pattern.test(sentence)) return undefined;
  return sentence.replace(pattern, replacement);
}
