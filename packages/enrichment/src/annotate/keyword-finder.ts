import { analyzeDocument, tagChinese } from '@lectern/text-analysis';

/** Terms that are remembered; a document of more has its rarest forgotten. */
const mostTerms = 200_000;
/** Two adjacent words say more than each of them. */
const pairWeight = 1.5;
const shortestWord = 2;
const longestKeyword = 60;

/** A word or pair of words: its index terms as key, and how it was written. */
type Found = { key: string; written: string; isPair: boolean };

/**
 * Keywords without a model: the words and pairs of words that a text has often and the rest of its document seldom.
 * `observe` every text of the document first, then `find`.
 */
export function createKeywordFinder() {
  const textsWith = new Map<string, number>();
  const stems = new Map<string, string>();
  let texts = 0;

  /** The word as it is indexed; empty for words that say nothing. */
  function stem(word: string): string {
    const known = stems.get(word);
    if (known !== undefined) return known;
    if (stems.size > mostTerms) stems.clear();
    const made = analyzeDocument(word).join(' ');
    stems.set(word, made);
    return made;
  }

  function* listTerms(text: string): Generator<Found> {
    let before: Found | undefined;
    for (const { segment, isWordLike } of listWords(text)) {
      if (!isWordLike) {
        // A pair may not reach over a comma or into the next sentence.
        if (segment.trim() !== '') before = undefined;
        continue;
      }
      const key = segment.length < shortestWord || /^\d+$/.test(segment) ? '' : stem(segment.toLowerCase());
      if (key === '') {
        before = undefined;
        continue;
      }
      const found = { key, written: segment, isPair: false };
      yield found;
      if (before) {
        const joint = isUnspaced(before.written) && isUnspaced(segment) ? '' : ' ';
        yield { key: `${before.key} ${key}`, written: `${before.written}${joint}${segment}`, isPair: true };
      }
      before = found;
    }
  }

  return {
    observe(text: string): void {
      texts++;
      for (const key of new Set([...listTerms(text)].map((term) => term.key)))
        textsWith.set(key, (textsWith.get(key) ?? 0) + 1);
      if (textsWith.size > mostTerms)
        for (const [key, count] of textsWith) if (count === 1) textsWith.delete(key);
    },

    /** Best first, as they are written most often in the text. The same texts give the same keywords. */
    find(text: string, count: number): string[] {
      const found = new Map<string, { count: number; isPair: boolean; written: Map<string, number> }>();
      for (const { key, written, isPair } of listTerms(text)) {
        const entry = found.get(key) ?? { count: 0, isPair, written: new Map() };
        entry.count++;
        entry.written.set(written, (entry.written.get(written) ?? 0) + 1);
        found.set(key, entry);
      }
      const ranked = [...found]
        .map(([key, { count: times, isPair, written }]) => {
          const rarity = Math.log(1 + (texts + 1) / ((textsWith.get(key) ?? 0) + 0.5));
          const score = (1 + Math.log(times)) * rarity * (isPair ? pairWeight : 1);
          return { key, isPair, times, score, written: mostOften(written) };
        })
        // A pair that is together once did so by chance.
        .filter(({ isPair, times, written }) => (!isPair || times > 1) && written.length <= longestKeyword)
        .sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1));
      const chosen: typeof ranked = [];
      for (const term of ranked) {
        if (chosen.length >= count) break;
        // The words of a pair that was chosen are said already.
        if (!chosen.some(({ key }) => ` ${key} `.includes(` ${term.key} `))) chosen.push(term);
      }
      return chosen.map(({ written }) => written);
    },
  };
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Chinese has no spaces to go by: its words are looked up. */
function* listWords(text: string): Generator<{ segment: string; isWordLike: boolean }> {
  for (const [run] of text.matchAll(/\p{Script=Han}+|\P{Script=Han}+/gu)) {
    if (/^\p{Script=Han}/u.test(run))
      for (const { word } of tagChinese(run)) yield { segment: word, isWordLike: true };
    else
      for (const { segment, isWordLike } of segmenter.segment(run))
        yield { segment, isWordLike: isWordLike ?? false };
  }
}

function isUnspaced(text: string): boolean {
  return /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
}

function mostOften(written: Map<string, number>): string {
  let best = '';
  for (const [form, count] of written) if (count > (written.get(best) ?? 0)) best = form;
  return best;
}
