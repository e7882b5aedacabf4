/** A sentence of a passage, word for word. For a table row, `heading` is the table's header and its rule. */
export type Sentence = { text: string; order: number; heading: string | undefined; isItem: boolean };

const listItem = /^\s*(?:[-*+•–]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s+/;
const blockStart = /^\s*(?:#{1,6}\s|[-*+•–]\s|\d{1,3}[.)]\s|\||>)/;
const ends = /[.!?…]+["'”’»)\]]*(?=\s)|[。！？；]+["'”’」』）]*/gu;
const abbreviation =
  /(?:^|[\s(])(?:\p{L}|Mr|Mrs|Ms|Dr|Prof|St|vs|etc|No|Fig|Eq|Art|Inc|Ltd|Co|Corp|al|cf|e\.g|i\.e|U\.S|p|pp|Mme)\.$/iu;

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
    for (const piece of cutSentences(prose)) push(piece);
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
    else {
      if (blockStart.test(line)) closeProse();
      prose += prose === '' ? line : `\n${line}`;
    }
  }
  closeProse();
  return sentences;
}

function cutSentences(prose: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  for (const match of prose.matchAll(ends)) {
    const end = match.index + match[0].length;
    const before = prose.slice(from, match.index + 1);
    const next = prose.slice(end).trimStart()[0];
    const isStop = match[0].startsWith('.');
    if (isStop && (abbreviation.test(before) || /^\s*\d{1,3}\.$/.test(before))) continue;
    if (isStop && next !== undefined && /\p{Ll}/u.test(next)) continue;
    // A decimal that a scan has torn apart: 189, 175. 14
    if (isStop && /\d\.$/.test(before) && next !== undefined && /\d/.test(next)) continue;
    pieces.push(prose.slice(from, end));
    from = end;
  }
  pieces.push(prose.slice(from));
  return pieces;
}
