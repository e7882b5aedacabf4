/** Han characters, kana and Hangul count one by one: spaces between them mean nothing. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[\p{L}\p{N}\p{M}]+?(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[^\p{L}\p{N}\p{M}]|$)/gu;
const ASCII_WORD = /[a-z0-9]+/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII
const ASCII = /^[\x00-\x7f]*$/;

/** The words of a text in small letters, without signs: what must be the same before and after cutting. */
export function listWords(text: string): string[] {
  if (ASCII.test(text)) return text.toLowerCase().match(ASCII_WORD) ?? [];
  return text.replaceAll('\u00ad', '').normalize('NFKC').toLowerCase().match(WORD) ?? [];
}

/** How often each word is there; what is taken is gone. */
export class WordPool {
  readonly #counts = new Map<string, number>();

  constructor(texts: Iterable<string>) {
    for (const text of texts) for (const word of listWords(text)) this.#add(word, 1);
  }

  take(word: string): boolean {
    if (!this.has(word)) return false;
    this.#add(word, -1);
    return true;
  }

  /** Whether it is or was there. */
  knows(word: string): boolean {
    return this.#counts.has(word);
  }

  has(word: string): boolean {
    return (this.#counts.get(word) ?? 0) > 0;
  }

  /** Takes the beginning or the end of a longer word and leaves the rest. */
  takePart(part: string): boolean {
    for (const [word, count] of this.#counts) {
      if (count === 0 || word.length <= part.length) continue;
      const rest = word.startsWith(part)
        ? word.slice(part.length)
        : word.endsWith(part)
          ? word.slice(0, -part.length)
          : undefined;
      if (rest === undefined) continue;
      this.#add(word, -1);
      this.#add(rest, 1);
      return true;
    }
    return false;
  }

  #add(word: string, count: number): void {
    this.#counts.set(word, (this.#counts.get(word) ?? 0) + count);
  }
}
