import type { CallEstimate, Chunk, ChunkResult, ChunkTable, Coverage } from '@lectern/chunking';
import type { ChunkKind, ChunkOptions, ReadingOptions } from '@lectern/contract';
import type { ParseWarning, RecognisedPage, SpeechSegment } from '@lectern/parsing';

/** What the parser process is asked: everything that needs the whole document in memory happens there. */
export type ParseFileRequest = {
  /** A file on this machine. */
  path: string;
  name: string;
  chunkMethod: string;
  chunkOptions: ChunkOptions;
  readingOptions: ReadingOptions;
  /** Text of pages and recordings that have none of their own. */
  recognised?: RecognisedPage[];
  speech?: SpeechSegment[];
  /** Chunks to make of the document's own table of contents. */
  contentsCount?: number;
  /** Stop reading after so many pages: for previews. */
  maxPages?: number;
};

export type RenderedForm = { html: string; blocks: { id: string; start: number; end: number }[] };

export type KindCount = { chunks: number; tokens: number };

/** All of a cut but its chunks. */
export type ChunkingFacts = {
  format: string;
  title: string | undefined;
  pageCount: number;
  metadata: Record<string, string>;
  warnings: ParseWarning[];
  facts: Record<string, string>;
  notes: NonNullable<ChunkResult['notes']>;
  tables: ChunkTable[];
  /** What the method's own second pass will ask of a chat model. */
  refinement: CallEstimate;
  /** Chunks that show a figure. */
  figures: number;
  /** Of every kind. */
  chunkCount: number;
  kinds: Partial<Record<ChunkKind, KindCount>>;
};

/** For previews: the first chunks, and the readable form, without anything being kept. */
export type PreviewFileRequest = ParseFileRequest & { chunks: number; render: boolean };
export type PreviewFileResult = ChunkingFacts & { chunks: Chunk[]; rendered: RenderedForm | undefined };

/** A cut may be too large for one message: it is written into a folder of the caller's, a chunk a line. */
export type ChunkFileRequest = ParseFileRequest & {
  folder: string;
  /** Make no chunks if there are pages without text, but say which: so that the file need not be opened to ask. */
  stopAtTextless?: boolean;
};
export type TextlessResult = { textless: number[] };
export type ChunkFileResult = ChunkingFacts & {
  /** Of the first page, or of the beginning where the format has no pages. */
  firstPageText: string;
  /** Of the text as read, spaces folded. */
  textSha256: string;
  coverage: Coverage;
  rendered: boolean;
};

/** Small files that are read and chunked together, without a folder: their chunks fit one message. */
export type ChunkTogetherRequest = { files: ParseFileRequest[] };
/** In the order of the files; null for one that needs a way of its own: it has pictures, or could not be read. */
export type ChunkTogetherResult = (ChunkedTogether | null)[];
export type ChunkedTogether = {
  facts: Omit<ChunkFileResult, 'rendered'>;
  chunks: Chunk[];
  rendered: RenderedForm | undefined;
};

/** What `ChunkFileRequest.folder` holds afterwards. */
export const chunkFiles = { chunks: 'chunks.jsonl', rendered: 'rendered.json' } as const;

/** One line: a chunk, and the name of its picture's file in the same folder. */
export type ChunkLine = { chunk: Chunk; picture?: string };

export type RenderPageRequest = { path: string; name: string; page: number; width: number };
