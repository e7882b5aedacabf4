/** How good one ranking is, each figure 0–1. */
export type RankingFigures = {
  /** Discounted gain of the first ten places, against the best that could be there. */
  ndcg10: number;
  /** Shares of what is relevant among the first five, ten and fifty places. */
  recall5: number;
  recall10: number;
  recall50: number;
  /** One over the place of the first that is relevant; 0 where it is not among ten. */
  mrr10: number;
};

const depth = 10;

/**
 * Figures of one question. `ranks` has an entry for everything that is relevant: its place, counted from 1, or null
 * where the ranking lacks it. Throws for a question to which nothing is relevant.
 */
export function scoreRanks(ranks: readonly (number | null)[]): RankingFigures {
  if (ranks.length === 0) throw new Error('Nothing is relevant to the question');
  const found = ranks.filter((rank) => rank !== null);
  const within = (places: number) => found.filter((rank) => rank <= places).length / ranks.length;
  const first = Math.min(...found);
  const gain = found.reduce((sum, rank) => sum + (rank <= depth ? discount(rank) : 0), 0);
  let ideal = 0;
  for (let place = 1; place <= Math.min(depth, ranks.length); place++) ideal += discount(place);
  return {
    // Where one hit shows two things at once, it gains more than one in each place could.
    ndcg10: Math.min(1, gain / ideal),
    recall5: within(5),
    recall10: within(10),
    recall50: within(50),
    mrr10: first <= depth ? 1 / first : 0,
  };
}

function discount(place: number): number {
  return 1 / Math.log2(place + 1);
}

/** Figures of a ranking of ids, each id at most once. */
export function scoreRanking(ranking: readonly string[], relevant: ReadonlySet<string>): RankingFigures {
  const places = new Map(ranking.map((id, place) => [id, place + 1]));
  return scoreRanks([...relevant].map((id) => places.get(id) ?? null));
}

/** The mean of each figure over all questions, which weigh the same. Throws where there is none. */
export function meanFigures<Figures extends Record<string, number>>(all: readonly Figures[]): Figures {
  const [first] = all;
  if (first === undefined) throw new Error('No questions to take a mean of');
  return Object.fromEntries(
    Object.keys(first).map((key) => [
      key,
      all.reduce((sum, figures) => sum + (figures[key] as number), 0) / all.length,
    ]),
  ) as Figures;
}
