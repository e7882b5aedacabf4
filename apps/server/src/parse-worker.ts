import { readFile } from 'node:fs/promises';
import { startParserWorker } from '@lectern/adapters';
import { getChunkMethod } from '@lectern/chunking';
import { readDocument, renderDocumentHtml, renderPdfPage } from '@lectern/parsing';
import type { DrawPageRequest, ParseFileRequest, ParseFileResult } from './features/documents/parse-file.ts';

/** The program of a parser process: one file in, its chunks and readable form out. */
async function parseFile(
  request: ParseFileRequest,
  onProgress: (done: number, total: number) => void,
): Promise<ParseFileResult> {
  const { readingOptions } = request;
  const document = await readDocument(
    { name: request.name, bytes: await readFile(request.path) },
    {
      layoutRecognition: readingOptions.layoutRecognition,
      pages: request.maxPages
        ? firstPages(readingOptions.pageRanges, request.maxPages)
        : readingOptions.pageRanges,
      onProgress,
    },
  );
  const { chunks } = await getChunkMethod(request.chunkMethod).chunk(document, request.chunkOptions);
  return {
    format: document.format,
    title: document.title,
    pageCount: document.pages.length,
    metadata: document.metadata,
    warnings: document.warnings,
    chunks,
    rendered:
      request.render && document.format !== 'pdf'
        ? {
            html: renderDocumentHtml(document),
            blocks: document.blocks.map(({ id, charRange }) => ({ id, ...charRange })),
          }
        : undefined,
  };
}

/** The ranges cut to so many pages in all. */
function firstPages(ranges: { from: number; to: number }[], pages: number): { from: number; to: number }[] {
  const kept: { from: number; to: number }[] = [];
  let left = pages;
  for (const { from, to } of ranges.length > 0 ? ranges : [{ from: 1, to: pages + 1 }]) {
    if (left <= 0) break;
    const end = Math.min(to, from + left);
    kept.push({ from, to: end });
    left -= end - from;
  }
  return kept;
}

async function drawPage({ path, page, width }: DrawPageRequest): Promise<Uint8Array> {
  return renderPdfPage(await readFile(path), page, { widthPx: width });
}

await startParserWorker({ parseFile, drawPage });
