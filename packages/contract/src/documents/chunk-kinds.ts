/**
 * What a chunk consists of. `contents` is a part of the document's own table of contents: kept as its map, never found
 * as a hit. `summary` is written over other chunks and lies nowhere itself.
 */
export const chunkKinds = [
  'text',
  'table',
  'image',
  'row',
  'question_answer',
  'slide',
  'profile',
  'contents',
  'summary',
] as const;
export type ChunkKind = (typeof chunkKinds)[number];
