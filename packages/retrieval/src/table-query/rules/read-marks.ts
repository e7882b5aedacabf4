import { isNumeric, type QueryColumn, type QueryTable } from '../table.ts';
import { dayWords, lexicon, type Meaning, priceWords, shapingWords, turningWords } from './lexicon.ts';
import { findWords, isSameWord, joinsOnly, type RuleToken, readTokens, readWords } from './tokens.ts';

/** A value of a column that the question may name, as written in the cells. */
export type KnownValue = { column: string; value: string };

export type Mark = { from: number; to: number } & (
  | Meaning
  | { kind: 'column'; column: QueryColumn; used?: boolean }
  | { kind: 'value'; column: QueryColumn; value: string }
  | { kind: 'date'; value: string }
  | { kind: 'noun' }
);

/**
 * What each word of the question means for this table, in order; undefined where one means nothing known or could mean
 * two things, since then the question may ask for something else.
 */
export function readMarks(
  question: string,
  table: QueryTable,
  values: readonly KnownValue[],
  today: string,
): Mark[] | undefined {
  const tokens = readTokens(question, today);
  if (tokens.length === 0 || tokens.length > 60) return undefined;
  const marks: Mark[] = [];
  const put = (mark: Mark) => {
    for (let at = mark.from; at <= mark.to; at++) tokens[at]!.taken = true;
    marks.push(mark);
  };
  tokens.forEach(({ date }, at) => {
    if (date !== undefined) put({ kind: 'date', value: date, from: at, to: at });
  });
  if (!markNames(tokens, table, values, put)) return undefined;
  for (const { words, meaning } of lexicon)
    for (const place of findWords(tokens, words, true))
      if (isFree(tokens, place)) put({ ...meaning, ...place });
  markParts(tokens, table, put);
  tokens.forEach(({ taken, number }, at) => {
    if (!taken && number !== undefined) put({ kind: 'number', value: number, from: at, to: at });
  });
  for (const token of tokens) {
    if (token.taken) continue;
    if (turningWords.has(token.text)) return undefined;
    if (!shapingWords.has(token.text) && !joinsOnly(token.text)) return undefined;
  }
  return marks.sort((a, b) => a.from - b.from);
}

function isFree(tokens: readonly RuleToken[], { from, to }: { from: number; to: number }): boolean {
  for (let at = from; at <= to; at++) if (tokens[at]!.taken) return false;
  return true;
}

type Name =
  | { kind: 'column'; column: QueryColumn }
  | { kind: 'value'; column: QueryColumn; value: string }
  | { kind: 'noun' };
type Named = { words: string[]; exact: boolean; mark: Name };

/** Whole names of columns, values of cells and the table's own name, the longest first; false where a value could be of two columns. */
function markNames(
  tokens: RuleToken[],
  table: QueryTable,
  values: readonly KnownValue[],
  put: (mark: Mark) => void,
): boolean {
  const named: Named[] = table.columns.flatMap((column) =>
    [column.name, ...column.synonyms].map(
      (name): Named => ({ words: significant(name), exact: false, mark: { kind: 'column', column } }),
    ),
  );
  for (const { column: key, value } of values) {
    const column = table.columns.find((candidate) => candidate.key === key);
    // As it is before its plural.
    for (const exact of column ? [true, false] : [])
      named.push({ words: readWords(value), exact, mark: { kind: 'value', column: column!, value } });
  }
  for (const name of [table.name, table.documentName])
    named.push({ words: significant(name), exact: false, mark: { kind: 'noun' } });
  const order = { column: 0, value: 1, noun: 2 };
  named.sort(
    (a, b) =>
      b.words.length - a.words.length ||
      order[a.mark.kind] - order[b.mark.kind] ||
      Number(b.exact) - Number(a.exact),
  );
  const unsure: { from: number; to: number }[] = [];
  for (const { words, exact, mark } of named) {
    if (words.length === 0) continue;
    for (const place of findWords(tokens, words, exact)) {
      if (!isFree(tokens, place)) continue;
      if (mark.kind === 'value' && !isOnlyColumn(mark, words, named, tokens)) unsure.push(place);
      else put({ ...mark, ...place } as Mark);
    }
  }
  return !unsure.some((place) => isFree(tokens, place));
}

/** Of columns that hold the same value, the one that the question names too. */
function isOnlyColumn(
  { column }: { column: QueryColumn },
  words: string[],
  named: Named[],
  tokens: RuleToken[],
): boolean {
  const others = named.filter(
    ({ mark, words: own }) =>
      mark.kind === 'value' && mark.column !== column && own.join(' ') === words.join(' '),
  );
  if (others.length === 0) return true;
  const text = tokens.map((token) => token.text).join(' ');
  return readWords(column.name).every((word) => text.split(' ').some((other) => isSameWord(word, other)));
}

function significant(name: string): string[] {
  const words = readWords(name);
  const own = words.filter((word) => /^\p{Script=Han}$/u.test(word) || !joinsOnly(word));
  return own.length > 0 ? own : words;
}

/** Words that only one column has in its name, that speak of its day, or that name the table in part. */
function markParts(tokens: RuleToken[], table: QueryTable, put: (mark: Mark) => void): void {
  const nouns = [table.name, table.documentName].flatMap(significant);
  tokens.forEach((token, at) => {
    if (token.taken || token.number !== undefined) return;
    // A character alone tells too little; two that are side by side in a name tell enough.
    const isHan = /^\p{Script=Han}$/u.test(token.text);
    const next = tokens[at + 1];
    if (isHan && (!next || next.taken)) return;
    const words = isHan ? [token.text, next!.text] : [token.text];
    if (!isHan && joinsOnly(token.text)) return;
    const to = at + words.length - 1;
    const holders = table.columns.filter((column) =>
      [column.name, ...column.synonyms].some((name) => holds(readWords(name), words)),
    );
    if (holders.length === 1) put({ kind: 'column', column: holders[0]!, from: at, to });
    else if (holds(nouns, words)) put({ kind: 'noun', from: at, to });
    else if (holders.length === 0) {
      const days = dayWords.filter((group) => group.has(words.join('')));
      const meant = table.columns.filter(
        ({ type, name }) => type === 'date' && days.some((group) => namesDay(name, group)),
      );
      if (meant.length === 1) put({ kind: 'column', column: meant[0]!, from: at, to });
    }
  });
}

function namesDay(name: string, group: ReadonlySet<string>): boolean {
  const words = readWords(name);
  return words.some((word, at) => group.has(word) || group.has(word + (words[at + 1] ?? '')));
}

function holds(name: string[], words: string[]): boolean {
  return name.some((_, at) => words.every((word, n) => isSameWord(word, name[at + n] ?? '')));
}

/** The one column that "expensive" or "latest" speaks of. */
export function findSpokenColumn(table: QueryTable, of: 'price' | 'date'): QueryColumn | undefined {
  const candidates =
    of === 'date'
      ? table.columns.filter(({ type }) => type === 'date')
      : table.columns.filter(
          (column) =>
            isNumeric(column) &&
            [column.name, ...column.synonyms].some((name) =>
              priceWords.some((word) => holds(readWords(name), readWords(word))),
            ),
        );
  return candidates.length === 1 ? candidates[0] : undefined;
}
