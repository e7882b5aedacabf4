import { getChunkMethod, measureCoverage } from '@lectern/chunking';
import { documentText, type ParsedDocument } from '@lectern/parsing';
import { type CorpusDocument, fold, readPages } from './corpus.ts';

export type HeadingFigures = {
  headings: number;
  found: number;
  right: number;
  wrong: string[];
  missed: string[];
};

/** Compares the headings of the judged pages with those that are there. A heading's number may be apart. */
export function compareHeadings(document: ParsedDocument, truth: CorpusDocument): HeadingFigures {
  const figures: HeadingFigures = { headings: 0, found: 0, right: 0, wrong: [], missed: [] };
  if (truth.headings === undefined) return figures;
  const judged = truth.judged === undefined ? undefined : readPages(truth.judged);
  const open = truth.headings.map((heading) => ({ heading, keys: keysOf(heading) }));
  figures.headings = open.length;
  for (const block of document.blocks) {
    if (block.type !== 'heading' || (block.page !== undefined && judged?.has(block.page) === false)) continue;
    figures.found++;
    const keys = [...keysOf(block.text), ...keysOf(`${block.marker ?? ''} ${block.text}`)];
    const at = open.findIndex((each) => each.keys.some((key) => keys.includes(key)));
    if (at < 0) figures.wrong.push(`${truth.name} ${block.page ?? ''}: ${block.text.slice(0, 60)}`);
    else {
      figures.right++;
      open.splice(at, 1);
    }
  }
  figures.missed = open.map(({ heading }) => `${truth.name}: ${heading}`);
  return figures;
}

function keysOf(heading: string): string[] {
  const whole = fold(heading)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  return [whole, whole.replace(/^[\d]+(?=\p{L})/u, '')];
}

export type TextFigures = {
  words: number;
  /** Words in no chunk, without a reason. */
  uncovered: number;
  texts: number;
  lost: string[];
  pairs: number;
  wrongOrder: string[];
  /** Chunks with a cell of a sheet whose column names are known. */
  namedChunks: number;
  nameless: string[];
};

/** What became of the words: all of them in chunks, in their order, cells with the names of their columns. */
export async function compareText(document: ParsedDocument, truth: CorpusDocument): Promise<TextFigures> {
  const result = await getChunkMethod('naive').chunk(document, {});
  const { words, leftOut } = measureCoverage(document, result);
  const text = fold(textOf(document));
  const lost = (truth.contains ?? []).filter((part) => !text.includes(fold(part)));
  const order = (truth.order ?? []).filter(([first, second]) => {
    const at = text.indexOf(fold(first));
    return at < 0 || text.indexOf(fold(second)) < at;
  });
  let namedChunks = 0;
  const nameless: string[] = [];
  for (const [cell, names] of Object.entries(truth.columns ?? {})) {
    const chunks = result.chunks.map((chunk) => chunk.text).filter((each) => each.includes(cell));
    if (chunks.length === 0) nameless.push(`${truth.name}: ${cell} is in no chunk`);
    namedChunks += Math.max(1, chunks.length);
    for (const chunk of chunks) {
      const missing = names.filter((name) => !fold(chunk).includes(fold(name)));
      if (missing.length > 0) nameless.push(`${truth.name}: ${cell} without ${missing.join(', ')}`);
    }
  }
  return {
    words,
    uncovered: leftOut
      .filter(({ reason }) => reason === 'missing')
      .reduce((sum, entry) => sum + entry.words, 0),
    texts: truth.contains?.length ?? 0,
    lost: lost.map((part) => `${truth.name}: ${part}`),
    pairs: truth.order?.length ?? 0,
    wrongOrder: order.map(([first, second]) => `${truth.name}: ${first} … ${second}`),
    namedChunks,
    nameless,
  };
}

function textOf(document: ParsedDocument): string {
  return [documentText(document), ...document.children.map((child) => textOf(child.document))].join('\n');
}
