import type { BlockType } from '../../parsed-document.ts';
import type { ImageItem, Line, PageDraft, TableItem } from '../page/page-draft.ts';
import type { Rectangle } from '../page/page-geometry.ts';
import type { HeadingStyle } from './headings.ts';

/** A part of one page whose type is known; the step before a block. */
export type Element = {
  type: BlockType;
  text: string;
  parts: { page: PageDraft; box: Rectangle; direction: number }[];
  lines: Line[];
  marker?: string;
  level?: number;
  heading?: { style: HeadingStyle; known?: number };
  table?: TableItem['table'];
  image?: ImageItem['image'];
  /** Where it is not plain from the lines. */
  source?: 'vision';
};
