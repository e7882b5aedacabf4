import { splitSentences } from '@lectern/text-analysis';

/** A sentence of a passage, word for word. For a table row, `heading` is the table's header and its rule. */
export type Sentence = { text: string; order: number; heading: string | undefined; isItem: boolean };

const listItem = /^\s*(?:[-*+•–]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s+/;

export function splitPassage(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  const push = (piece: string, heading?: string) => {
    const isItem = listItem.test(piece);
    const trimmed = piece.trim().replace(listItem, '').replace(/^>\s+/, '');
    if (trimmed !== '') sentences.push({ text: trimmed, order: sentences.length, heading, isItem });
  };
  let prose = '';
  let table: string[] = [];
  const closeProse = () => {
    for (const { start, end } of splitSentences(prose)) push(prose.slice(start, end));
    prose = '';
  };
  for (const line of text.split('\n')) {
    const isRow = /^\s*\|.*\|\s*$/.test(line);
    if (!isRow) table = [];
    if (isRow) {
      closeProse();
      table.push(line.trim());
      const hasHeader = table.length > 2 && /^\|[\s:|-]+\|$/.test(table[1]!);
      if (hasHeader) push(line, `${table[0]}\n${table[1]}`);
    } else if (/^\s*#{1,6}\s/.test(line) || line.trim() === '') closeProse();
    else prose += `${line}\n`;
  }
  closeProse();
  return sentences;
}
