import { splitSentences } from '@lectern/text-analysis';

/** A sentence, heading or table cell, as plain words. */
export type Segment = { text: string; kind: 'sentence' | 'heading' | 'cell' };

/** A chunk's Markdown as segments without markup; code is left out. */
export function splitSegments(markdown: string): Segment[] {
  const text = markdown.replace(/```[\s\S]*?(?:```|$)/g, '\n').replace(/<[^<>\n]{1,300}>/g, ' ');
  const segments: Segment[] = [];
  for (const { start, end } of splitSentences(text)) {
    const piece = text.slice(start, end);
    if (/^\s*\|/.test(piece)) {
      if (/^[\s|:-]+$/.test(piece)) continue;
      for (const cell of piece.split('|')) push(segments, cell, 'cell');
    } else push(segments, piece, /^\s*#{1,6}\s/.test(piece) ? 'heading' : 'sentence');
  }
  return segments;
}

function push(segments: Segment[], piece: string, kind: Segment['kind']): void {
  const text = piece
    .replace(/^\s*(?:#{1,6}|[-*+•–>]|\d{1,3}[.)])\s+/, '')
    .replace(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replace(/https?:\/\/\S+/g, ' ')
    .replace(/(\*\*|__|\*|`|~~)/g, '')
    .replace(/-\s*\n\s*(?=\p{Ll})/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (/\p{L}/u.test(text)) segments.push({ text, kind });
}
