import { familyOf, listFamilies } from './families.ts';
import { findInstructions } from './instructions.ts';
import { guessStemLanguage, type StemLanguage } from './language.ts';
import { stemEnglish, stemFrench } from './stemming.ts';
import { isChineseStopWord, isEnglishStopWord, isFrenchStopWord } from './stop-words.ts';
import { type Token, tokenize } from './tokens.ts';

/** The index terms of a text in reading order, stop words left out; without spaces inside. */
export function analyzeDocument(text: string): string[] {
  return analyzeForIndex(text).terms;
}

/** The same, and the families of its long words, by which a question in other words of one root finds it. */
export function analyzeForIndex(text: string): { terms: string[]; families: string[] } {
  const tokens = tokenize(text);
  const language = guessStemLanguage(tokens);
  const terms: string[] = [];
  const families: string[] = [];
  for (const token of tokens) {
    if (isStopWord(token, language)) continue;
    terms.push(stemIn(token, language));
    const family = isStemmed(token) ? familyOf(token.text, language) : undefined;
    if (family !== undefined) families.push(family);
  }
  return { terms, families };
}

/**
 * One thing a question asks for. `forms` are the index terms that a text may show it by (one for each stemmer: the
 * language of a short question is uncertain, and a base may hold several). `weight` is 1 for a word, less for what
 * overlaps others; `count` is how often the question has it. A `supporting` term adds to a match but a chunk without
 * it lacks nothing.
 */
export type QueryTerm = { forms: string[]; weight: number; count: number; supporting: boolean };

/** Weights of tokens that overlap others, so that one word does not count twice. */
const kindWeight = {
  word: 1,
  han: 1,
  compound: 0.7,
  joined: 0.7,
  part: 0.7,
  pair: 0.5,
  bridge: 0.25,
  single: 0.3,
};

/** The terms of a question. A question made of stop words only keeps them all. */
export function analyzeQuery(query: string): QueryTerm[] {
  const tokens = tokenize(query);
  const language = guessStemLanguage(tokens);
  const kept = tokens.filter((token) => !isStopWord(token, language));
  const byForm = new Map<string, QueryTerm>();
  for (const token of kept.length > 0 ? kept : tokens) {
    const forms = formsOf(token);
    const known = byForm.get(forms[0]!);
    if (known !== undefined) known.count++;
    else {
      const weight = weightOf(token);
      byForm.set(forms[0]!, { forms, weight, count: 1, supporting: weight <= kindWeight.pair });
    }
  }
  return [...byForm.values()];
}

/** Chosen by cross-validation (bench/quality-folds). */
export const questionTuning = {
  /** Share of its weight that a word of an instruction to the answerer keeps. */
  instructionShare: 0.2,
  familyWeight: 0.3,
};

/** A greeting before it is not what is asked. */
const leastAsked = 2;

/** The terms of a question to search for: those that matter less weigh less, and families of its words are added. */
export function analyzeQuestion(question: string): QueryTerm[] {
  const { familyWeight, instructionShare } = questionTuning;
  const instructions = findInstructions(question);
  const subject = instructions.reduceRight(
    (text, { start, end }) => text.slice(0, start) + text.slice(end),
    question,
  );
  const asked = new Map(analyzeQuery(subject).map((term) => [term.forms[0], term]));
  const otherShare = asked.size < leastAsked ? 1 : instructionShare;
  const terms = analyzeQuery(question).map(
    (term) => asked.get(term.forms[0]) ?? { ...term, weight: term.weight * otherShare },
  );
  const families = new Map<string, QueryTerm>();
  const tokens = tokenize(subject);
  const language = guessStemLanguage(tokens);
  for (const token of tokens) {
    if (!isStemmed(token) || isStopWord(token, language)) continue;
    const forms = listFamilies(token.text);
    if (forms[0] !== undefined)
      families.set(forms[0], { forms, weight: familyWeight, count: 1, supporting: true });
  }
  return [...terms, ...families.values()];
}

/** A range of characters in a text (UTF-16 offsets, the end not included). */
export type TextRange = { start: number; end: number };

/**
 * Finds where the words of a question, in any of their inflections, are in a text; in order, without overlaps. The
 * question is analysed once, and each word of the texts that are asked about.
 */
export function createTermMatcher(query: string): (text: string) => TextRange[] {
  // The end of one word with the start of the next means nothing to a reader.
  const words = analyzeQuery(query).filter(({ weight }) => weight > kindWeight.bridge);
  const wanted = new Set(words.flatMap((term) => term.forms));
  const known = new Map<string, boolean>();
  const isWanted = (token: Token): boolean => {
    const key = `${token.kind} ${token.text}`;
    let found = known.get(key);
    if (found === undefined) {
      found = formsOf(token).some((form) => wanted.has(form));
      known.set(key, found);
    }
    return found;
  };
  return (text) => {
    const ranges: TextRange[] = [];
    const matches = wanted.size === 0 ? [] : tokenize(text).filter(isWanted);
    matches.sort((a, b) => a.start - b.start || a.end - b.end);
    for (const { start, end } of matches) {
      const last = ranges.at(-1);
      if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
      else ranges.push({ start, end });
    }
    return ranges;
  };
}

function formsOf(token: Token): string[] {
  if (!isStemmed(token)) return [token.text];
  return [...new Set([stemEnglish(token.text), stemFrench(token.text), token.text])];
}

function isStemmed({ kind }: Token): boolean {
  return kind === 'word' || kind === 'part';
}

function weightOf({ kind, text }: Token): number {
  return kind === 'han' && text.length === 1 ? kindWeight.single : kindWeight[kind];
}

function stemIn(token: Token, language: StemLanguage): string {
  if (!isStemmed(token)) return token.text;
  if (language === 'fr') return stemFrench(token.text);
  return language === 'en' ? stemEnglish(token.text) : token.text;
}

function isStopWord(token: Token, language: StemLanguage): boolean {
  if (token.kind === 'han') return isChineseStopWord(token.text);
  if (token.kind !== 'word') return false;
  if (language === 'fr') return isFrenchStopWord(token.text);
  return isEnglishStopWord(token.text);
}
