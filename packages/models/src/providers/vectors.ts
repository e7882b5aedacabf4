import { ModelError } from '../ports.ts';

/**
 * Brings vectors to unit length and refuses those that would poison an index: another number of them than texts,
 * differing or unexpected lengths, values that are not numbers. One of zeros says that the model found no meaning in a
 * text: a question cannot be asked by it, but a document is not worth less for one of its chunks.
 */
export function checkVectors(
  vectors: Float32Array[],
  expected: { count: number; dimensions: number | undefined; kind: 'query' | 'document' },
): Float32Array[] {
  if (vectors.length !== expected.count) {
    throw new ModelError('bad_response', { detail: `${vectors.length} vectors for ${expected.count} texts` });
  }
  const dimensions = expected.dimensions ?? vectors[0]?.length ?? 0;
  for (const vector of vectors) {
    if (vector.length !== dimensions || dimensions === 0) {
      throw new ModelError('bad_response', {
        detail: `a vector of ${vector.length} numbers where ${dimensions} were expected`,
      });
    }
    normalise(vector, expected.kind === 'document');
  }
  return vectors;
}

function normalise(vector: Float32Array, mayBeZero: boolean): void {
  let sum = 0;
  for (const value of vector) sum += value * value;
  if (sum === 0 && mayBeZero) return;
  if (!Number.isFinite(sum) || sum === 0) {
    throw new ModelError('bad_response', { detail: 'a vector without direction' });
  }
  const length = Math.sqrt(sum);
  if (Math.abs(length - 1) < 1e-6) return;
  for (let index = 0; index < vector.length; index++) vector[index] = vector[index]! / length;
}

/** A vector as providers send it: numbers, or little-endian 32-bit floats in base64. Undefined when it is neither. */
export function readVector(value: unknown): Float32Array | undefined {
  if (Array.isArray(value)) {
    return value.every((item) => typeof item === 'number') ? Float32Array.from(value) : undefined;
  }
  if (typeof value !== 'string') return undefined;
  const bytes = Buffer.from(value, 'base64');
  if (bytes.length === 0 || bytes.length % 4 !== 0) return undefined;
  // Copied, because a Float32Array may only start at a multiple of four bytes.
  return new Float32Array(Uint8Array.from(bytes).buffer);
}
