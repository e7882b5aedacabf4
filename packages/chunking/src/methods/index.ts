import type { ChunkMethod } from '../method.ts';
import { audio } from './audio.ts';
import { book } from './book.ts';
import { email } from './email.ts';
import { knowledgeGraph } from './knowledge_graph.ts';
import { laws } from './laws.ts';
import { manual } from './manual.ts';
import { naive } from './naive.ts';
import { one } from './one.ts';
import { paper } from './paper.ts';
import { picture } from './picture.ts';
import { presentation } from './presentation.ts';
import { qa } from './qa.ts';
import { resume } from './resume.ts';
import { table } from './table.ts';

/** Every chunk method, in the order in which they are offered. */
export const chunkMethods: readonly ChunkMethod[] = [
  naive,
  book,
  laws,
  manual,
  paper,
  presentation,
  qa,
  resume,
  table,
  picture,
  one,
  knowledgeGraph,
  email,
  audio,
];
