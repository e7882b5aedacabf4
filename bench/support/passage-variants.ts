import { getChunkMethod } from '../../packages/chunking/src/index.ts';
import { createKeywordFinder } from '../../packages/enrichment/src/index.ts';
import { readDocument, UnreadableFileError } from '../../packages/parsing/src/index.ts';
import { type ChunkToIndex, scoreRanking } from '../../packages/retrieval/src/index.ts';
import type { Collection, Passage } from '../retrieval-collections.ts';
import { givenSettings, openLocalSearch } from './local-search.ts';
import { runVariants, type Variant } from './run-variants.ts';
import type { Compared, QuestionFigures } from './variant-figures.ts';

/** How a collection is written into files, cut and indexed, and how it is asked; absent: the base line. */
export type PassageVariant = Variant & {
  /** Where the passage's title goes: into the document's title, first in its text, before "Q:", or nowhere. */
  title?: 'title' | 'text' | 'question' | 'none';
  method?: string;
  keywords?: number;
  folderWeight?: number;
  keywordWeight?: number;
};

/** Each passage is a document of its own, cut and searched in this process by what the server calls. */
export async function measurePassages(
  collections: Collection[],
  variants: PassageVariant[],
  onRow: (row: Compared) => void,
): Promise<Compared[]> {
  const search = await openLocalSearch();
  const cut = async ({ passages }: Collection, variant: PassageVariant) => {
    const chunks: ChunkToIndex[] = [];
    for (const passage of passages) chunks.push(...(await cutPassage(passage, variant)));
    return chunks;
  };
  try {
    // What runs for the first time is slower than what it will be compared with.
    for (const collection of collections)
      await search.add(() =>
        cut({ ...collection, passages: collection.passages.slice(0, 200) }, { name: '' }),
      );
    return await runVariants(
      collections,
      variants,
      {
        indexOf: ({ title, method, keywords, folderWeight }) => [title, method, keywords, folderWeight],
        index: (collection, variant) => search.add(() => cut(collection, variant), variant.folderWeight),
        ask: async ({ queries, relevant }, variant, { table }) => {
          const figures: QuestionFigures[] = [];
          for await (const { id, hits } of search.search(table, queries, givenSettings(variant))) {
            const ranking = [...new Set(hits.map((hit) => hit.documentId))].slice(0, 50);
            const { ndcg10, recall10, recall50, mrr10 } = scoreRanking(ranking, relevant.get(id)!);
            figures.push({ ndcg10, recall10, recall50, mrr10 });
          }
          return figures;
        },
      },
      onRow,
    );
  } finally {
    await search.close();
  }
}

/** An empty passage has no chunks, as an empty file has none in the product. */
async function cutPassage(passage: Passage, variant: PassageVariant): Promise<ChunkToIndex[]> {
  const { title = 'title', method = 'naive', keywords = 0 } = variant;
  const name = passage.id.replaceAll('/', '_');
  const text = writePassage(passage, title);
  try {
    const document = await readDocument({
      name: title === 'question' ? `${name}.txt` : `${name}.md`,
      bytes: new TextEncoder().encode(text),
    });
    const { chunks } = await getChunkMethod(method).chunk(document, {});
    const finder = createKeywordFinder();
    if (keywords > 0) for (const chunk of chunks) finder.observe(chunk.text);
    return chunks.map((chunk) => ({
      id: `${passage.id}/${chunk.ordinal}`,
      documentId: passage.id,
      text: chunk.text,
      title: title === 'title' ? (document.title ?? name) : name,
      headings: chunk.headingPath,
      questions: chunk.questions,
      isPair: chunk.kind === 'question_answer',
      extra: keywords > 0 ? finder.find(chunk.text, keywords) : chunk.keywords,
    }));
  } catch (error) {
    if (error instanceof UnreadableFileError) return [];
    throw error;
  }
}

function writePassage({ title, text }: Passage, where: PassageVariant['title']): string {
  if (title === '' || where === 'none') return text;
  if (where === 'title') return `# ${title}\n\n${text}`;
  // Lines of a pair: an empty one would end neither question nor answer.
  return where === 'question' ? `Q: ${title}\nA: ${text}` : `${title}\n\n${text}`;
}
