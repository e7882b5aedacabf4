import { createRandom } from '../../packages/enrichment/src/random.ts';
import { meanFigures } from '../../packages/retrieval/src/index.ts';

/** Of one question. `recallRead`: share of what is relevant within the first 2,000 tokens of hits, as a model reads them. */
export type QuestionFigures = {
  ndcg10: number;
  recall10: number;
  recall50?: number;
  mrr10: number;
  recallRead?: number;
};

/** Figures of every question, by collection. */
export type Measured = Record<string, QuestionFigures[]>;

export type Compared = {
  variant: string;
  /** Means by collection, and over collections, which weigh the same. */
  collections: Record<string, QuestionFigures>;
  mean: QuestionFigures;
  /** nDCG@10 minus the base line's, by collection and in the mean. */
  differences: Record<string, number>;
  difference: number;
  /** 95 % of the differences of resampled questions, and how many questions got better and worse. */
  interval: [number, number];
  better: number;
  worse: number;
  /** Processor time of indexing against the base line's of the same run; undefined: the same index. */
  cost: number | undefined;
};

const samples = 2_000;
const leastChange = 1e-9;

/** Both must have been asked the same questions in the same order. */
export function compare(variant: string, measured: Measured, base: Measured, cost?: number): Compared {
  const names = Object.keys(measured);
  const changes = names.map((name) => {
    const before = base[name];
    if (before?.length !== measured[name]?.length) throw new Error(`Other questions for ${name}`);
    return measured[name]!.map(({ ndcg10 }, at) => ndcg10 - before![at]!.ndcg10);
  });
  const collections = Object.fromEntries(names.map((name) => [name, meanFigures(measured[name]!)]));
  const all = changes.flat();
  return {
    variant,
    collections,
    mean: meanFigures(Object.values(collections)),
    differences: Object.fromEntries(names.map((name, at) => [name, mean(changes[at]!)])),
    difference: mean(changes.map(mean)),
    interval: resample(changes),
    better: all.filter((change) => change > leastChange).length,
    worse: all.filter((change) => change < -leastChange).length,
    cost,
  };
}

/** Questions are drawn again within each collection, the same way in every run. */
function resample(changes: number[][]): [number, number] {
  const random = createRandom(1);
  const means = Array.from({ length: samples }, () =>
    mean(changes.map((own) => mean(own.map(() => own[Math.floor(random() * own.length)]!)))),
  ).sort((a, b) => a - b);
  return [means[Math.floor(samples * 0.025)]!, means[Math.floor(samples * 0.975)]!];
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

const heads = ['nDCG@10', 'recall@10', 'recall@50', 'MRR@10', 'in 2,000 tokens'];

/** Heads and rows of a table: means, differences by collection, and what indexing cost. */
export function listVariants(rows: Compared[]): { heads: string[]; rows: string[][] } {
  const names = Object.keys(rows[0]?.collections ?? {});
  const show = (value: number | undefined) => value?.toFixed(3) ?? '';
  const signed = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;
  return {
    heads: [...heads, 'difference', '95 %', 'better/worse', ...names, 'indexing'],
    rows: rows.map(({ variant, mean: means, ...row }) => [
      variant,
      show(means.ndcg10),
      show(means.recall10),
      show(means.recall50),
      show(means.mrr10),
      show(means.recallRead),
      signed(row.difference),
      row.interval.map(signed).join(' … '),
      `${row.better}/${row.worse}`,
      ...names.map((name) => (row.differences[name] === undefined ? '' : signed(row.differences[name]))),
      row.cost === undefined ? '' : `×${row.cost.toFixed(2)}`,
    ]),
  };
}
