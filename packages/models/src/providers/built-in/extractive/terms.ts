const pieces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+|\p{N}+(?:[.,]\p{N}+)*|[\p{L}\p{M}]+|\p{N}+/gu;
const spaceless = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

const functionWords = new Set(
  `a about an and any are as at be been by can could did do does for from had has have he her his how i if in into is it
  its many may me much my no not of on or our shall she should so some such than that the their them there these they
  this to was we were what when where which who whom whose why will with would you your s t
  ai au aux avec ce ces cet cette comment combien dans de des du elle elles en est et etre eu faire fait faut il ils je l
  la le les leur leurs lui ma mais me mes mon ne nos notre nous on ont ou par pas peut peux plus pour pourquoi quand que
  quel quelle quelles quels qui quoi sa sans se ses si son sont sous sur ta te tes ton tu un une vos votre vous y d j m n
  c qu`.split(/\s+/),
);
const chineseFunction = /[的了是在和与與及或也都就而但被把吗嗎呢吧着著什么麼怎哪谁誰几幾么为為何请請问問]/u;

/** What a text speaks of, for comparing a sentence with a question: words cut to their stem, pairs of ideographs. */
export function extractTerms(text: string): Map<string, number> {
  const terms = new Map<string, number>();
  const folded = text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC');
  for (const [piece] of folded.matchAll(pieces)) {
    if (spaceless.test(piece)) {
      for (let i = 0; i + 1 < piece.length; i++) {
        const pair = piece.slice(i, i + 2);
        if (!chineseFunction.test(pair)) add(terms, pair);
      }
    } else if (/^\p{N}/u.test(piece)) add(terms, piece.replaceAll(',', ''));
    else if (!functionWords.has(piece)) add(terms, cutStem(piece));
  }
  return terms;
}

function add(terms: Map<string, number>, term: string): void {
  terms.set(term, (terms.get(term) ?? 0) + 1);
}

/** Six letters tell most words of English and French apart and join most of their inflections. */
function cutStem(word: string): string {
  const singular = word.length > 3 ? word.replace(/(?:es|s|x)$/, '') : word;
  const plain =
    singular.length > 5 ? singular.replace(/(?:ing|ed|ee|er|ent|e)$/, '') : singular.replace(/e$/, '');
  return (plain.length >= 3 ? plain : singular).slice(0, 6);
}
