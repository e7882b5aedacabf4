import type { EntityKind } from '../entity-types.ts';
import {
  connectors,
  eventWords,
  givenNames,
  locationWords,
  organizationWords,
  personTitles,
  personVerbs,
  placePrepositions,
  plainWords,
  structureWords,
} from './cues.ts';
import { readWords, type Word } from './latin-words.ts';

/** A name in a sentence: its words `from`–`to` (not included), and what it seems to name. */
export type FoundName = {
  name: string;
  kind: EntityKind | undefined;
  certainty: number;
  start: number;
  end: number;
  weak: boolean;
};

const longestName = 8;
const mostConnectors = 3;

/** The proper names of a sentence in English, French or another language that writes names with a capital. */
export function findLatinNames(text: string, options: { heading: boolean }): FoundName[] {
  const words = readWords(text);
  const shouts = isTitleLike(text, words);
  const names: FoundName[] = [];
  for (let at = 0; at < words.length; ) {
    const to = endOfName(words, at);
    if (to === at) {
      at++;
      continue;
    }
    const name = judge(text, words, trim(words, at, to), options.heading || shouts);
    if (name !== undefined) names.push(name);
    at = to;
  }
  return names;
}

/** Most words of a line have a capital, or all are written in capitals: that then says nothing. */
function isTitleLike(sentence: string, words: Word[]): boolean {
  const long = words.filter(({ text }) => text.length > 3 && /\p{L}/u.test(text));
  if (/[.!?;]["'”’)\]]*$/.test(sentence)) return long.length > 3 && long.every(({ acronym }) => acronym);
  const capitals = long.filter(({ capital }) => capital).length;
  return long.length > 3 && capitals / long.length > 0.7;
}

function mayBegin({ capital, folded }: Word, next: Word | undefined): boolean {
  // "L’État" begins with its noun.
  const elides = /^[ldjmtsnc]$/.test(folded) && next?.glued === true && next.elided;
  return capital && !plainWords.has(folded) && !elides;
}

function endOfName(words: Word[], from: number): number {
  const first = words[from]!;
  if (!mayBegin(first, words[from + 1])) return from;
  let end = from + 1;
  while (end < words.length && end - from < longestName) {
    const next = words[end]!;
    if (!next.glued) break;
    if (next.capital || (/^\d{1,4}$/.test(next.text) && end > from)) {
      end++;
      continue;
    }
    // "Mary Ellsworth of the Harbour Institute" are two; "Jean de La Fontaine" is one.
    if (looksLikePerson(words, from, end) && !nobiliary.has(next.folded)) break;
    if (endsAtConnector(words, from, end)) break;
    const after = skipConnectors(words, end);
    if (after === end || after - from >= longestName || !words[after]?.capital) break;
    end = after + 1;
  }
  return endOfFrenchBody(words, from, end);
}

/** Of two whole names that are joined, the second belongs to the first where that is called by a word such as "Bank". */
function endsAtConnector(words: Word[], from: number, end: number): boolean {
  if (end - from < 2) return false;
  const said = words.slice(from, end).map(({ folded }) => folded);
  const isCalled = said.some((word) =>
    [organizationWords, locationWords, eventWords].some((cues) => cues.has(word)),
  );
  return !isCalled && /^(?:of|for)$/.test(words[end]!.folded);
}

const nobiliary = new Set([
  'de',
  'du',
  'd',
  'della',
  'van',
  'von',
  'der',
  'den',
  'da',
  'di',
  'al',
  'el',
  'bin',
]);

function looksLikePerson(words: Word[], from: number, end: number): boolean {
  const { folded } = words[from]!;
  const isTitled = personTitles.has(folded) || personTitles.has(words[from - 1]?.folded ?? '');
  return end - from > 1 && (isTitled || givenNames.has(folded));
}

function skipConnectors(words: Word[], from: number): number {
  let at = from;
  while (at < words.length && at - from < mostConnectors) {
    const { folded, glued, capital } = words[at]!;
    if (!glued || capital || !connectors.has(folded)) break;
    at++;
  }
  return words[at]?.glued ? at : from;
}

const adjective =
  /(?:al|ale|aux|ales|ique|iques|aire|aires|el|elle|elles|if|ive|ifs|ives|ien|ienne|europeen|europeenne)$/;

/** French bodies have a capital at their first word only: Commission nationale de l’informatique et des libertés. */
function endOfFrenchBody(words: Word[], from: number, end: number): number {
  if (end !== from + 1 || !organizationWords.has(words[from]!.folded)) return end;
  let at = end;
  while (words[at]?.glued && !words[at]!.capital && adjective.test(words[at]!.folded) && at < from + 3) at++;
  for (let part = 0; part < 2; part++) {
    let next = at;
    if (part > 0) {
      if (words[next]?.folded !== 'et' || !words[next]!.glued) break;
      next++;
    }
    const before = next;
    while (words[next]?.glued && /^(?:de|du|des|la|le|les|l|d|a|au|aux)$/.test(words[next]!.folded)) next++;
    const noun = words[next];
    if (next === before || !noun?.glued || noun.text.length < 4) break;
    at = next + 1;
    if (words[at]?.glued && !words[at]!.capital && adjective.test(words[at]!.folded)) at++;
  }
  // An adjective or complement is needed: "Conseil" and "Commission" alone name nothing in particular.
  return at;
}

type Span = { from: number; to: number; title: boolean };

/** Without what is around the name itself: a title before it, plain words at its edges. */
function trim(words: Word[], from: number, to: number): Span {
  let start = from;
  let end = to;
  let title = false;
  while (start < end - 1) {
    const { folded } = words[start]!;
    if (personTitles.has(folded)) title = true;
    else if (!plainWords.has(folded)) break;
    start++;
  }
  while (end - 1 > start && (plainWords.has(words[end - 1]!.folded) || !words[end - 1]!.glued)) end--;
  const before = words[start - 1];
  if (before && personTitles.has(before.folded) && words[start]!.glued) title = true;
  return { from: start, to: end, title };
}

function judge(text: string, words: Word[], span: Span, capitalsSayNothing: boolean): FoundName | undefined {
  const inside = words.slice(span.from, span.to);
  const first = inside[0]!;
  if (isStructure(inside)) return undefined;
  // Several numbers make a row of a table, not a name.
  if (inside.filter(({ text: word }) => /^\d+$/.test(word)).length > 1) return undefined;
  const single = inside.length === 1;
  if (single && (first.text.length < 2 || plainWords.has(first.folded) || personTitles.has(first.folded)))
    return undefined;
  // The first half of "Multi-hop" and the like.
  if (single && /^[-–]\p{L}/u.test(text.slice(first.end))) return undefined;
  const { kind, certainty } = kindOf(words, span, inside);
  // Labels of tables and forms: "MONTHLY Payroll Period", "RESPONSABLES ET PARTENAIRES".
  if (!single && certainty < 3 && inside.some(isCapitalised)) return undefined;
  // One word that an organisation or place is called by says which only together with another.
  if (
    single &&
    (organizationWords.has(first.folded) || locationWords.has(first.folded) || eventWords.has(first.folded))
  )
    return undefined;
  const opens = span.from === 0 || !words[span.from - 1] || /[.!?:]\s*$/.test(text.slice(0, first.start));
  return {
    name: text.slice(first.start, inside.at(-1)!.end),
    kind,
    certainty,
    start: first.start,
    end: inside.at(-1)!.end,
    weak:
      (capitalsSayNothing && certainty < 3) ||
      (single && opens && !first.acronym) ||
      (single && isShout(first)),
  };
}

/** No abbreviation is so long: a word written in capitals for its looks. */
function isShout({ acronym, text }: Word): boolean {
  return acronym && /^\p{Lu}{7,}$/u.test(text);
}

/** Among other words, five letters are enough to tell. */
function isCapitalised({ acronym, text }: Word): boolean {
  return acronym && /^\p{Lu}{5,}$/u.test(text);
}

/** "Article 12", "Table 3", "June". */
function isStructure(inside: Word[]): boolean {
  return inside.every(
    ({ folded, text }) => structureWords.has(folded) || /^(?:\d+|[IVXLC]+|\p{Lu})$/u.test(text),
  );
}

function kindOf(
  words: Word[],
  { from, to, title }: Span,
  inside: Word[],
): Pick<FoundName, 'kind' | 'certainty'> {
  const folded = inside.map((word) => word.folded);
  const has = (cues: Set<string>) => folded.some((word) => cues.has(word));
  if (title) return { kind: 'person', certainty: 3 };
  const head = folded[0]!;
  const last = folded.at(-1)!;
  if (organizationWords.has(head) || organizationWords.has(last))
    return { kind: 'organization', certainty: 3 };
  if (inside.length > 1 && (eventWords.has(head) || eventWords.has(last) || /^(?:19|20)\d\d$/.test(last)))
    return { kind: 'event', certainty: 2 };
  if (inside.length > 1 && (locationWords.has(head) || locationWords.has(last)))
    return { kind: 'location', certainty: 3 };
  if (has(organizationWords)) return { kind: 'organization', certainty: 2 };
  const isName =
    inside.length > 1 && inside.length < 5 && inside.every(({ capital, acronym }) => capital && !acronym);
  if (isName && (givenNames.has(head) || /^\p{Lu}$/u.test(inside[0]!.text)))
    return { kind: 'person', certainty: 3 };
  const before = words[from - 1]?.folded ?? '';
  const after = words[to]?.folded ?? '';
  if (isName && inside.length < 4 && (personVerbs.has(after) || personVerbs.has(before)))
    return { kind: 'person', certainty: 2 };
  if (placePrepositions.has(before) && !inside.some(({ acronym }) => acronym))
    return { kind: 'location', certainty: 1 };
  return { kind: undefined, certainty: inside.some(({ acronym }) => acronym) ? 1 : 0 };
}
