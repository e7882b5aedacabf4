import type { Chunk } from '../chunk.ts';

/** A line of a cut résumé as a model sees it: its text, the chunk it is from, and what is before it there. */
export type NumberedLine = { text: string; chunk: Chunk; separator: '' | '\n' | '\n\n' };

/** The text of a chunk without the line that all of them begin with. */
export function bodyOf({ text, fields }: Chunk): string {
  const headline = typeof fields?.headline === 'string' ? fields.headline : '';
  return headline !== '' && text.startsWith(`${headline}\n\n`) ? text.slice(headline.length + 2) : text;
}

/** The lines of all chunks in order; their numbers are their places in the list, counted from 1. */
export function listNumberedLines(chunks: readonly Chunk[]): NumberedLine[] {
  return chunks.flatMap((chunk) => {
    const lines: NumberedLine[] = [];
    let separator: NumberedLine['separator'] = '';
    for (const text of bodyOf(chunk).split('\n')) {
      if (text.trim() === '') {
        if (lines.length > 0) separator = '\n\n';
        continue;
      }
      lines.push({ text, chunk, separator: lines.length === 0 ? '' : separator === '' ? '\n' : separator });
      separator = '';
    }
    return lines;
  });
}

/** Lines as the text of a chunk again. */
export function joinLines(lines: readonly NumberedLine[]): string {
  return lines
    .map(({ text, separator }, index) => (index === 0 ? '' : separator === '' ? '\n\n' : separator) + text)
    .join('');
}

/** Whether a text says a value, whatever its capitals, accents, spaces and marks. */
export function createTextMatcher(text: string): (value: string) => boolean {
  const fold = (given: string) =>
    given
      .normalize('NFKD')
      .replace(/[^\p{L}\p{N}@+]/gu, '')
      .toLowerCase();
  const all = fold(text);
  return (value) => fold(value) !== '' && all.includes(fold(value));
}
