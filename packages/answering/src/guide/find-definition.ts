/** What a sentence defines, and the question that it answers. */
export type Definition = { term: string; definition: string; question: string };

type Form = { pattern: RegExp; ask: (term: string) => string };

const english = (term: string) => `What is meant by “${term}”?`;
const french = (term: string) => `Que signifie « ${term} » ?`;
const chinese = (term: string) => `“${term}”是什么意思？`;

const article = '(?:(?:a|an|the|any)\\s+)?';
const name = '([\\p{L}\\p{N}][^.,;:()“”"«»]{1,48}?)';

/** Only what says that it defines: “X is a Y” says something of X far more often than what X means. */
const forms: Form[] = [
  {
    pattern: new RegExp(
      `^(?:the\\s+term\\s+)?[“"']${name}[”"']\\s+(?:means|refers to|is defined as|denotes|includes)\\s+(.+)$`,
      'iu',
    ),
    ask: english,
  },
  {
    pattern: new RegExp(
      `^${article}${name}\\s+(?:is defined as|are defined as|is the term for|refers to(?=\\s+(?:an?|the|any)\\s))\\s+(.+)$`,
      'iu',
    ),
    ask: english,
  },
  { pattern: new RegExp(`^${article}${name}\\s+means\\s+(?!that\\b)(.+)$`, 'iu'), ask: english },
  {
    pattern: new RegExp(
      `^(?:le terme\\s+)?[«“"]\\s?${name}\\s?[»”"]\\s+(?:désigne|signifie|s’entend|correspond à)\\s+(.+)$`,
      'iu',
    ),
    ask: french,
  },
  { pattern: new RegExp(`^On entend par\\s+[«“"]?\\s?${name}\\s?[»”"]?[,\\s]+(.+)$`, 'iu'), ask: french },
  {
    pattern: new RegExp(`^(?:L[ea]s?\\s+|L’)?${name}\\s+(?:désigne|se définit comme)\\s+(.+)$`, 'iu'),
    ask: french,
  },
  {
    pattern: /^[“「]?([\p{Script=Han}\p{L}\p{N}]{2,16})[”」]?\s?(?:是指|指的是|系指|係指)\s?(.+)$/u,
    ask: chinese,
  },
];
const mostWords = 6;

/** The term that a sentence defines in so many words, if it does. */
export function findDefinition(sentence: string): Definition | undefined {
  for (const { pattern, ask } of forms) {
    const [, term, definition] = pattern.exec(sentence) ?? [];
    if (!term || !definition || term.trim().split(/\s+/u).length > mostWords) continue;
    if (/^(?:this|that|it|which|what|he|she|they|ce|cela|il|elle|qui|此|这|這)$/iu.test(term.trim()))
      continue;
    return { term: term.trim(), definition: definition.trim(), question: ask(term.trim()) };
  }
  return undefined;
}

/** What capitals in brackets stand for: the words before them whose first letters they are. */
export function findAbbreviations(sentence: string): { term: string; definition: string }[] {
  return [...sentence.matchAll(/\((\p{Lu}{2,8})\)/gu)].flatMap((match) => {
    const term = match[1] as string;
    const words = sentence.slice(0, match.index).trim().split(/\s+/u);
    // Small words such as “de” and “of” may come between.
    for (let count = term.length; count <= Math.min(words.length, 2 * term.length); count++) {
      const expansion = words.slice(-count);
      if (spells(expansion, term)) return [{ term, definition: expansion.join(' ') }];
    }
    return [];
  });
}

function spells(words: readonly string[], term: string): boolean {
  let at = 0;
  for (const word of words) {
    const initial = word.replace(/^(?:[ld]['’]|\P{L}+)/iu, '')[0]?.toUpperCase();
    if (initial === term[at]) at++;
    else if (word.length > 3 || at === 0) return false;
  }
  return at === term.length;
}
