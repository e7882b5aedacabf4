import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Figures of a reference BM25 on the same queries, from the README of the collections. */
export type Figures = { ndcg10: number; recall10: number; recall50: number; mrr10: number };

export const referenceFigures: Record<string, Figures> = {
  'cranfield-en': { ndcg10: 0.384, recall10: 0.402, recall50: 0.642, mrr10: 0.514 },
  'scifact-en': { ndcg10: 0.682, recall10: 0.816, recall50: 0.899, mrr10: 0.647 },
  'piaf-fr': { ndcg10: 0.808, recall10: 0.893, recall50: 0.933, mrr10: 0.78 },
  'cnil-fr': { ndcg10: 0.572, recall10: 0.765, recall50: 0.889, mrr10: 0.511 },
  'stard-zh': { ndcg10: 0.531, recall10: 0.647, recall50: 0.816, mrr10: 0.537 },
  'financebench-pdf': { ndcg10: 0.184, recall10: 0.239, recall50: 0.489, mrr10: 0.168 },
  'codechunks-en': { ndcg10: 0.624, recall10: 0.801, recall50: 0.906, mrr10: 0.583 },
  'rgb-zh': { ndcg10: 0.702, recall10: 0.685, recall50: 0.957, mrr10: 0.794 },
  'drcd-zht': { ndcg10: 0.969, recall10: 0.993, recall50: 1, mrr10: 0.961 },
  'xquad-enzh': { ndcg10: 0.614, recall10: 0.533, recall50: 0.567, mrr10: 0.962 },
};

export type Passage = { id: string; title: string; text: string };

export type Collection = {
  name: string;
  passages: Passage[];
  queries: { id: string; text: string }[];
  /** Relevant passages by query. */
  relevant: Map<string, Set<string>>;
};

/** Next to the repository, read-only; not part of it, since the licences differ. */
export const collectionsFolder = join(import.meta.dirname, '../../shared/retrieval');

export async function loadCollection(name: string): Promise<Collection> {
  const folder = join(collectionsFolder, name);
  const readLines = async (file: string) => (await readFile(join(folder, file), 'utf8')).trim().split('\n');
  const relevant = new Map<string, Set<string>>();
  for (const line of (await readLines('qrels.tsv')).slice(1)) {
    const [query, passage, score] = line.split('\t') as [string, string, string];
    if (Number(score) <= 0) continue;
    if (!relevant.has(query)) relevant.set(query, new Set());
    relevant.get(query)!.add(passage);
  }
  return {
    name,
    passages: (await readLines('corpus.jsonl')).map((line) => JSON.parse(line)),
    queries: (await readLines('queries.jsonl')).map((line) => JSON.parse(line)),
    relevant,
  };
}

const chunkTokens = 512;

/** Pieces of about 512 tokens, cut at lines and sentences; a token is taken as four Latin letters or one ideograph. */
export function cutPassage(text: string): string[] {
  const pieces: string[] = [];
  let piece = '';
  let tokens = 0;
  for (const part of text.split(/(?<=\n)|(?<=[.!?]\s)|(?<=[。！？])/)) {
    const ideographs = part.match(/\p{Script=Han}/gu)?.length ?? 0;
    const partTokens = ideographs + (part.length - ideographs) / 4;
    if (tokens > 0 && tokens + partTokens > chunkTokens) {
      pieces.push(piece);
      piece = '';
      tokens = 0;
    }
    piece += part;
    tokens += partTokens;
  }
  return piece.trim() === '' && pieces.length > 0 ? pieces : [...pieces, piece];
}
