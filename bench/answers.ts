import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLanceChunkIndex } from '../packages/adapters/src/chunk-index/index.ts';
import { findStatement, listMarkers } from '../packages/answering/src/citations/match-statements.ts';
import { findSupportingQuote } from '../packages/answering/src/citations/supporting-quote.ts';
import { getChunkMethod } from '../packages/chunking/src/index.ts';
import {
  extractiveChatModel,
  hashedEmbeddingModel,
} from '../packages/models/src/providers/built-in/index.ts';
import { readDocument } from '../packages/parsing/src/index.ts';
import { type ChunkToIndex, createRetriever, prepareChunks } from '../packages/retrieval/src/index.ts';
import { loadCollection } from './retrieval-collections.ts';
import { keepResult, printTable, round } from './support/report.ts';

/**
 * What the built-in answerer makes of labelled questions over the shared documents and collections, in English, French
 * and Chinese: facts found, whether the quotes of the citations hold them, wrong statements, and whether it declines
 * where nothing is known. The labels name questions
 * by their id: the texts are not part of the repository.
 *   npm run bench:answers [-- --show]
 */
type Labelled = {
  facts?: string[];
  /** A greeting or a question about itself; a task that takes a model. */
  expects?: 'talk' | 'task';
} & ({ collection: string; id: string; searchIn?: string } | { document: string; question: string });

const shared = join(import.meta.dirname, '../../shared');
const show = process.argv.includes('--show');
const { questions } = JSON.parse(
  await readFile(join(import.meta.dirname, 'answers/questions.json'), 'utf8'),
) as { questions: Labelled[] };

const folder = await mkdtemp(join(tmpdir(), 'lectern-answers-'));
const index = await openLanceChunkIndex({ location: folder, maintenance: { quietMs: 3_600_000, rows: 1e9 } });
const retriever = createRetriever({ index });
const ready = new Set<string>();
const texts = new Map<string, ChunkToIndex>();

/** `shown`: passages under a sentence that says what is missing, as a task without a model is answered. */
type Outcome = 'found' | 'shown' | 'wrong' | 'declined';
/** `isCited`: the quotes that the answer's markers open hold its facts. */
type Row = { outcome: Outcome; isRight: boolean; isCited: boolean; group: string };
const rows: Row[] = [];
try {
  for (const labelled of questions) rows.push(await judge(labelled));
} finally {
  await index.close();
  await rm(folder, { recursive: true, force: true });
}

const groups = [...new Set(rows.map(({ group }) => group))].sort();
const summary = Object.fromEntries(
  [...groups, 'all'].map((group) => {
    const of = rows.filter((row) => group === 'all' || row.group === group);
    const count = (outcome: Outcome) => of.filter((row) => row.outcome === outcome).length;
    const right = of.filter(({ isRight }) => isRight).length;
    return [
      group,
      {
        questions: of.length,
        right,
        found: count('found'),
        cited: of.filter(({ outcome, isCited }) => outcome === 'found' && isCited).length,
        shown: count('shown'),
        wrong: count('wrong'),
        declined: count('declined'),
      },
    ];
  }),
);
printTable(
  ['group', 'questions', 'right', 'share', 'found', 'cited', 'shown', 'wrong', 'declined'],
  Object.entries(summary).map(([group, { questions, right, found, cited, shown, wrong, declined }]) => [
    group,
    questions,
    right,
    round(right / questions, 3),
    found,
    cited,
    shown,
    wrong,
    declined,
  ]),
);
keepResult('answers', { summary });

