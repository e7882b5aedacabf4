import type { Block } from '../../parsed-document.ts';
import type { PageDraft } from '../page/page-draft.ts';
import type { Element } from '../text/element.ts';

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
