import type { Pooling } from '../folder/manifest.ts';
import type { Output } from './onnx-session.ts';

/** One vector per text out of what the model computed, which is a vector per text or per token. */
export function poolVectors(
  { data, dims }: Output,
  lengths: readonly number[],
  { pooling, normalize }: { pooling: Pooling; normalize: boolean },
): Float32Array[] {
  const width = dims.at(-1) as number;
  const perText = dims.length === 2 ? 1 : (dims[1] as number);
  return lengths.map((length, row) => {
    const begin = row * perText * width;
    const token = (at: number) => data.subarray(begin + at * width, begin + (at + 1) * width);
    const vector = perText === 1 ? token(0).slice() : pool(token, Math.min(length, perText), width, pooling);
    return normalize ? toUnitLength(vector) : vector;
  });
}

function pool(
  token: (at: number) => Float32Array,
  length: number,
  width: number,
  pooling: Pooling,
): Float32Array {
  if (pooling === 'cls') return token(0).slice();
  if (pooling === 'last') return token(length - 1).slice();
  const vector = token(0).slice();
  for (let at = 1; at < length; at++) {
    const next = token(at);
    for (let index = 0; index < width; index++) {
      const value = next[index] as number;
      if (pooling === 'mean') vector[index] = (vector[index] as number) + value;
      else if (value > (vector[index] as number)) vector[index] = value;
    }
  }
  if (pooling === 'mean') for (let index = 0; index < width; index++) vector[index]! /= length;
  return vector;
}

function toUnitLength(vector: Float32Array): Float32Array {
  let sum = 0;
  for (const value of vector) sum += value * value;
  const length = Math.sqrt(sum) || 1;
  for (let index = 0; index < vector.length; index++) vector[index]! /= length;
  return vector;
}

/** The score of a pair in 0–1: models give one number, or one for “no” and one for “yes”. */
export function scorePairs({ data, dims }: Output): number[] {
  const width = dims.at(-1) as number;
  return Array.from({ length: dims[0] as number }, (_, row) => {
    const last = data[row * width + width - 1] as number;
    const logit = width === 1 ? last : last - (data[row * width] as number);
    return 1 / (1 + Math.exp(-logit));
  });
}
