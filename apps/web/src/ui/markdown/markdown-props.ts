import type { ReactNode } from 'react';
import type { MarkedRange } from './mark-ranges.ts';

export type MarkdownProps = {
  text: string;
  /** Draws the marker `[n]`; markers stay plain text when left out or when it returns undefined. */
  renderCitation?: (number: number) => ReactNode | undefined;
  /** Pieces of the text to draw in their own way; in order, without overlaps. */
  ranges?: readonly MarkedRange[];
  renderRange?: (key: string, children: ReactNode) => ReactNode;
};
