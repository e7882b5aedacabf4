import type { EmbeddingModel } from '../../ports.ts';
import { estimateTokens } from '../../resilience/token-estimate.ts';

const dimensions = 384;
/** Weight of a whole word against that of all its character n-grams together; equal found most. */
const wordWeight = 1;
const gramWeight = 1;

const pieces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|[\p{L}\p{M}\p{N}]+/gu;
const ideographic = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Function words of the interface languages: they would make every two texts look alike. */
const functionWords = new Set(
  `a an and are as at be by can do does for from has have how in is it its of on or that the this to was were what when
  where which who why will with au aux ce ces comment dans de des du elle en est et il je la le les leur mais ne nous on
  ou par pas pour que quel quelle qui sa se ses son sont sur un une vous`.split(/\s+/),
);

/** Some milliseconds of work, after which the process looks to its other callers. */
const textsAtOnce = 16;

/**
 * An embedding without weights: words, their inner character n-grams and pairs of ideographs, hashed into a unit
 * vector. It knows spelling, not meaning: inflections and misspellings come close, synonyms and translations do not.
 * Deterministic, any language, thousands of chunks a second.
 */
export const hashedEmbeddingModel: EmbeddingModel = {
  id: 'built-in/hashed-384',
  wordsOnly: true,
  maxInputTokens: 8192,
  async embed(texts, { signal }) {
    const vectors: Float32Array[] = [];
    for (const [i, text] of texts.entries()) {
      if (i > 0 && i % textsAtOnce === 0) await new Promise((resolve) => setImmediate(resolve));
      signal?.throwIfAborted();
      vectors.push(embedText(text));
    }
    const promptTokens = texts.reduce((sum, text) => sum + estimateTokens(text), 0);
    return { vectors, usage: { promptTokens, completionTokens: 0, estimated: true } };
  },
};

function embedText(text: string): Float32Array {
  const counts = new Map<string, number>();
  const folded = text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC');
  for (const [piece] of folded.matchAll(pieces)) {
    if (ideographic.test(piece)) {
      for (let i = 0; i < Math.max(1, piece.length - 1); i++) count(counts, piece.slice(i, i + 2));
    } else if (!functionWords.has(piece)) count(counts, piece);
  }
  const vector = new Float32Array(dimensions);
  for (const [word, occurrences] of counts) {
    const strength = 1 + Math.log(occurrences);
    addFeature(vector, word, 0, wordWeight * strength);
    if (word.length < 4 || ideographic.test(word)) continue;
    const padded = `<${word}>`;
    const grams = padded.length - 3;
    const each = (gramWeight * strength) / Math.sqrt(grams);
    for (let i = 0; i < grams; i++) addFeature(vector, padded.slice(i, i + 4), 1, each);
  }
  return normalize(vector);
}

function count(counts: Map<string, number>, word: string): void {
  counts.set(word, (counts.get(word) ?? 0) + 1);
}

/** Two signed places a feature: a clash of one is evened out by the other. */
function addFeature(vector: Float32Array, feature: string, seed: number, weight: number): void {
  let hash = Math.imul(0x811c9dc5 ^ seed, 0x01000193);
  for (let i = 0; i < feature.length; i++) hash = Math.imul(hash ^ feature.charCodeAt(i), 0x01000193);
  for (let place = 0; place < 2; place++) {
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
    hash ^= hash >>> 15;
    const at = (hash >>> 1) % dimensions;
    vector[at]! += (hash & 1) === 1 ? weight : -weight;
  }
}

function normalize(vector: Float32Array): Float32Array {
  let sum = 0;
  for (const value of vector) sum += value * value;
  if (sum === 0) {
    // A text without words still needs a direction: engines reject a zero vector under cosine.
    vector[0] = 1;
    return vector;
  }
  const scale = 1 / Math.sqrt(sum);
  return vector.map((value) => value * scale);
}
