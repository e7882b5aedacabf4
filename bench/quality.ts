import { meanFigures, scoreRanking } from '@lectern/retrieval';
import { type Collection, type Figures, loadCollection, referenceFigures } from './retrieval-collections.ts';
import { makeDataDirectory, type Product, startProduct } from './support/product.ts';
import { keepResult, printTable } from './support/report.ts';

/**
 * Quality of search through the HTTP API, as a user has it: each passage a document of its own with
 * its title, built-in models, default settings but for the number of hits.
 *   npm run bench:quality -- [collection …]
 */
const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const uploadsAtOnce = 8;
const hits = 100;

const data = makeDataDirectory();
const product = await startProduct(data.path);
const results: Record<string, Figures> = {};
try {
  for (const name of names.length > 0 ? names : Object.keys(referenceFigures)) {
    const collection = await loadCollection(name);
    const begin = performance.now();
    const baseId = await ingest(product, collection);
    const minutes = (performance.now() - begin) / 60_000;
    results[name] = await measure(product, baseId, collection);
    console.error(
      `${name}: ${collection.passages.length} documents in ${minutes.toFixed(1)} min, nDCG@10 ${results[name].ndcg10.toFixed(3)}`,
    );
    await product.call('DELETE', `/knowledge-bases/${baseId}`);
    keepResult('quality', { hits, threshold: 0, results, referenceFigures });
  }
} finally {
  await product.stop();
  data.remove();
}
printTable(
  ['collection', 'nDCG@10', '(BM25)', 'recall@10', '(BM25)', 'recall@50', 'MRR@10', '(BM25)'],
  [...Object.entries(results), ['mean', meanFigures(Object.values(results))] as const].map(
    ([name, figures]) => {
      const reference = referenceFigures[name];
      const show = (value: number | undefined) => value?.toFixed(3) ?? '';
      return [
        name,
        show(figures.ndcg10),
        show(reference?.ndcg10),
        show(figures.recall10),
        show(reference?.recall10),
        show(figures.recall50),
        show(figures.mrr10),
        show(reference?.mrr10),
      ];
    },
  ),
);

async function ingest({ call }: Product, { name, passages }: Collection): Promise<string> {
  const base = await call('POST', '/knowledge-bases', { name });
  const waiting = [...passages];
  const upload = async () => {
    for (let passage = waiting.pop(); passage; passage = waiting.pop())
      await call('POST', `/knowledge-bases/${base.id}/documents/text`, {
        name: passage.id.slice(0, 200),
        ...(passage.title === '' ? {} : { title: passage.title.slice(0, 1_000) }),
        text: passage.text.trim() === '' ? passage.title || passage.id : passage.text,
        metadata: { passage_id: passage.id },
        format: 'text',
      });
  };
  await Promise.all(Array.from({ length: uploadsAtOnce }, upload));
  for (;;) {
    const { total } = await call('GET', `/knowledge-bases/${base.id}/documents?status=1&page_size=1`);
    if (total === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const failed = await call('GET', `/knowledge-bases/${base.id}/documents?status=4&page_size=5`);
  if (failed.total > 0)
    console.error(
      `${name}: ${failed.total} documents failed, such as ${JSON.stringify(failed.items[0].error)}`,
    );
  return base.id;
}

async function measure(
  { call }: Product,
  baseId: string,
  { queries, relevant }: Collection,
): Promise<Figures> {
  const figures: Figures[] = [];
  for (const query of queries) {
    const answer = await call('POST', '/retrieval', {
      question: query.text.slice(0, 4_000),
      knowledge_base_ids: [baseId],
      settings: { top_n: hits, similarity_threshold: 0 },
    });
    const ids = answer.hits.map((hit: { metadata: { passage_id: string } }) => hit.metadata.passage_id);
    figures.push(scoreRanking([...new Set<string>(ids)].slice(0, 50), relevant.get(query.id) as Set<string>));
  }
  return meanFigures(figures);
}
