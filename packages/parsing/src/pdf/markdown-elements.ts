import { readMarkdown } from '../markup/read-markdown.ts';
import type { Block } from '../parsed-document.ts';
import type { Element } from './elements.ts';
import type { PageDraft } from './page-draft.ts';

/** The blocks of a page that a model wrote down as Markdown. */
export function readPageMarkdown(markdown: string): Block[] {
  const bytes = Buffer.from(markdown.replace(/^\s*```(?:markdown|md)?\n([\s\S]*?)\n```\s*$/, '$1'));
  try {
    return readMarkdown({ name: 'page.md', bytes }).blocks;
  } catch {
    // Nonsense that only looks like Markdown.
    return [];
  }
}

/** Such blocks as parts of their page; all that is known of their place is the page. */
export function buildMarkdownElements(page: PageDraft, blocks: readonly Block[]): Element[] {
  const box = { x0: 0, y0: 0, x1: page.width, y1: page.height };
  return blocks.map((block): Element => {
    const { type, text, marker, level, table } = block;
    return {
      type,
      text,
      lines: [],
      parts: [{ page, box, direction: 0 }],
      source: 'vision',
      ...(marker === undefined ? {} : { marker }),
      ...(table === undefined ? {} : { table }),
      ...(type === 'heading' && level !== undefined
        ? // A size of its own for each level, below all that is measured.
          { heading: { style: { size: -level, weight: 0 }, known: level } }
        : {}),
    };
  });
}
