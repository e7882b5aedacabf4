import type { ChunkMethod } from '../method.ts';
import { audio } from './audio.ts';
import { book } from './book.ts';
import { email } from './email.ts';
import { naive } from './naive.ts';
import { one } from './one.ts';
import { picture } from './picture.ts';
import { presentation } from './presentation.ts';
import { table } from './table.ts';

/** Every chunk method, in the order in which they are offered. */
export const chunkMethods: readonly ChunkMethod[] = [
  naive,
  book,
  presentation,
  table,
  picture,
  one,
  email,
  audio,
];
