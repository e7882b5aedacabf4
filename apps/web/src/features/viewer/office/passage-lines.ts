import type { CharRange, RenderedDocument } from '@lectern/contract';
import { findText } from '../find-text.ts';
import { readPieces } from '../html/block-text.ts';
import { extractRows, textOfRow } from '../html/long-tables.ts';
import { sanitiseHtml } from '../html/sanitise-html.ts';
import type { Passage } from '../passage.ts';

/** A passage as words that can be searched for in the pages of the same document. */
export type PassageLines = {
  /** Paragraphs and rows, in order. */
  lines: string[];
  /** Where it begins in the whole text, 0–1. */
  position: number;
  /** The name of its page, such as that of a sheet. */
  pageName: string | undefined;
};

/** The readable form of a document, for looking passages up. */
export class RenderedText {
  readonly #blocks: RenderedDocument['blocks'];
  readonly #root: ParentNode;
  readonly #rows: ReadonlyMap<string, readonly string[]>;

  constructor({ html, blocks }: RenderedDocument) {
    const { html: rest, rows } = extractRows(html);
    this.#blocks = blocks;
    this.#rows = rows;
    this.#root = sanitiseHtml(rest);
  }

  read({ charRange, quote, page }: Passage): PassageLines {
    const range = charRange ?? undefined;
    const lines = range ? this.#blocks.flatMap((block) => this.#linesOf(block, range)) : [];
    const length = this.#blocks.at(-1)?.end ?? 0;
    return {
      lines: lines.length > 0 || !quote ? lines : [quote],
      position: range && length > 0 ? range.start / length : 0,
      pageName: page
        ? (this.#root.querySelector<HTMLElement>(`[data-page-start="${page}"]`)?.dataset.label ?? undefined)
        : undefined,
    };
  }

  /** Where these words stand in the document text; `position` chooses, if they do several times. */
  findOffset(words: string, position: number): number | undefined {
    const length = this.#blocks.at(-1)?.end ?? 0;
    let nearest: { offset: number; distance: number } | undefined;
    for (const { id, start } of this.#blocks) {
      const [found] = findText([this.#textOf(id)], words);
      if (!found) continue;
      const offset = start + found.start;
      const distance = Math.abs(offset / Math.max(length, 1) - position);
      if (distance < (nearest?.distance ?? Number.POSITIVE_INFINITY)) nearest = { offset, distance };
    }
    return nearest?.offset;
  }

  #linesOf({ id, start, end }: RenderedDocument['blocks'][number], range: CharRange): string[] {
    if (start >= range.end || end <= range.start) return [];
    const text = this.#textOf(id);
    // Where the text is not the document's letter for letter, offsets cannot be trusted: the block must do.
    const part =
      text.length === end - start
        ? text.slice(Math.max(range.start - start, 0), Math.min(range.end, end) - start)
        : text;
    return part.split('\n').filter((line) => line.trim() !== '');
  }

  #textOf(id: string): string {
    const rows = this.#rows.get(id);
    if (rows) return rows.map(textOfRow).join('\n');
    const element = this.#root.querySelector(`[data-block-id="${CSS.escape(id)}"]`);
    return element
      ? readPieces(element)
          .map(({ text }) => text)
          .join('')
      : '';
  }
}
