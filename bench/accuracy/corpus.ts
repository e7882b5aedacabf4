import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** A document of somebody else's, and what people who looked at its pages found in it. */
export type CorpusDocument = {
  name: string;
  repository: string;
  path: string;
  commit: string;
  sha256: string;
  licence: string;
  kind: string;
  language: string;
  /** The pages that somebody looked at: "1-3,7". Left out where the format has no pages. */
  judged?: string;
  /** By page: one row of each table, its cells parted by " | ". Judged pages that are not listed have no table. */
  tables?: Record<string, string[]>;
  /** By page: texts of what may be read as a table or as text. */
  optional?: Record<string, string[]>;
  /** Every heading of the judged pages. */
  headings?: string[];
  /** Pairs of texts, of which the first comes first. */
  order?: [string, string][];
  contains?: string[];
  /** By a cell's text: the column names that every chunk with that cell must carry. */
  columns?: Record<string, string[]>;
};

export type CompetitionFile = { path: string; sha256: string; truth: string; truthSha256: string };

export type Corpus = {
  documents: CorpusDocument[];
  tableCompetition: { repository: string; commit: string; licence: string; files: CompetitionFile[] };
};

export function readManifest(): Corpus {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'documents.json'), 'utf8'));
}

/** The files of a folder by their SHA-256, wherever in it they lie. */
export function openFolder(
  folder: string,
): (sha256: string) => { name: string; bytes: Uint8Array } | undefined {
  const paths = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    paths.set(createHash('sha256').update(readFileSync(path)).digest('hex'), path);
  }
  return (sha256) => {
    const path = paths.get(sha256);
    return path === undefined ? undefined : { name: basename(path), bytes: readFileSync(path) };
  };
}

/** "1-3,7" as a set of numbers. */
export function readPages(ranges: string): Set<number> {
  const pages = new Set<number>();
  for (const range of ranges.split(',')) {
    const [from, to] = range.split('-').map(Number);
    for (let page = from!; page <= (to ?? from!); page++) pages.add(page);
  }
  return pages;
}

/** Text as it can be compared: signs that look alike are one, spaces count for nothing. */
export function fold(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[‘’‚‛′`´]/g, "'")
    .replace(/[“”„‟″«»]/g, '"')
    .replace(/(\p{L})[-\u00ad‐]\s*\n\s*(?=\p{Ll})/gu, '$1')
    .replace(/[‐‑‒–—―−]/g, '-')
    .replace(/[\s\u00ad\u200e\u200f\u202a-\u202e]/g, '');
}