async function judge(labelled: Labelled): Promise<Row> {
  const { question, base } = await locate(labelled);
  const { hits } = await retriever.retrieve({
    query: question,
    bases: [{ id: base, embeddingModel: hashedEmbeddingModel }],
    settings: { topN: 8, similarityThreshold: 0.2 },
  });
  const passages = hits.map(({ chunkId }, at) => {
    const { text, title } = texts.get(chunkId)!;
    return { number: at + 1, text, title: title ?? '' };
  });
  let answer = '';
  for await (const event of extractiveChatModel.stream({ messages: [], parameters: {}, passages, question }))
    if (event.type === 'text-delta') answer += event.text;
  const cites = /\[\d+\]/.test(answer);
  const facts = labelled.facts ?? [];
  const hasFacts = facts.length > 0 && facts.every((fact) => fold(answer).includes(fold(fact)));
  const language = /\p{Script=Han}/u.test(question)
    ? 'zh'
    : /[éèêàçùô]|\b(?:le|la|les|des|quel|qui|est)\b/iu.test(question)
      ? 'fr'
      : 'en';
  const kind = labelled.expects ?? (facts.length > 0 ? 'fact' : 'none');
  // A task is answered by passages under a sentence that says what is missing.
  const says = /chat model|language model|modèle de langage|modèle de conversation|模型/iu.test(answer);
  const isShown = kind === 'task' && says && cites;
  const outcome: Outcome = hasFacts ? 'found' : isShown ? 'shown' : cites ? 'wrong' : 'declined';
  const isRight =
    kind === 'fact'
      ? outcome === 'found'
      : kind === 'task'
        ? says && (cites || passages.length === 0)
        : outcome === 'declined';
  const group = kind === 'fact' ? `fact ${language}` : kind;
  if (show && !isRight)
    console.log(`\n${group}: ${question}  (${facts.join(' | ')})\n${answer.slice(0, 600)}`);
  const quotes = listMarkers(answer).map((marker) => {
    const passage = passages.find(({ number }) => number === marker.number);
    return passage ? findSupportingQuote(findStatement(answer, marker), passage.text).text : '';
  });
  const isCited = facts.every((fact) => quotes.some((quote) => fold(quote).includes(fold(fact))));
  return { outcome, isRight, isCited, group };
}

async function locate(labelled: Labelled): Promise<{ question: string; base: string }> {
  if ('document' in labelled) {
    await prepareDocument(labelled.document);
    return { question: labelled.question, base: tableOf(labelled.document) };
  }
  const { queries } = await loadCollection(labelled.collection);
  const base = labelled.searchIn ?? labelled.collection;
  await prepareCollection(base);
  return { question: queries.find(({ id }) => id === labelled.id)!.text, base };
}

async function prepareDocument(name: string): Promise<void> {
  if (ready.has(name)) return;
  const document = await readDocument({ name, bytes: await readFile(join(shared, 'documents', name)) });
  await fill(name, await cut(name, document));
}

async function prepareCollection(name: string): Promise<void> {
  if (ready.has(name)) return;
  const chunks: ChunkToIndex[] = [];
  for (const { id, title, text } of (await loadCollection(name)).passages) {
    if (text.trim() === '') continue;
    const bytes = new TextEncoder().encode(title === '' ? text : `# ${title}\n\n${text}`);
    chunks.push(...(await cut(id, await readDocument({ name: `${id.replaceAll('/', '_')}.md`, bytes }))));
  }
  await fill(name, chunks);
}

async function cut(id: string, document: Awaited<ReturnType<typeof readDocument>>): Promise<ChunkToIndex[]> {
  const { chunks } = await getChunkMethod('naive').chunk(document, {});
  return chunks.map((chunk) => ({
    id: `${id}/${chunk.ordinal}`,
    documentId: id,
    text: chunk.text,
    title: document.title ?? id,
    headings: chunk.headingPath,
  }));
}

async function fill(name: string, chunks: ChunkToIndex[]): Promise<void> {
  ready.add(name);
  for (const chunk of chunks) texts.set(chunk.id, chunk);
  await index.create(tableOf(name), { dimensions: 384 });
  const prepared = await prepareChunks(chunks, { embeddingModel: hashedEmbeddingModel });
  await index.upsertChunks(tableOf(name), prepared.chunks);
  await index.optimise(tableOf(name));
}

function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[‘’]/g, "'")
    .replace(/[‐‑‒–—]/g, '-')
    .replace(/\s+/g, ' ');
}

function tableOf(name: string): string {
  return name.replaceAll('.', '-');
}
