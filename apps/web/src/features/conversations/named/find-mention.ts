/** What stands between an `@` and the cursor, and where it begins; undefined where no document is being named. */
export type Mention = { start: number; search: string };

const longest = 80;

/** An `@` that begins a word: an e-mail address names no document. */
export function findMention(text: string, cursor: number): Mention | undefined {
  const before = text.slice(0, cursor);
  const start = before.lastIndexOf('@');
  if (start < 0 || (start > 0 && !/[\s(（，。]/.test(before[start - 1] ?? ''))) return undefined;
  const search = before.slice(start + 1);
  return search.length > longest || /[\n@]|\s{2}|^\s/.test(search) ? undefined : { start, search };
}

/** The text without the mention, and where the cursor then is. */
export function cutMention(text: string, { start, search }: Mention): { text: string; cursor: number } {
  const rest = text.slice(start + 1 + search.length);
  const before = text.slice(0, start);
  return { text: before + (before.endsWith(' ') || before === '' ? rest.trimStart() : rest), cursor: start };
}
