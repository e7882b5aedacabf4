import { getChunkMethod, loadTokenCounter } from '../../packages/chunking/src/index.ts';
import { createKeywordFinder } from '../../packages/enrichment/src/index.ts';
import { type ParsedDocument, readDocument } from '../../packages/parsing/src/index.ts';
import type { ChunkToIndex } from '../../packages/retrieval/src/index.ts';
import { givenSettings, openLocalSearch } from './local-search.ts';
import { type Hit, type LongCollection, scoreHits } from './long-documents.ts';
import { type Indexed, runVariants, type Variant } from './run-variants.ts';
import type { Compared, QuestionFigures } from './variant-figures.ts';

/** How whole documents are read, cut, indexed and searched; absent: the base line. */
export type CutVariant = Variant & {
  method?: string;
  options?: Record<string, unknown>;
  layoutRecognition?: boolean;
  keywords?: number;
  folderWeight?: number;
  keywordWeight?: number;
};

type Read = { documents: { name: string; document: ParsedDocument }[]; seconds: number };
type Made = Indexed & { table: string; hits: Map<string, Hit> };

/** Whole documents, read once, then cut and searched in this process by what the server calls. */
export async function measureCuts(
  collections: LongCollection[],
  variants: CutVariant[],
  onRow: (row: Compared) => void,
): Promise<Compared[]> {
  const countTokens = await loadTokenCounter();
  const search = await openLocalSearch();
  const known = new Map<string, Read>();
  const read = async (collection: LongCollection, layoutRecognition = true) => {
    const key = `${collection.name} ${layoutRecognition}`;
    const found = known.get(key) ?? (await readAll(collection, layoutRecognition));
    known.set(key, found);
    return found;
  };
  try {
    // What runs for the first time is slower than what it will be compared with.
    for (const collection of collections)
      await search.add(async () => (await cutAll(await read(collection), { name: '' })).chunks);
    return await runVariants(
      collections,
      variants,
      {
        indexOf: ({ method, options, layoutRecognition, keywords, folderWeight }) => [
          [method, options, layoutRecognition, keywords, folderWeight],
        ],
        index: async (collection, variant): Promise<Made> => {
          const files = await read(collection, variant.layoutRecognition);
          let hits = new Map<string, Hit>();
          const { table, seconds } = await search.add(async () => {
            const cut = await cutAll(files, variant);
            hits = cut.hits;
            return cut.chunks;
          }, variant.folderWeight);
          return { table, hits, seconds: files.seconds + seconds };
        },
        ask: async ({ queries, relevant, findPassages }, variant, { table, hits }) => {
          const figures: QuestionFigures[] = [];
          for await (const found of search.search(table, queries, givenSettings(variant)))
            figures.push(
              scoreHits(
                found.hits.map(({ chunkId }) => hits.get(chunkId)!),
                relevant.get(found.id)!,
                findPassages,
                countTokens,
              ),
            );
          return figures;
        },
      },
      onRow,
    );
  } finally {
    await search.close();
  }
}

async function readAll({ files }: LongCollection, layoutRecognition: boolean): Promise<Read> {
  const before = process.cpuUsage();
  const documents = [];
  for (const { name, bytes } of files)
    documents.push({
      name,
      document: await readDocument({ name, bytes: Buffer.from(bytes as string) }, { layoutRecognition }),
    });
  const { user, system } = process.cpuUsage(before);
  return { documents, seconds: (user + system) / 1e6 };
}

async function cutAll({ documents }: Read, { method = 'naive', options = {}, keywords = 0 }: CutVariant) {
  const chunks: ChunkToIndex[] = [];
  const hits = new Map<string, Hit>();
  for (const { name, document } of documents) {
    const cut = await getChunkMethod(method).chunk(document, options);
    const finder = createKeywordFinder();
    if (keywords > 0) for (const { text } of cut.chunks) finder.observe(text);
    for (const { ordinal, text, headingPath, questions, kind, page, boxes, ...chunk } of cut.chunks) {
      const id = `${name}/${ordinal}`;
      hits.set(id, { document_name: name, text, page: page ?? null, boxes });
      chunks.push({
        id,
        documentId: name,
        text,
        title: document.title ?? name.replace(/\.[^.]+$/, ''),
        headings: headingPath,
        questions,
        isPair: kind === 'question_answer',
        extra: keywords > 0 ? finder.find(text, keywords) : chunk.keywords,
      });
    }
  }
  return { chunks, hits };
}
