const before = 40;
const after = 120;
const literal = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The words of a search; a message is found where it contains all of them. */
export function searchWords(search: string): string[] {
  return [...new Set(search.split(/\s+/).filter(Boolean))].slice(0, 8);
}

/** What stands around the first of these words, in one line and cut at words. */
export function cutSnippet(content: string, words: string[]): string {
  const text = content
    .replace(/\[\d+\]/g, '')
    .replace(/[*#`|>]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const found = text.search(new RegExp(words.map(literal).join('|'), 'iu'));
  const at = Math.max(0, found);
  const start = at <= before ? 0 : text.indexOf(' ', at - before) + 1 || at - before;
  const from = start > at ? at : start;
  const rest = text.slice(from);
  const cut =
    rest.length <= before + after ? rest : rest.slice(0, before + after).replace(/\s+\S{0,20}$/, '');
  return `${from > 0 ? '…' : ''}${cut}${cut.length < rest.length ? '…' : ''}`;
}
