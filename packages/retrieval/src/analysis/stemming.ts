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

/** Longest first within a group; each row is [suffix, replacement, least length of the word]. */
const frenchEndings: [string, string, number][] = [
  ['issements', 'i', 12],
  ['issement', 'i', 11],
  ['issantes', 'i', 11],
  ['issante', 'i', 10],
  ['issants', 'i', 10],
  ['issant', 'i', 9],
  ['atrices', '', 10],
  ['atrice', '', 9],
  ['ateurs', '', 9],
  ['ateur', '', 8],
  ['trices', 't', 9],
  ['trice', 't', 8],
  ['teurs', 't', 8],
  ['teur', 't', 7],
  ['euses', 'eu', 8],
  ['euse', 'eu', 7],
  ['eurs', 'eu', 7],
  ['eur', 'eu', 6],
  ['ations', '', 9],
  ['ation', '', 8],
  ['ements', '', 9],
  ['ement', '', 8],
  ['icites', 'icit', 9],
  ['icite', 'icit', 8],
  ['ites', '', 8],
  ['ite', '', 7],
  ['iques', '', 9],
  ['ique', '', 8],
  ['aires', '', 9],
  ['aire', '', 8],
  ['ances', '', 9],
  ['ance', '', 8],
  ['elles', 'el', 8],
  ['elle', 'el', 7],
  ['ennes', 'en', 8],
  ['enne', 'en', 7],
  ['ives', 'if', 7],
  ['ive', 'if', 6],
  ['aux', 'al', 5],
];

/**
 * A light French stem of a folded word: plural, feminine, agent and noun endings, no verb tables. Accents are gone
 * already, so that a question typed without them finds the same words.
 */
export function stemFrench(folded: string): string {
  if (folded.length < 4 || !/^[a-z]+$/.test(folded)) return folded;
  for (const [suffix, replacement, least] of frenchEndings) {
    if (folded.length >= least && folded.endsWith(suffix)) {
      return trimVowels(folded.slice(0, -suffix.length) + replacement);
    }
  }
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
