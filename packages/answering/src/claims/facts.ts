/** What a paraphrase must keep: numbers, and whether something is or is not. */

const numberWords: Record<string, string> = Object.fromEntries(
  [
    'one un une 一',
    'two deux 二 两 兩',
    'three trois 三',
    'four quatre 四',
    'five cinq 五',
    'six 六',
    'seven sept 七',
    'eight huit 八',
    'nine neuf 九',
    'ten dix 十',
    'eleven onze',
    'twelve douze',
  ].flatMap((words, i) => words.split(' ').map((word) => [word, String(i + 1)])),
);

const groupSeparators = /(?<=\d)[,. {2}\u202f\u00a0'’](?=\d{3}(?!\d))/g;

/** The numbers of a text in one form: `1,200`, `1 200` and `1.200` are 1200, `2,5` is 2.5. */
function findNumbers(text: string): Set<string> {
  const plain = text.normalize('NFKC').replace(groupSeparators, '');
  return new Set(
    [...plain.matchAll(/\d+(?:[.,]\d+)*/g)].map(([number]) =>
      number
        .replaceAll(',', '.')
        .replace(/^0+(?=\d)/, '')
        .replace(/(\.\d*?)0+$/, '$1')
        .replace(/\.$/, ''),
    ),
  );
}

/**
 * The same with numbers written as words, since one text may say "three" where the other says 3. "One" is an article in
 * French and part of many words in Chinese: `withOne` counts it, for a text that may say more than it must.
 */
export function findNumbersAndWords(text: string, { withOne }: { withOne: boolean }): Set<string> {
  const numbers = findNumbers(text);
  for (const word of text.toLowerCase().match(/\p{Script=Latin}+|\p{Script=Han}/gu) ?? []) {
    const number = Object.hasOwn(numberWords, word) ? numberWords[word] : undefined;
    if (number !== undefined && (withOne || number !== '1')) numbers.add(number);
  }
  return numbers;
}

/** The text without its numbers, however they are written. */
export function withoutNumbers(text: string): string {
  return text
    .normalize('NFKC')
    .replace(groupSeparators, '')
    .replace(/\d+(?:[.,]\d+)*/g, ' ')
    .replace(/\p{Script=Latin}+|\p{Script=Han}/gu, (word) =>
      Object.hasOwn(numberWords, word.toLowerCase()) && numberWords[word.toLowerCase()] !== '1' ? ' ' : word,
    );
}

const negations =
  /\b(?:not|no|never|none|neither|nor|without|cannot|nothing|nobody)\b|n['’]t\b|(?:^|[^\p{L}])(?:n['’]\p{L}+|ne|pas|jamais|aucune?|sans|ni|rien)(?=$|[^\p{L}])|[不没沒无無未非否]/giu;
/** Words with such a character that deny nothing. */
const noNegation =
  /不仅|不僅|不但|不同|不断|不斷|无论|無論|非常|not only|or not|no\.|non seulement|否则|否則|是否|未来|未來|sans doute/giu;

/** Whether a sentence denies something. Two negations are taken for none. */
export function isNegative(text: string): boolean {
  const found =
    text
      .replace(noNegation, ' ')
      .match(negations)
      ?.map((word) => word.toLowerCase()) ?? [];
  // French writes one negation in two words.
  const clauses = found.filter(
    (word) =>
      !/(?:^|[^\p{L}])(?:pas|jamais|rien)$/u.test(word.trim()) ||
      !found.some((other) => /^\W*(?:ne|n['’])/u.test(other)),
  );
  return clauses.length % 2 === 1;
}
