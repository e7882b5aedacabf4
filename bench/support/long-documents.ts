import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { scoreRanking } from '../../packages/retrieval/src/index.ts';
import {
  type Collection,
  collectionsFolder,
  loadCollection,
  type Passage,
} from '../retrieval-collections.ts';

/** A file to upload; its name tells which passages it holds. */
type LongFile = { name: string; bytes: Buffer | string; passages: Passage[] };

/** A hit as the API gives it. */
export type Hit = {
  document_name: string;
  text: string;
  page: number | null;
  boxes: { page: number; x0: number; y0: number; x1: number; y1: number }[];
};

/** A collection whose documents are longer than a chunk, and which of its passages a hit shows. */
export type LongCollection = Collection & {
  files: LongFile[];
  findPassages: (hit: Hit) => string[];
};

/** Paragraphs of the same article as one Markdown file under its title. */
export async function loadArticles(name: string): Promise<LongCollection> {
  const collection = await loadCollection(name);
  const groups = Map.groupBy(collection.passages, ({ title }) => title);
  const files = [...groups].map(([title, passages], n) => ({
    name: `article ${n}.md`,
    bytes: `# ${title}\n\n${passages.map(({ text }) => text).join('\n\n')}`,
    passages,
  }));
  return { ...collection, files, findPassages: createTextFinder(files) };
}

/** Pieces of the same source file joined again. */
export async function loadSourceFiles(name: string): Promise<LongCollection> {
  const collection = await loadCollection(name);
  const pieces = collection.passages as (Passage & { file: string; chunk: number })[];
  const files = [...Map.groupBy(pieces, ({ file }) => file)].map(([file, passages]) => {
    passages.sort((a, b) => a.chunk - b.chunk);
    return { name: `${file}.txt`, bytes: passages.map(({ text }) => text).join(''), passages };
  });
  return { ...collection, files, findPassages: createTextFinder(files) };
}

/** The PDFs themselves, with the questions that can be answered from them; a passage is a page. */
export async function loadPdfs(name: string): Promise<LongCollection> {
  const collection = await loadCollection(name);
  const folder = join(collectionsFolder, name, 'pdf');
  const pages = collection.passages as (Passage & { file: string; page: number })[];
  const files = readdirSync(folder).map((file) => ({
    name: file,
    bytes: readFileSync(join(folder, file)),
    passages: pages.filter((page) => page.file === file),
  }));
  const there = new Set(files.flatMap(({ passages }) => passages.map(({ id }) => id)));
  const queries = collection.queries.filter(({ id }) =>
    [...(collection.relevant.get(id) ?? [])].every((passage) => there.has(passage)),
  );
  const ids = new Map(pages.map(({ id, file, page }) => [`${file} ${page}`, id]));
  return {
    ...collection,
    queries,
    files,
    findPassages: (hit) => listPages(hit).flatMap((page) => ids.get(`${hit.document_name} ${page}`) ?? []),
  };
}

/** The page of which it shows most first. A summary has no boxes: it is cited at the first page that it sums up. */
function listPages({ page, boxes }: Hit): number[] {
  const areas = new Map<number, number>();
  for (const box of boxes)
    areas.set(box.page, (areas.get(box.page) ?? 0) + (box.x1 - box.x0) * (box.y1 - box.y0));
  if (areas.size === 0) return page === null ? [] : [page];
  return [...areas].sort((a, b) => b[1] - a[1]).map(([number]) => number);
}

/** Letters in a row by which text is known again. */
const pieceLength = 16;
/** Of the shorter of the two, so much must be in both. */
const leastShared = 0.5;

/** Passages that a chunk shows, the one of which it shows most first. */
function createTextFinder(files: LongFile[]): (hit: Hit) => string[] {
  const known = new Map(
    files.map(({ name, passages }) => [
      name,
      passages.map(({ id, text }) => ({ id, pieces: listPieces(text) })),
    ]),
  );
  return ({ document_name, text }) => {
    const shown = listPieces(text);
    return (known.get(document_name) ?? [])
      .map(({ id, pieces }) => ({ id, size: pieces.size, shared: pieces.intersection(shown).size }))
      .filter(({ size, shared }) => shared > 0 && shared >= leastShared * Math.min(size, shown.size))
      .sort((a, b) => b.shared - a.shared)
      .map(({ id }) => id);
  };
}

/** Every run of so many letters and digits; white space, signs and case do not count. */
function listPieces(text: string): Set<string> {
  const folded = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
  const pieces = new Set<string>();
  for (let at = 0; at <= Math.max(0, folded.length - pieceLength); at++)
    pieces.add(folded.slice(at, at + pieceLength));
  return pieces;
}

/** What a model reads of the hits. */
const readTokens = 2_000;

/** Figures of one question by the passages that its hits show, each passage once. */
export function scoreHits(
  hits: Hit[],
  wanted: Set<string>,
  findPassages: (hit: Hit) => string[],
  countTokens: (text: string) => number,
) {
  const ranking = [...new Set(hits.flatMap(findPassages))].slice(0, 50);
  const { ndcg10, recall10, recall50, mrr10 } = scoreRanking(ranking, wanted);
  const read = new Set(takeFirst(hits, countTokens).flatMap(findPassages));
  return { ndcg10, recall10, recall50, mrr10, recallRead: wanted.intersection(read).size / wanted.size };
}

/** The hits before the first that no longer fits the tokens a model reads. */
function takeFirst(hits: Hit[], countTokens: (text: string) => number): Hit[] {
  let left = readTokens;
  const end = hits.findIndex(({ text }) => {
    left -= countTokens(text);
    return left < 0;
  });
  return end < 0 ? hits : hits.slice(0, end);
}
