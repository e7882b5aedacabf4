import snowball from 'snowball-stemmers';

const porter = snowball.newStemmer('english');

/** Stems seen, so that the common words of a base are stemmed once. Emptied when full: rare words flood it. */
const cacheLimit = 50_000;
const englishStems = new Map<string, string>();

/** Snowball's English stem of a folded word. Words with a digit are names or codes and stay whole. */
export function stemEnglish(folded: string): string {
  if (folded.length < 3 || !/^[a-z]+$/.test(folded)) return folded;
  const known = englishStems.get(folded);
  if (known !== undefined) return known;
  const stem = porter.stem(folded);
  if (englishStems.size >= cacheLimit) englishStems.clear();
  englishStems.set(folded, stem);
  return stem;
}

/**
 * A light French stem of a folded word: plural, feminine and the commonest verb endings. Accents are gone already, so
 * that a question typed without them finds the same words. Stronger stemming found less in the measured collections.
 */
export function stemFrench(folded: string): string {
  if (folded.length < 4 || !/^[a-z]+$/.test(folded)) return folded;
  if (folded.length > 4 && folded.endsWith('aux')) return `${folded.slice(0, -3)}al`;
  let stem = folded;
  if (stem.endsWith('x') || (stem.endsWith('s') && !stem.endsWith('ss'))) stem = stem.slice(0, -1);
  if (stem.length > 4 && stem.endsWith('er')) stem = stem.slice(0, -2);
  else if (stem.length > 5 && stem.endsWith('ent')) stem = stem.slice(0, -3);
  return trimVowels(stem);
}

function trimVowels(stem: string): string {
  let trimmed = stem;
  while (trimmed.length > 3 && trimmed.endsWith('e')) trimmed = trimmed.slice(0, -1);
  const last = trimmed.length - 1;
  if (last > 3 && trimmed[last] === trimmed[last - 1]) trimmed = trimmed.slice(0, -1);
  return trimmed;
}
