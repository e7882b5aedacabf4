import { readFile } from 'node:fs/promises';
import { type Chunk, type ChunkResult, getChunkMethod, watchCounting } from '@lectern/chunking';
import { type ParsedDocument, readDocument, renderDocumentHtml } from '@lectern/parsing';
import { firstPages } from '../first-pages.ts';
import { checkMethodTakesRead } from '../method-formats.ts';
import type { ChunkingFacts, ParseFileRequest, RenderedForm } from '../requests.ts';
import { openFileConverter } from './convert-file.ts';
import { createHeartbeat } from './heartbeat.ts';

type OnProgress = (done: number, total: number) => void;

/** Reads and chunks one file; also returns its bytes, from which pages are rendered, and the heartbeat. */
export async function readAndChunk(
  request: ParseFileRequest & { folder?: string; render?: boolean; stopAtTextless?: boolean },
  onProgress: OnProgress,
): Promise<{ bytes: Uint8Array; document: ParsedDocument; cut: ChunkResult; stillWorking: () => void }> {
  const { readingOptions, recognised, speech } = request;
  const signs = createHeartbeat(onProgress);
  const bytes = await readFile(request.path);
  const document = await readDocument(
    { name: request.name, bytes },
    {
      layoutRecognition: readingOptions.layoutRecognition,
      mainContentOnly: readingOptions.mainContentOnly,
      leaveNothingOut: readingOptions.leaveNothingOut,
      ...(request.stopAtTextless ? { skipTextless: true } : {}),
      pages: request.maxPages
        ? firstPages(readingOptions.pageRanges, request.maxPages)
        : readingOptions.pageRanges,
      ...(recognised ? { recognised } : {}),
      ...(speech ? { speech } : {}),
      convert: openFileConverter(request.folder, signs.onProgress),
      onProgress: signs.onProgress,
    },
  );
  signs.stillWorking();
  const textless = document.warnings.flatMap(({ code, page }) =>
    code === 'page_needs_ocr' && page !== undefined ? [page] : [],
  );
  if (request.stopAtTextless && textless.length > 0) throw new TextlessPages(textless);
  // Whoever wants to see it has no use for the chunks.
  if (!request.render) checkMethodTakesRead(request.chunkMethod, document.format);
  const stopWatching = watchCounting(signs.stillWorking);
  try {
    const cut = await getChunkMethod(request.chunkMethod).chunk(document, request.chunkOptions);
    return { bytes, document, cut, stillWorking: signs.stillWorking };
  } finally {
    stopWatching();
  }
}

/** Thrown to stop before pages without text are chunked: they have to be recognised first. */
export class TextlessPages extends Error {
  readonly pages: number[];
  constructor(pages: number[]) {
    super('pages without text');
    this.pages = pages;
  }
}

const noCalls = { calls: 0, promptTokens: 0, completionTokens: 0 };

export function describeChunks(
  request: ParseFileRequest,
  document: ParsedDocument,
  cut: ChunkResult,
): ChunkingFacts {
  const { refinement } = getChunkMethod(request.chunkMethod);
  return {
    format: document.format,
    title: document.title,
    pageCount: document.pages.length,
    metadata: document.metadata,
    warnings: document.warnings,
    facts: cut.facts ?? {},
    notes: cut.notes ?? [],
    tables: cut.tables ?? [],
    refinement: refinement?.estimate(cut, request.chunkOptions) ?? noCalls,
    figures: cut.chunks.filter((chunk) => chunk.imageBlockId !== undefined).length,
    chunkCount: cut.chunks.length,
    kinds: countKinds(cut.chunks),
  };
}

function countKinds(chunks: Chunk[]): ChunkingFacts['kinds'] {
  const kinds: ChunkingFacts['kinds'] = {};
  for (const { kind, tokens } of chunks) {
    const count = kinds[kind] ?? { chunks: 0, tokens: 0 };
    kinds[kind] = { chunks: count.chunks + 1, tokens: count.tokens + tokens };
  }
  return kinds;
}

/** What people see of a format that a browser does not draw by itself. */
export function renderForm(document: ParsedDocument): RenderedForm | undefined {
  if (document.format === 'pdf') return undefined;
  return {
    html: renderDocumentHtml(document),
    blocks: document.blocks.map(({ id, charRange }) => ({ id, ...charRange })),
  };
}
