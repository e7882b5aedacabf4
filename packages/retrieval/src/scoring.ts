import type { QueryTerm } from '@lectern/text-analysis';
import { type ChunkProfile, countTerm, hashTerm } from './profile.ts';
import type { BaseStatistics } from './statistics.ts';

/**
 * A question's terms with their weights in these bases: rare ones weigh more. `complete` is the matched weight that
 * counts as a full answer, score 1; `needed` the weight of the terms that a full answer has.
 */
export type WeightedQuery = {
  terms: { hashes: number[]; weight: number; supporting: boolean }[];
  complete: number;
  needed: number;
};

/** The one configuration of keyword scoring, tuned on ten collections in three languages (bench/retrieval-quality). */
export const keywordTuning = {
  /** BM25's saturation of repeated terms. */
  saturation: 1,
  /** BM25's share of length normalisation. */
  lengthShare: 0.65,
  /** Occurrences in the body that a header match stands for, at the default folder weight of 0.1. */
  headerOccurrences: 4,
  /** Occurrences that a match in the background alone, such as the document's first page, stands for. */
  backgroundOccurrences: 0.25,
  /** How much more a chunk with all of the question counts than one with as much weight from few of its terms. */
  coverage: 0.3,
  /** Size of an imagined base of average text, so that in a base of five chunks no term is worthless. */
  backgroundChunks: 200,
};

export function weighTerms(terms: QueryTerm[], bases: BaseStatistics[]): WeightedQuery {
  const rarityOf = createRarity(bases);
  const weighted = terms.map((term) => {
    const hashes = term.forms.map(hashTerm);
    const { supporting } = term;
    return { hashes, weight: term.weight * (1 + Math.log(term.count)) * rarityOf(hashes), supporting };
  });
  const needed = weighted.filter(({ supporting }) => !supporting);
  const counted = needed.length > 0 ? needed : weighted;
  return { terms: weighted, complete: completeWeight(counted), needed: sumWeights(counted) };
}

/** How much a term tells: more, the fewer chunks of these bases have it in any of its forms. */
export function createRarity(bases: BaseStatistics[]): (hashes: number[]) => number {
  const chunks = bases.reduce((sum, base) => sum + base.chunks, 0) + keywordTuning.backgroundChunks;
  return (hashes) => {
    let holding = 0;
    for (const base of bases) {
      if (base.sampled === 0) continue;
      let inSample = 0;
      for (const hash of hashes) inSample += base.chunksWith.get(hash) ?? 0;
      holding += (inSample * base.chunks) / base.sampled;
    }
    return Math.log(1 + (chunks - Math.min(holding, chunks) + 0.5) / (holding + 0.5));
  };
}

function sumWeights(terms: { weight: number }[]): number {
  return terms.reduce((sum, { weight }) => sum + weight, 0);
}

/** No chunk repeats every word of a long question: beyond this many, each counts by `longShare` only. */
const shortQuestion = 8;
const longShare = 0.4;
/** Share of the weight, after saturation, from which a match is complete. */
const completeShare = 0.7;

function completeWeight(terms: { weight: number }[]): number {
  const counted =
    terms.length <= shortQuestion ? 1 : longShare + (1 - longShare) * (shortQuestion / terms.length);
  return sumWeights(terms) * counted * completeShare;
}

type ChunkMeasures = { averageLength: number; folderWeight: number };

/**
 * The weight of the question that a chunk carries, each term saturating as in BM25: it ranks as BM25F does, and chunks
 * with more of the question's terms before those that repeat a few.
 */
export function matchKeywords(query: WeightedQuery, profile: ChunkProfile, measures: ChunkMeasures): number {
  let matched = 0;
  let covered = 0;
  for (const term of query.terms) {
    const share = saturate(term.hashes, profile, measures);
    matched += term.weight * share;
    if (share > 0 && !term.supporting) covered += term.weight;
  }
  const { coverage } = keywordTuning;
  const coveredShare = query.needed > 0 ? Math.min(1, covered / query.needed) : 0;
  return (matched * (1 + coverage * coveredShare)) / (1 + coverage / 2);
}

