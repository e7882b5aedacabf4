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

  add(texts: Iterable<string>): void {
    for (const text of texts) for (const word of listWords(text)) this.#count(word, 1);
  }

  take(word: string): boolean {
    if (!this.has(word)) return false;
    this.#count(word, -1);
    return true;
  }

  /** Whether it is or was there. */
  knows(word: string): boolean {
    return this.#counts.has(word);
  }

  has(word: string): boolean {
    return (this.#counts.get(word) ?? 0) > 0;
  }

  /** "well-known" with its hyphen at the end of a line. */
  takeInTwo(word: string): boolean {
    for (let at = 1; at < word.length; at++) {
      const [head, tail] = [word.slice(0, at), word.slice(at)];
      if (this.has(head) && this.has(tail) && this.take(head) && this.take(tail)) return true;
    }
    return false;
  }

  /** Takes the beginning or the end of a longer word and leaves the rest. Compares with every word: `budget` is how often it still may. */
  takePart(part: string, budget: { comparisons: number }): boolean {
    for (const [word, count] of this.#counts) {
      if (budget.comparisons-- <= 0) return false;
      if (count === 0 || word.length <= part.length) continue;
      const rest = word.startsWith(part)
        ? word.slice(part.length)
        : word.endsWith(part)
          ? word.slice(0, -part.length)
          : undefined;
      if (rest === undefined) continue;
      this.#count(word, -1);
      this.#count(rest, 1);
      return true;
    }
    return false;
  }

  #count(word: string, change: number): void {
    this.#counts.set(word, (this.#counts.get(word) ?? 0) + change);
  }
}

type Pages = { page?: number | undefined; pageEnd?: number | undefined };

/** The words of texts by their pages: one pool for all texts of the same pages, however many there are. */
export class PagedWords {
  readonly #pools = new Map<string, Pages & { pool: WordPool }>();
  readonly #near = new Map<string, WordPool[]>();

  add({ page, pageEnd = page }: Pages, texts: Iterable<string>): void {
    const key = `${page} ${pageEnd}`;
    const { pool } = this.#pools.get(key) ?? { pool: new WordPool() };
    this.#pools.set(key, { pool, page, pageEnd });
    pool.add(texts);
    this.#near.clear();
  }

  /** Pools with words of a page or of pages at most `reach` away; those without pages are near to all. */
  near(page: number | undefined, reach: number): readonly WordPool[] {
    const key = `${page} ${reach}`;
    const known = this.#near.get(key);
    if (known) return known;
    const isNear = ({ page: first, pageEnd: last }: Pages) =>
      page === undefined || first === undefined || (first - reach <= page && page <= (last ?? first) + reach);
    const found = [...this.#pools.values()].filter(isNear).map(({ pool }) => pool);
    this.#near.set(key, found);
    return found;
  }
}
