/** What a question should find: a document, or within it a page, or a passage that has these words. */
export type Expectation = {
  documentId: string;
  /** Counted from 1; null: wherever it stands. */
  page: number | null;
  /** Words of the passage; case, width of letters and white space do not matter. Null: any. */
  text: string | null;
};

/** A hit as far as it is compared, best first. */
export type RankedHit = {
  chunkId: string;
  documentId: string;
  /** The page it begins on, and all that it touches. */
  page: number | null;
  pages?: readonly number[];
  text: string;
};

export type RankedExpectations = {
  /**
   * The place of each expectation, counted from 1, or null where no hit meets it. A document takes one place, that of
   * its best hit; where a passage of it is expected, each of its hits has a place of its own.
   */
  ranks: (number | null)[];
  /** The place among the hits as they came, by expectation: what whoever reads the first few of them gets. */
  positions: (number | null)[];
};

/** Finds the place of each expectation among hits. */
export function rankExpectations(
  hits: readonly RankedHit[],
  expectations: readonly Expectation[],
): RankedExpectations {
  const wanted = expectations.map((expectation) => ({
    ...expectation,
    text: expectation.text === null ? null : foldText(expectation.text),
  }));
  const byPassage = new Set(
    wanted.filter(({ page, text }) => page !== null || text !== null).map(({ documentId }) => documentId),
  );
  const ranks: (number | null)[] = wanted.map(() => null);
  const positions: (number | null)[] = wanted.map(() => null);
  const seen = new Set<string>();
  let place = 0;
  for (const [n, hit] of hits.entries()) {
    const text = byPassage.has(hit.documentId) ? foldText(hit.text) : '';
    const met = wanted.flatMap((expectation, at) => (meets(hit, text, expectation) ? [at] : []));
    const unmet = met.filter((at) => ranks[at] === null);
    const key = byPassage.has(hit.documentId) ? hit.chunkId : hit.documentId;
    // Another hit of what was found already pushes nothing down.
    if (seen.has(key) || (met.length > 0 && unmet.length === 0)) continue;
    seen.add(key);
    place++;
    for (const at of unmet) {
      ranks[at] = place;
      positions[at] = n + 1;
    }
  }
  return { ranks, positions };
}

function meets(hit: RankedHit, folded: string, { documentId, page, text }: Expectation): boolean {
  if (hit.documentId !== documentId) return false;
  if (page !== null && hit.page !== page && !hit.pages?.includes(page)) return false;
  return text === null || folded.includes(text);
}

function foldText(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}