/** How near (0–1) a term, in any of its forms, is to all that its repetition can tell of a chunk. */
export function saturate(
  hashes: number[],
  profile: ChunkProfile,
  { averageLength, folderWeight }: ChunkMeasures,
): number {
  const { saturation, lengthShare, headerOccurrences, backgroundOccurrences } = keywordTuning;
  let occurrences = 0;
  let header = false;
  let background = false;
  for (const hash of hashes) {
    const count = countTerm(profile, hash);
    occurrences += count.body;
    header ||= count.header;
    background ||= count.background;
  }
  const lengthNorm = 1 - lengthShare + (lengthShare * profile.length) / averageLength;
  const elsewhere = header ? headerOccurrences * 10 * folderWeight : background ? backgroundOccurrences : 0;
  const frequency = occurrences / lengthNorm + elsewhere;
  return frequency / (frequency + saturation);
}

/** The matched weight as a score (0–1): about 0.5 means every term once in a chunk of average length. */
export function scoreMatch(matched: number, { complete }: WeightedQuery): number {
  return complete > 0 ? compress(matched / complete) : 0;
}

/** Keeps the order above a complete match while staying below 1; what is lower than the knee is left as it is. */
function compress(share: number, knee = 0.6): number {
  return share <= knee ? share : knee + (1 - knee) * (1 - Math.exp(-(share - knee) / (1 - knee)));
}

/** In a base of this many chunks the floor has half its height: in a small one the sample holds the answers. */
const halfFloorChunks = 100;
/** Standard deviations above the mean of unrelated chunks from which a cosine says something. */
const floorDeviations = 2;
/** And from which it is as good as can be, in a model that knows meaning (`npm run bench:models`). */
const fullDeviations = 5;
/** From this many on, the sample tells how the cosines of a model spread; real models crowd them within a tenth. */
const enoughSampled = 24;

/** The cosines that count as nothing and as everything; between them a score rises evenly. */
export type VectorScale = { floor: number; full: number };

/**
 * What a cosine means differs between models (unrelated texts have 0 to 0.85) and between questions, so it is measured: on
 * chunks of the base taken at random.
 *
 * @param wordsOnly the model compares words, so that the same text alone has a full score
 */
export function findVectorScale(
  query: Float32Array,
  { vectors }: BaseStatistics,
  wordsOnly: boolean,
): VectorScale {
  // Other dimensions: the sample is of an index that was made again for another model.
  if (vectors[0]?.length !== query.length) return { floor: 0, full: 1 };
  let sum = 0;
  let squares = 0;
  for (const vector of vectors) {
    const cosine = dot(query, vector);
    sum += cosine;
    squares += cosine * cosine;
  }
  const mean = sum / vectors.length;
  const deviation = Math.sqrt(Math.max(0, squares / vectors.length - mean * mean));
  const at = (deviations: number) => Math.max(0, mean + deviations * deviation);
  const measured = { floor: at(floorDeviations), full: Math.min(1, at(fullDeviations)) };
  if (!wordsOnly && vectors.length >= enoughSampled && measured.full > measured.floor) return measured;
  const trust = vectors.length / (vectors.length + halfFloorChunks);
  return { floor: Math.min(0.95, at(floorDeviations) * trust), full: 1 };
}

/** What is above the full score is told apart within the rest, so that vectors alone still rank. */
const vectorKnee = 0.95;

/** Where the cosine of two unit vectors is on the scale (0–1). */
export function scoreVector(query: Float32Array, vector: Float32Array, { floor, full }: VectorScale): number {
  return compress(Math.max(0, (dot(query, vector) - floor) / (full - floor)), vectorKnee);
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
