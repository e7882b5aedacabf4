import type { EmbeddingModel, TokenUsage } from '@lectern/models';
import { analyzeDocument, analyzeForIndex } from '@lectern/text-analysis';
import type { IndexedChunk } from './chunk-index.ts';
import { encodeProfile } from './profile.ts';

/** A chunk as the rest of the product knows it. `title`, `path`, `headings` and `questions` are its header. */
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
  /** Questions that the chunk answers: their words weigh like a title's. */
  questions?: string[];
  /** The chunk is one question with its answer: its vector is the mean of the two, so that either finds it. */
  isPair?: boolean;
  /** Keywords of the chunk: found like the text itself. */
  extra?: string[];
  /** The document's first page, found a little with each of its chunks: its words neither weigh nor lengthen much. */
  background?: string;
};

const embeddingBatch = 64;
/** Of the question in the vector of a pair. */
const questionShare = 0.5;
/** Chunks analysed in one go, some milliseconds: the process answers people meanwhile. */
const analysisBatch = 16;

function yieldToOthers(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** What embedding asks and how; `folderWeight` (0–1) is the share of the header in the vector. */
export type EmbedOptions = {
  embeddingModel: EmbeddingModel;
  folderWeight?: number;
  signal?: AbortSignal;
};

/**
 * One vector a chunk, in order: the unit vector of (1 − w) · text + w · header, the text of a pair being the mean of
 * its question and of all it says. Throws the embedding model's ModelError.
 */
export async function embedChunks(
  chunks: ChunkToIndex[],
  { embeddingModel, folderWeight = 0.1, signal }: EmbedOptions,
): Promise<{ vectors: Float32Array[]; usage: TokenUsage; withoutMeaning: number }> {
  let withoutMeaning = 0;
  const shared = new Map<string, Float32Array>();
  const vectors: Float32Array[] = [];
  const used: TokenUsage = { promptTokens: 0, completionTokens: 0 };
  for (let from = 0; from < chunks.length; from += embeddingBatch) {
    signal?.throwIfAborted();
    const batch = chunks.slice(from, from + embeddingBatch);
    const others = [...new Set(batch.flatMap((chunk) => listOthers(chunk, folderWeight)))].filter(
      (text) => !shared.has(text),
    );
    const texts = [...batch.map(joinBody), ...others];
    const answer = await embeddingModel.embed(texts, { kind: 'document', signal });
    used.promptTokens += answer.usage.promptTokens;
    if (answer.usage.estimated) used.estimated = true;
    for (const [i, text] of others.entries()) shared.set(text, answer.vectors[batch.length + i]!);
    for (const [i, chunk] of batch.entries()) {
      const own = answer.vectors[i]!;
      if (isZero(own)) {
        withoutMeaning++;
        vectors.push(makeNeutralVector(own.length));
        continue;
      }
      const question = chunk.isPair ? shared.get(joinQuestions(chunk)) : undefined;
      const text = mixVectors(own, question, questionShare);
      vectors.push(mixVectors(text, shared.get(joinHeader(chunk)), folderWeight));
    }
  }
  return { vectors, usage: used, withoutMeaning };
}

/** Analyses and embeds chunks for the index. Throws the embedding model's ModelError. */
export async function prepareChunks(
  chunks: ChunkToIndex[],
  options: EmbedOptions,
): Promise<{ chunks: IndexedChunk[]; usage: TokenUsage }> {
  const { vectors, usage } = await embedChunks(chunks, options);
  const prepared: IndexedChunk[] = [];
  for (const [i, chunk] of chunks.entries()) {
    if (i % analysisBatch === 0) await yieldToOthers();
    const { id, documentId } = chunk;
    prepared.push({ id, documentId, ...analyzeChunk(chunk), vector: vectors[i]! });
  }
  return { chunks: prepared, usage };
}

/** The keyword side of a chunk alone, for when its vector is already known. */
export function analyzeChunk(chunk: ChunkToIndex): { terms: string; profile: Uint8Array } {
  const body = analyzeForIndex(joinBody(chunk));
  const headers = analyzeForIndex([joinHeader(chunk), joinQuestions(chunk)].filter(Boolean).join('\n'));
  const header = [...new Set(headers.terms)];
  const headerFamilies = [...new Set(headers.families)];
  const background = chunk.background ? [...new Set(analyzeDocument(chunk.background))] : [];
  const families = [...new Set([...headerFamilies, ...body.families])];
  // The header is twice, so that the engine's own first ranking prefers it without losing the body.
  return {
    terms: [...header, ...header, ...body.terms, ...background, ...families].join(' '),
    profile: encodeProfile([...header, ...headerFamilies], body.terms, background, body.families),
  };
}

/** Texts to embed next to a chunk's own; many chunks have them in common. */
function listOthers(chunk: ChunkToIndex, folderWeight: number): string[] {
  const others = [folderWeight > 0 ? joinHeader(chunk) : '', chunk.isPair ? joinQuestions(chunk) : ''];
  return others.filter((text) => text !== '');
}

function joinQuestions({ questions = [] }: ChunkToIndex): string {
  return questions.join('\n');
}

function joinHeader(chunk: ChunkToIndex): string {
  const parts = [chunk.path?.replaceAll('/', ' '), chunk.title, ...(chunk.headings ?? [])];
  return [...new Set(parts.filter((part) => part !== undefined && part.trim() !== ''))].join('\n');
}

function joinBody(chunk: ChunkToIndex): string {
  return [chunk.text, ...(chunk.extra ?? [])].join('\n');
}

function isZero(vector: Float32Array): boolean {
  return vector.every((value) => value === 0);
}

/** A direction of no meaning, near to no question, for a chunk that is found by its words alone. */
function makeNeutralVector(dimensions: number): Float32Array {
  let state = 1;
  const vector = Float32Array.from({ length: dimensions }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  });
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

function mixVectors(text: Float32Array, header: Float32Array | undefined, share: number): Float32Array {
  if (header === undefined || share === 0) return text;
  const mixed = text.map((value, i) => (1 - share) * value + share * header[i]!);
  const length = Math.hypot(...mixed);
  return length > 0 ? mixed.map((value) => value / length) : text;
}
