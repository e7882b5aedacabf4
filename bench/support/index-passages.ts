import { getChunkMethod } from '../../packages/chunking/src/index.ts';
import type { EmbeddingModel } from '../../packages/models/src/index.ts';
import { hashedEmbeddingModel } from '../../packages/models/src/providers/built-in/index.ts';
import { readDocument, UnreadableFileError } from '../../packages/parsing/src/index.ts';
import { type ChunkIndex, type ChunkToIndex, prepareChunks } from '../../packages/retrieval/src/index.ts';
import type { Collection, Passage } from '../retrieval-collections.ts';

/**
 * Each passage a Markdown document under its title, cut by the default method, in a table of the collection's name.
 * Returns the texts by chunk id.
 */
export async function indexPassages(
  into: ChunkIndex,
  { name, passages }: Collection,
  embeddingModel: EmbeddingModel = hashedEmbeddingModel,
  { dimensions = 384, table = name } = {},
): Promise<Map<string, string>> {
  await into.create(table, { dimensions });
  const chunks: ChunkToIndex[] = [];
  for (const passage of passages) chunks.push(...(await cutDocument(passage)));
  const prepared = await prepareChunks(chunks, { embeddingModel });
  // One write for all: a bench of search, not of ingest.
  await into.upsertChunks(table, prepared.chunks);
  await into.optimise(table);
  return new Map(chunks.map(({ id, text }) => [id, text]));
}

/** An empty passage has no chunks, as an empty file has none in the product. */
async function cutDocument({ id, title, text }: Passage): Promise<ChunkToIndex[]> {
  const name = id.replaceAll('/', '_');
  const bytes = new TextEncoder().encode(title === '' ? text : `# ${title}\n\n${text}`);
  try {
    const document = await readDocument({ name: `${name}.md`, bytes });
    const { chunks } = await getChunkMethod('naive').chunk(document, {});
    return chunks.map((chunk) => ({
      id: `${id}/${chunk.ordinal}`,
      documentId: id,
      text: chunk.text,
      title: document.title ?? name,
      headings: chunk.headingPath,
    }));
  } catch (error) {
    if (error instanceof UnreadableFileError) return [];
    throw error;
  }
}
