/** A Gaussian mixture with a variance of its own for each dimension: `probabilities[point][group]`. */
export type Mixture = { groups: number; probabilities: Float64Array[]; bic: number };

const mostRounds = 60;
const enough = 1e-4;
const leastVariance = 1e-6;
/** Of the variance of all points: two points that lie together are no group that explains itself forever better. */
const leastShare = 0.02;

/** Fits `groups` Gaussians to the points by expectation and maximisation, from centres that `random` draws far apart. */
export function fitMixture(points: readonly Float64Array[], groups: number, random: () => number): Mixture {
  const n = points.length;
  const dimensions = points[0]!.length;
  const means = sampleCentres(points, groups, random);
  const spread = measureSpread(points);
  const floor = spread.map((variance) => variance * leastShare);
  const variances = means.map(() => spread.slice());
  const weights = new Float64Array(groups).fill(1 / groups);
  const probabilities = points.map(() => new Float64Array(groups));
  let likelihood = Number.NEGATIVE_INFINITY;
  for (let round = 0; round < mostRounds; round++) {
    const before = likelihood;
    likelihood = expect(points, { means, variances, weights }, probabilities);
    if (Math.abs(likelihood - before) < enough * Math.abs(likelihood)) break;
    maximise(points, probabilities, { means, variances, weights }, floor);
  }
  const parameters = groups * dimensions * 2 + groups - 1;
  return { groups, probabilities, bic: parameters * Math.log(n) - 2 * likelihood };
}

type Model = { means: Float64Array[]; variances: Float64Array[]; weights: Float64Array };

/** Fills the probabilities in; returns the logarithm of the likelihood. */
function expect(points: readonly Float64Array[], model: Model, probabilities: Float64Array[]): number {
  const constants = model.means.map((_, k) => {
    let sum = Math.log(model.weights[k]! || Number.MIN_VALUE);
    for (const variance of model.variances[k]!) sum -= 0.5 * Math.log(2 * Math.PI * variance);
    return sum;
  });
  let likelihood = 0;
  for (const [i, point] of points.entries()) {
    const row = probabilities[i]!;
    let most = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < row.length; k++) {
      const mean = model.means[k]!;
      const variance = model.variances[k]!;
      let exponent = constants[k]!;
      for (let d = 0; d < point.length; d++) exponent -= (point[d]! - mean[d]!) ** 2 / (2 * variance[d]!);
      row[k] = exponent;
      if (exponent > most) most = exponent;
    }
    let sum = 0;
    for (let k = 0; k < row.length; k++) {
      row[k] = Math.exp(row[k]! - most);
      sum += row[k]!;
    }
    for (let k = 0; k < row.length; k++) row[k]! /= sum;
    likelihood += most + Math.log(sum);
  }
  return likelihood;
}

function maximise(
  points: readonly Float64Array[],
  probabilities: Float64Array[],
  model: Model,
  floor: Float64Array,
): void {
  const { means, variances, weights } = model;
  for (const [k, mean] of means.entries()) {
    const variance = variances[k]!;
    let total = 0;
    const sum = new Float64Array(mean.length);
    for (const [i, point] of points.entries()) {
      const share = probabilities[i]![k]!;
      total += share;
      for (let d = 0; d < point.length; d++) sum[d]! += share * point[d]!;
    }
    weights[k] = total / points.length;
    if (total < leastVariance) continue;
    for (let d = 0; d < mean.length; d++) mean[d] = sum[d]! / total;
    const squares = new Float64Array(mean.length);
    for (const [i, point] of points.entries()) {
      const share = probabilities[i]![k]!;
      for (let d = 0; d < point.length; d++) squares[d]! += share * (point[d]! - mean[d]!) ** 2;
    }
    for (let d = 0; d < mean.length; d++) variance[d] = Math.max(squares[d]! / total, floor[d]!);
  }
}

/** Each next centre is a point drawn by its squared distance from the nearest centre so far (k-means++). */
function sampleCentres(
  points: readonly Float64Array[],
  groups: number,
  random: () => number,
): Float64Array[] {
  const centres = [points[Math.floor(random() * points.length)]!.slice()];
  const distances = new Float64Array(points.length).fill(Number.POSITIVE_INFINITY);
  while (centres.length < groups) {
    const newest = centres.at(-1)!;
    let sum = 0;
    for (const [i, point] of points.entries()) {
      let distance = 0;
      for (let d = 0; d < point.length; d++) distance += (point[d]! - newest[d]!) ** 2;
      if (distance < distances[i]!) distances[i] = distance;
      sum += distances[i]!;
    }
    let left = random() * sum;
    let chosen = points.length - 1;
    for (let i = 0; i < points.length; i++) {
      left -= distances[i]!;
      if (left <= 0) {
        chosen = i;
        break;
      }
    }
    centres.push(points[chosen]!.slice());
  }
  return centres;
}

function measureSpread(points: readonly Float64Array[]): Float64Array {
  const dimensions = points[0]!.length;
  const mean = new Float64Array(dimensions);
  const spread = new Float64Array(dimensions);
  for (const point of points) for (let d = 0; d < dimensions; d++) mean[d]! += point[d]! / points.length;
  for (const point of points)
    for (let d = 0; d < dimensions; d++) spread[d]! += (point[d]! - mean[d]!) ** 2 / points.length;
  return spread.map((value) => value + leastVariance);
}
