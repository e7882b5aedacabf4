import type { StemLanguage } from './language.ts';

const leastLetters = 7;
/** French roots are shorter: assur-ance, assur-eur; publi-cité, publi-citaire. */
const rootLetters = { en: 6, fr: 5, other: 6 };
/** Unlike any term of a text. */
const mark = '~';

/**
 * The family of a long folded word, by its first letters: what is derived from one root (regulate, regulation,
 * regulatory) has different stems. Families overlap those of other words, and so weigh little.
 */
export function familyOf(folded: string, language: StemLanguage): string | undefined {
  if (folded.length < leastLetters || !/^[a-z]+$/.test(folded)) return undefined;
  return mark + folded.slice(0, rootLetters[language]);
}

/** Under every language that a text may be in. */
export function listFamilies(folded: string): string[] {
  const families = [familyOf(folded, 'en'), familyOf(folded, 'fr')];
  return families.filter((family) => family !== undefined);
}
