import { loadTokenCounter } from '../../packages/chunking/src/index.ts';
import { type LongCollection, scoreHits } from './long-documents.ts';
import { measureProcessorSeconds, type Product } from './product.ts';
import { runVariants, type Variant } from './run-variants.ts';
import type { Compared, QuestionFigures } from './variant-figures.ts';

/** Settings of a knowledge base, and of the search in it, as the API takes them. */
export type ServedVariant = Variant & {
  base?: Record<string, unknown>;
  search?: Record<string, unknown>;
  /** The passages before and after those of a hit are taken as shown with it. */
  withNeighbours?: boolean;
};

type Base = { id: string; seconds: number };

/** Hits that a search asks for, unless the variant says otherwise. */
const hits = 100;
const uploadsAtOnce = 8;

/** Whole documents through the HTTP API, as a user has it: a knowledge base for each variant with its settings. */
export async function measureServed(
  product: Product,
  collection: LongCollection,
  variants: ServedVariant[],
  onRow: (row: Compared) => void,
): Promise<Compared[]> {
  const countTokens = await loadTokenCounter();
  // What runs for the first time is slower than what it will be compared with.
  await makeBase(product, { ...collection, files: collection.files.slice(0, 3) }, { name: 'warm' });
  return runVariants(
    [collection],
    variants,
    {
      indexOf: ({ base }) => base ?? {},
      index: (_, variant) => makeBase(product, collection, variant),
      ask: (_, variant, { id }) => ask(product, id, collection, variant, countTokens),
    },
    onRow,
  );
}

async function makeBase(
  product: Product,
  { name, files }: LongCollection,
  variant: ServedVariant,
): Promise<Base> {
  const { call, pid, url, token } = product;
  const base = await call('POST', '/knowledge-bases', {
    name: `${name} ${variant.name}`.slice(0, 100) + performance.now(),
    ...variant.base,
  });
  const before = measureProcessorSeconds(pid);
  const waiting = [...files];
  const upload = async () => {
    for (let file = waiting.pop(); file; file = waiting.pop()) {
      const form = new FormData();
      form.append('file', new Blob([file.bytes as string]), file.name);
      const answer = await fetch(`${url}/api/v1/knowledge-bases/${base.id}/documents`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: form,
      });
      if (!answer.ok) throw new Error(await answer.text());
    }
  };
  await Promise.all(Array.from({ length: uploadsAtOnce }, upload));
  const documents = `/knowledge-bases/${base.id}/documents`;
  await until(async () => (await call('GET', `${documents}?status=1&page_size=1`)).total === 0);
  const { total } = await call('GET', `${documents}?status=3&page_size=1`);
  if (total !== files.length) throw new Error(`${variant.name}: ${total} of ${files.length} were read`);
  const drawn = (variant.base?.enrichment_options as { graph?: unknown } | undefined)?.graph !== undefined;
  if (drawn) {
    const { chunk_count } = await call('GET', `/knowledge-bases/${base.id}`);
    // One that was drawn while documents were still read lacks those.
    await until(async () => {
      const graph = await call('GET', `/knowledge-bases/${base.id}/graph`);
      return graph.state === 'ready' && graph.chunk_count + graph.chunks_left_out >= chunk_count;
    });
  }
  return { id: base.id, seconds: measureProcessorSeconds(pid) - before };
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, 250));
}

async function ask(
  { call }: Product,
  baseId: string,
  collection: LongCollection,
  variant: ServedVariant,
  countTokens: (text: string) => number,
): Promise<QuestionFigures[]> {
  const { queries, relevant } = collection;
  const findPassages = variant.withNeighbours ? addNeighbours(collection) : collection.findPassages;
  const figures: QuestionFigures[] = [];
  const settings = { top_n: hits, similarity_threshold: 0, ...variant.search };
  for (const query of queries) {
    const answer = await call('POST', '/retrieval', {
      question: query.text.slice(0, 4_000),
      knowledge_base_ids: [baseId],
      settings,
    });
    const { recall50, recallRead, ...first } = scoreHits(
      answer.hits,
      relevant.get(query.id)!,
      findPassages,
      countTokens,
    );
    figures.push({
      ...first,
      ...(settings.top_n < 50 ? {} : { recall50 }),
      // Neighbours would have to be read, too.
      ...(variant.withNeighbours ? {} : { recallRead }),
    });
  }
  return figures;
}

function addNeighbours({ files, findPassages }: LongCollection): LongCollection['findPassages'] {
  const neighbours = new Map<string, string[]>();
  for (const { passages } of files)
    for (const [at, { id }] of passages.entries())
      neighbours.set(
        id,
        [passages[at - 1], passages[at + 1]].flatMap((other) => other?.id ?? []),
      );
  return (hit) => {
    const own = findPassages(hit);
    return [...own, ...own.flatMap((id) => neighbours.get(id) ?? [])];
  };
}
