import { UMAP } from 'umap-js';
import { createRandom } from '../random.ts';
import { fitMixture, type Mixture } from './mixture.ts';

export type GroupOptions = {
  /** Probability (0–1) from which a vector belongs to a group; it may belong to several, and belongs to its likeliest. */
  threshold: number;
  maxCluster: number;
  randomSeed: number;
  /** Told that work continues. */
  onProgress?: (done: number, total: number) => void;
};

const mostDimensions = 12;
/** So few are one group. */
const smallestSplit = 4;
/** Larger numbers of groups that fit worse one after another: the best was before them. */
const patience = 8;

/**
 * Groups of like vectors, as positions in ascending order: laid out in few dimensions (UMAP), then a Gaussian mixture
 * of the number of groups that explains them best (BIC). The same vectors and seed give the same groups. Every vector
 * is in at least one; groups are in the order of their first members, none twice.
 */
export async function groupVectors(
  vectors: readonly Float32Array[],
  options: GroupOptions,
): Promise<number[][]> {
  if (vectors.length === 0) return [];
  if (vectors.length < smallestSplit) return [vectors.map((_, i) => i)];
  const random = createRandom(options.randomSeed);
  const points = await layOut(vectors, random, options.onProgress);
  const mixture = findBestMixture(points, options, random);
  const groups: number[][] = Array.from({ length: mixture.groups }, () => []);
  for (const [i, row] of mixture.probabilities.entries()) {
    const likeliest = row.indexOf(Math.max(...row));
    for (const [k, probability] of row.entries())
      if (k === likeliest || probability > Math.max(options.threshold, Number.EPSILON)) groups[k]!.push(i);
  }
  const distinct = new Map(groups.filter((group) => group.length > 0).map((group) => [group.join(), group]));
  return [...distinct.values()].sort((a, b) => a[0]! - b[0]! || a.length - b.length);
}

async function layOut(
  vectors: readonly Float32Array[],
  random: () => number,
  onProgress: GroupOptions['onProgress'],
): Promise<Float64Array[]> {
  const count = vectors.length;
  const umap = new UMAP({
    // Few points in many dimensions have no density to speak of.
    nComponents: Math.min(mostDimensions, Math.max(2, Math.floor(Math.log2(count)))),
    nNeighbors: Math.max(2, Math.min(count - 1, Math.round(Math.sqrt(count - 1)))),
    minDist: 0,
    distanceFn: cosineDistance,
    random,
  });
  const epochs = umap.initializeFit(vectors as unknown as number[][]);
  for (let epoch = 0; epoch < epochs; epoch++) {
    umap.step();
    if (epoch % 10 === 0) onProgress?.(epoch, epochs);
  }
  return umap.getEmbedding().map((point) => Float64Array.from(point));
}

/** The vectors are of unit length. */
function cosineDistance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return Math.max(0, 1 - sum);
}

function findBestMixture(
  points: readonly Float64Array[],
  { maxCluster, onProgress }: GroupOptions,
  random: () => number,
): Mixture {
  const most = Math.max(1, Math.min(maxCluster, points.length - 1));
  let best = fitMixture(points, 1, random);
  for (let groups = 2; groups <= most && groups - best.groups <= patience; groups++) {
    const mixture = fitMixture(points, groups, random);
    if (mixture.bic < best.bic) best = mixture;
    onProgress?.(groups, most);
  }
  return best;
}
