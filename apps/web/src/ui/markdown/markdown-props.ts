import type { ReactNode } from 'react';

export type MarkdownProps = {
  text: string;
  /** Draws the marker `[n]`; markers stay plain text when left out or when it returns undefined. */
  renderCitation?: (number: number) => ReactNode | undefined;
};
