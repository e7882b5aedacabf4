import { readFile } from 'node:fs/promises';
import { listPagesOfFile, recognisePagesOfFile, startParserWorker } from '@lectern/adapters';
import { extractGuide, type GuidePassage } from '@lectern/answering';
import { type ReadPageTask, readPageBytes, readSitemap } from '@lectern/crawling';
import { type GroupOptions, groupVectors } from '@lectern/enrichment';
import { renderPageImage } from '@lectern/parsing';
import {
  assembleGraphOfFile,
  drawMindMapOfPassages,
  extractGraph,
} from './features/knowledge-graphs/build/graph-work.ts';
import type { RenderPageRequest } from './platform/parser-process/requests.ts';
import { chunkFile, chunkFilesTogether, previewFile } from './platform/parser-process/worker/chunk-file.ts';

// The program of a parser process: everything that needs a whole document in memory happens here.

async function renderPage({ path, name, page, width }: RenderPageRequest): Promise<Uint8Array> {
  return renderPageImage({ name, bytes: await readFile(path) }, page, { widthPx: width });
}

/** Laying out thousands of vectors takes seconds, in which the server would answer nobody. */
function group(
  { vectors, options }: { vectors: Float32Array[]; options: GroupOptions },
  onProgress: (done: number, total: number) => void,
): Promise<number[][]> {
  return groupVectors(vectors, { ...options, onProgress });
}

await startParserWorker({
  chunkFile,
  chunkFilesTogether,
  previewFile,
  renderPage,
  group,
  readWebPage: async (task: ReadPageTask) => readPageBytes(task),
  readSitemap: async (bytes: Uint8Array) => readSitemap(bytes),
  listPages: listPagesOfFile,
  recognisePages: recognisePagesOfFile,
  extractGraph,
  assembleGraph: assembleGraphOfFile,
  drawMindMap: drawMindMapOfPassages,
  extractGuide: async (passages: GuidePassage[]) => extractGuide(passages),
});
