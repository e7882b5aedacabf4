import { fold } from '@lectern/text-analysis';

const articles = /^(?:the|le|la|les|un|une) /;
const legalForm =
  / (?:inc|incorporated|ltd|limited|llc|llp|plc|corp|corporation|company|co|gmbh|ag|sa|sas|sarl|nv|bv|spa|oyj|ab)$/;

/** One spelling for one name: without case, accents, article, legal form, punctuation and plural. */
export function entityKey(name: string): string {
  let key = fold(name)
    .replace(/^[ld]['’]/u, '')
    .replace(/['’](?=s\b)s\b/gu, '')
    .replace(/(?<=\p{L})\.(?=\p{L}|$|\s)/gu, '')
    .replace(/[^\p{L}\p{N}%+#]+/gu, ' ')
    .trim();
  key = key.replace(articles, '');
  const bare = key.replace(legalForm, '');
  if (bare.length > 2) key = bare;
  return key
    .split(' ')
    .map((word) => singular(word))
    .join(' ');
}

/** Plural endings of English and French, where the word stays recognisable without them. */
function singular(word: string): string {
  if (word.length < 5 || !/^[a-z]+$/.test(word)) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.endsWith('eaux')) return word.slice(0, -1);
  return /(?:ss|us|is)$/.test(word) ? word : word.replace(/s$/, '');
}
