import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Chunk, cutContents, measureCoverage } from '@lectern/chunking';
import type { ParsedDocument } from '@lectern/parsing';
import { writeLines } from '../chunk-lines.ts';
import {
  type ChunkedTogether,
  type ChunkFileRequest,
  type ChunkFileResult,
  type ChunkLine,
  type ChunkTogetherRequest,
  type ChunkTogetherResult,
  chunkFiles,
  type ParseFileRequest,
  type PreviewFileRequest,
  type PreviewFileResult,
  type TextlessResult,
} from '../requests.ts';
import { describeChunks, readAndChunk, renderForm, TextlessPages } from './read-file.ts';
import { renderPictures } from './render-pictures.ts';

/** Tokens of one of its chunks. */
const contentsBudget = 512;

/** Lines that are written within a second or less. */
const linesToTell = 1_000;

type OnProgress = (done: number, total: number) => void;

/** A title, a date, a reference number: more than this is no first page but the document. */
const longestFirstPage = 4_000;

export async function previewFile(
  request: PreviewFileRequest,
  onProgress: OnProgress,
): Promise<PreviewFileResult> {
  const { document, cut } = await readAndChunk(request, onProgress);
  return {
    ...describeChunks(request, document, cut),
    chunks: cut.chunks.slice(0, request.chunks),
    rendered: request.render ? renderForm(document) : undefined,
  };
}

/** The whole cut, written into the caller's folder: a hundred thousand rows never are in one message. */
export function chunkFile(
  request: ChunkFileRequest,
  onProgress: OnProgress,
): Promise<ChunkFileResult | TextlessResult> {
  return writeChunks(request, onProgress).catch((error) => {
    if (error instanceof TextlessPages) return { textless: error.pages };
    throw error;
  });
}

async function writeChunks(request: ChunkFileRequest, onProgress: OnProgress): Promise<ChunkFileResult> {
  const { bytes, document, chunks, facts, stillWorking } = await chunkAll(request, onProgress);
  const pictures = await renderPictures(chunks, { document, bytes, folder: request.folder, onProgress });
  await writeLines(request.folder, listLines(chunks, pictures, stillWorking));
  stillWorking();
  const rendered = renderForm(document);
  if (rendered) await writeFile(join(request.folder, chunkFiles.rendered), JSON.stringify(rendered));
  stillWorking();
  return { ...facts, rendered: rendered !== undefined };
}

/** Each file by itself: one that cannot be read does not stop the others. */
export async function chunkFilesTogether(
  { files }: ChunkTogetherRequest,
  onProgress: OnProgress,
): Promise<ChunkTogetherResult> {
  const results: ChunkTogetherResult = [];
  for (const file of files) {
    results.push(await chunkSmallFile(file).catch(() => null));
    onProgress(results.length, files.length);
  }
  return results;
}

async function chunkSmallFile(request: ParseFileRequest): Promise<ChunkedTogether | null> {
  const { document, chunks, facts } = await chunkAll(request, () => {});
  const needsMore = facts.tables.length > 0 || facts.refinement.calls > 0 || facts.chunkCount === 0;
  if (needsMore || chunks.some(({ imageBlockId, imagePage }) => imageBlockId ?? imagePage)) return null;
  return { facts, chunks, rendered: renderForm(document) };
}

async function chunkAll(
  request: ParseFileRequest & Partial<Pick<ChunkFileRequest, 'folder' | 'stopAtTextless'>>,
  onProgress: OnProgress,
) {
  const { bytes, document, cut, stillWorking } = await readAndChunk(request, onProgress);
  // A map without anything to find is no document.
  const map = cut.chunks.length > 0 ? await chunkMap(document, request.contentsCount ?? 0) : [];
  const chunks = [...cut.chunks, ...map];
  stillWorking();
  const facts = {
    ...describeChunks(request, document, { ...cut, chunks }),
    firstPageText: readFirstPage(document),
    textSha256: hashText(document),
    coverage: measureCoverage(document, cut),
  };
  return { bytes, document, chunks, facts, stillWorking };
}

function* listLines(
  chunks: Chunk[],
  pictures: Map<Chunk, string>,
  stillWorking: () => void,
): Generator<ChunkLine> {
  for (const [index, chunk] of chunks.entries()) {
    const picture = pictures.get(chunk);
    yield picture === undefined ? { chunk } : { chunk, picture };
    if (index % linesToTell === 0) stillWorking();
  }
}

/** The document's own table of contents: shown to the model with its hits, never found itself. */
function chunkMap(document: ParsedDocument, count: number): Promise<Chunk[]> {
  return cutContents(document, { count, budget: contentsBudget });
}

function readFirstPage({ blocks }: ParsedDocument): string {
  let text = '';
  for (const block of blocks) {
    if ((block.page ?? 1) > 1 || text.length > longestFirstPage) break;
    if (block.text.trim() !== '') text += `${text === '' ? '' : '\n\n'}${block.text.trim()}`;
  }
  return text.slice(0, longestFirstPage).toWellFormed();
}

/** The same for the same words in another format: spaces are folded, and where a block ends does not count. */
function hashText(document: ParsedDocument): string {
  const hash = createHash('sha256');
  const add = ({ blocks, children }: ParsedDocument) => {
    for (const { text } of blocks) {
      const folded = text.replace(/\s+/gu, ' ').trim();
      if (folded !== '') hash.update(`${folded} `);
    }
    for (const child of children) add(child.document);
  };
  add(document);
  return hash.digest('hex');
}
