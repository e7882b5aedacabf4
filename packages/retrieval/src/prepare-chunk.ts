import type { EmbeddingModel, TokenUsage } from '@lectern/models';
import { analyzeDocument } from './analysis/terms.ts';
import type { IndexedChunk } from './chunk-index.ts';
import { encodeProfile } from './profile.ts';

/** A chunk as the rest of the product knows it. Everything but `text` is its header. */
export type ChunkToIndex = {
  id: string;
  documentId: string;
  text: string;
  /** The document's title, or its file name without the extension. */
  title?: string;
  /** Folder path inside the knowledge base, `/` between folders. */
  path?: string;
  /** Headings above the chunk, outermost first. */
  headings?: string[];
  /** Keywords and questions of the chunk, and the document's first page: found like the text itself. */
  extra?: string[];
};

const embeddingBatch = 64;
/** Chunks analysed in one go, some milliseconds: the process answers people meanwhile. */
const analysisBatch = 16;

function yieldToOthers(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * Analyses and embeds chunks for the index. `folderWeight` (0–1) is the share of the header in the vector: the unit
 * vector of (1 − w) · text + w · header. Throws the embedding model's ModelError.
 */
export async function prepareChunks(
  chunks: ChunkToIndex[],
  options: {
    embeddingModel: EmbeddingModel;
    folderWeight?: number;
    signal?: AbortSignal;
    onProgress?: (done: number, total: number) => void;
  },
): Promise<{ chunks: IndexedChunk[]; usage: TokenUsage }> {
  const { embeddingModel, folderWeight = 0.1, signal } = options;
  const headers = chunks.map(joinHeader);
  const headerVectors = new Map<string, Float32Array>();
  const prepared: IndexedChunk[] = [];
  const used: TokenUsage = { promptTokens: 0, completionTokens: 0 };
  for (let from = 0; from < chunks.length; from += embeddingBatch) {
    signal?.throwIfAborted();
    const batch = chunks.slice(from, from + embeddingBatch);
    const newHeaders = new Set(folderWeight > 0 ? headers.slice(from, from + embeddingBatch) : []);
    for (const header of newHeaders)
      if (header === '' || headerVectors.has(header)) newHeaders.delete(header);
    const texts = [...batch.map(joinBody), ...newHeaders];
    const { vectors, usage } = await embeddingModel.embed(texts, { kind: 'document', signal });
    used.promptTokens += usage.promptTokens;
    if (usage.estimated) used.estimated = true;
    for (const [i, header] of [...newHeaders].entries())
      headerVectors.set(header, vectors[batch.length + i]!);
    for (const [i, chunk] of batch.entries()) {
      if (i % analysisBatch === 0) await yieldToOthers();
      const header = headers[from + i]!;
      const vector = mixVectors(vectors[i]!, headerVectors.get(header), folderWeight);
      prepared.push({ id: chunk.id, documentId: chunk.documentId, ...analyzeChunk(chunk), vector });
    }
    options.onProgress?.(prepared.length, chunks.length);
  }
  return { chunks: prepared, usage: used };
}

/** The keyword side of a chunk alone, for when its vector is already known. */
export function analyzeChunk(chunk: ChunkToIndex): { terms: string; profile: Uint8Array } {
  const body = analyzeDocument(joinBody(chunk));
  const header = [...new Set(analyzeDocument(joinHeader(chunk)))];
  // The header stands twice, so that the engine's own first ranking prefers it without losing the body.
  return { terms: [...header, ...header, ...body].join(' '), profile: encodeProfile(header, body) };
}

function joinHeader(chunk: ChunkToIndex): string {
  const parts = [chunk.path?.replaceAll('/', ' '), chunk.title, ...(chunk.headings ?? [])];
  return [...new Set(parts.filter((part) => part !== undefined && part.trim() !== ''))].join('\n');
}

function joinBody(chunk: ChunkToIndex): string {
  return [chunk.text, ...(chunk.extra ?? [])].join('\n');
}

function mixVectors(text: Float32Array, header: Float32Array | undefined, share: number): Float32Array {
  if (header === undefined || share === 0) return text;
  const mixed = text.map((value, i) => (1 - share) * value + share * header[i]!);
  const length = Math.hypot(...mixed);
  return length > 0 ? mixed.map((value) => value / length) : text;
}
