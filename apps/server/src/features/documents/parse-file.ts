import type { Chunk } from '@lectern/chunking';
import type { ChunkOptions, ReadingOptions } from '@lectern/contract';
import type { ParseWarning } from '@lectern/parsing';

/** What the parser process is asked: everything that needs the whole document in memory happens there. */
export type ParseFileRequest = {
  /** A file on this machine. */
  path: string;
  name: string;
  chunkMethod: string;
  chunkOptions: ChunkOptions;
  readingOptions: ReadingOptions;
  /** Make the readable form too. */
  render: boolean;
  /** Stop reading after so many pages: for previews. */
  maxPages?: number;
};

export type RenderedForm = { html: string; blocks: { id: string; start: number; end: number }[] };

export type ParseFileResult = {
  format: string;
  title: string | undefined;
  pageCount: number;
  metadata: Record<string, string>;
  warnings: ParseWarning[];
  chunks: Chunk[];
  rendered: RenderedForm | undefined;
};

export type DrawPageRequest = { path: string; page: number; width: number };
