import { fold, tagChinese } from '@lectern/text-analysis';
import type { Segment } from '../plain-text.ts';
import { structureWords, termStops } from './cues.ts';
import { readWords, type Word } from './latin-words.ts';

const mostTerms = 6;
const longestTerm = 4;

/**
 * Terms of two to four words that a passage speaks of: those it repeats, and its headings. They count where they come
 * back elsewhere in the base.
 */
export function findTerms(segments: Segment[], headingPath: string[]): string[] {
  const found = new Map<string, { text: string; count: number; heading: boolean }>();
  const add = (text: string, heading: boolean) => {
    const key = fold(text);
    const known = found.get(key);
    if (known) known.count++;
    else found.set(key, { text, count: 1, heading });
  };
  for (const heading of headingPath.slice(-2)) for (const term of headingTerms(heading)) add(term, true);
  for (const { text, kind } of segments) {
    if (kind === 'cell') continue;
    for (const term of latinTerms(text)) add(term, kind === 'heading');
    for (const term of chineseTerms(text)) add(term, false);
  }
  const repeated = [...found.values()].filter(({ count, heading }) => count > 1 || heading);
  // A part of a longer term that is as frequent says nothing of its own.
  const whole = repeated.filter(
    (term) =>
      !repeated.some((other) => other !== term && other.count >= term.count && holds(other.text, term.text)),
  );
  return whole
    .sort((a, b) => b.count - a.count || b.text.length - a.text.length || (a.text < b.text ? -1 : 1))
    .slice(0, mostTerms)
    .map(({ text }) => text);
}

function holds(longer: string, shorter: string): boolean {
  return longer.length > shorter.length && fold(longer).includes(fold(shorter));
}

function headingTerms(heading: string): string[] {
  const bare = heading.replace(/^[\s\d.)(:–-]+|^\p{Lu}[.)]\s+/gu, '').trim();
  const words = readWords(bare);
  if (
    words.length < 2 ||
    words.length > longestTerm ||
    words.some(({ folded }) => structureWords.has(folded))
  )
    return [];
  if (words.slice(1).some(({ glued }) => !glued) || isLoose(words)) return [];
  return [lower(bare.slice(words[0]!.start, words.at(-1)!.end))];
}

function latinTerms(text: string): string[] {
  const words = readWords(text);
  const terms: string[] = [];
  for (let from = 0; from < words.length; from++) {
    if (!isContent(words[from]!)) continue;
    // Two content words side by side, or joined as French joins them: plan de transport.
    for (const size of [2, 3]) {
      const span = words.slice(from, from + size);
      const inner = span[1];
      if (span.length < size || span.slice(1).some(({ glued }) => !glued) || !isContent(span.at(-1)!))
        continue;
      if (size === 3 && !isContent(inner!) && !/^(?:de|du|des|d|of)$/.test(inner!.folded)) continue;
      terms.push(lower(text.slice(span[0]!.start, span.at(-1)!.end)));
    }
  }
  return terms;
}

function isContent({ text, folded, capital }: Word): boolean {
  return (
    text.length > 2 && !capital && /^\p{L}+$/u.test(text) && !termStops.has(folded) && !/ly$/.test(folded)
  );
}

function isLoose(words: Word[]): boolean {
  return termStops.has(words[0]!.folded) || termStops.has(words.at(-1)!.folded) || /\d/.test(words[0]!.text);
}

/** Neighbouring nouns, four to eight characters together. */
function chineseTerms(text: string): string[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return [];
  const terms: string[] = [];
  for (const match of text.matchAll(/\p{Script=Han}{4,}/gu)) {
    let open: string[] = [];
    for (const { word, tag } of [...tagChinese(match[0]), { word: '', tag: 'x' }]) {
      if (/^(?:n|vn|an|nz|l)$/.test(tag) && word.length > 1) open.push(word);
      else {
        const term = open.join('');
        if (open.length > 1 && term.length <= 8) terms.push(term);
        open = [];
      }
    }
  }
  return terms;
}

function lower(text: string): string {
  return /^\p{Lu}\p{Ll}/u.test(text) ? text[0]!.toLowerCase() + text.slice(1) : text;
}
