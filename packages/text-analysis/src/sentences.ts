import type { TextRange } from './terms.ts';

/** A line that starts something of its own in Markdown: heading, list item, table row, quotation, fence. */
const blockStart = /^\s*(?:#{1,6}\s|[-*+•–]\s|\d{1,3}[.)]\s|\||>|```|~~~)/;
const sentenceEnd = /[.!?…]+["'”’»)\]]*(?=\s)|[。！？；]+["'”’」』）]*/gu;
const numbered = /^\s*(?:(?:#{1,6}|[-*+•–>])\s+)*\(?(?:\d{1,3}(?:\.\d{1,3})*|[ivxlc]{1,6}|[a-z])\.$/iu;
/** Words whose full stop ends no sentence. */
const abbreviation =
  /(?:^|[\s(«"'])(?:\p{L}|Mr|Mrs|Ms|Dr|Prof|St|vs|etc|No|Nos|Fig|Figs|Eq|Sec|Art|Inc|Ltd|Co|Corp|al|cf|approx|e\.g|i\.e|U\.S|p|pp|M|Mme|Mlle|n°|art|ex|env|chap|vol|éd)\.$/iu;

/**
 * The sentences of a Markdown or plain text, in order, without the space around them (UTF-16 offsets). A table row, a
 * list item and a heading each end a sentence.
 */
export function splitSentences(text: string): TextRange[] {
  const sentences: TextRange[] = [];
  for (const block of splitBlocks(text)) {
    const content = text.slice(block.start, block.end);
    let from = 0;
    for (const match of content.matchAll(sentenceEnd)) {
      const end = match.index + match[0].length;
      if (!endsSentence(content, from, match.index, end)) continue;
      pushTrimmed(sentences, text, block.start + from, block.start + end);
      from = end;
    }
    pushTrimmed(sentences, text, block.start + from, block.end);
  }
  return sentences;
}

/** Wrapped lines belong together until a blank line or a line that starts a block. */
function splitBlocks(text: string): TextRange[] {
  const blocks: TextRange[] = [];
  let open: TextRange | undefined;
  let start = 0;
  for (const line of text.split('\n')) {
    const end = start + line.length;
    const starts = blockStart.test(line);
    if (line.trim() === '') open = undefined;
    else if (open !== undefined && !starts) open.end = end;
    else {
      const block = { start, end };
      blocks.push(block);
      open = /^\s*(?:#{1,6}\s|\|)/.test(line) ? undefined : block;
    }
    start = end + 1;
  }
  return blocks;
}

function endsSentence(content: string, from: number, mark: number, end: number): boolean {
  if (!content[mark]!.startsWith('.')) return true;
  const next = content.slice(end).trimStart()[0];
  if (next !== undefined && /\p{Ll}/u.test(next)) return false;
  const before = content.slice(from, mark + 1);
  // A decimal that a scan has torn apart: 189, 175. 14
  if (/\d\.$/.test(before) && next !== undefined && /\d/.test(next)) return false;
  // The number of a heading or list item, and abbreviations.
  return !numbered.test(before) && !abbreviation.test(before);
}

function pushTrimmed(sentences: TextRange[], text: string, start: number, end: number): void {
  let from = start;
  let to = end;
  while (from < to && /\s/.test(text[from]!)) from++;
  while (to > from && /\s/.test(text[to - 1]!)) to--;
  if (to > from) sentences.push({ start: from, end: to });
}
