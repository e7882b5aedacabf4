import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { EmbeddingModel } from '../../packages/models/src/index.ts';

const keyBytes = 32;
/** Texts embedded before their vectors are written. */
const textsAtOnce = 64;

/**
 * The same model, which keeps every vector in a file of the folder: a bench that was stopped goes on, and one that tries
 * other weights embeds nothing.
 */
export async function keepVectors(
  folder: string | undefined,
  model: EmbeddingModel,
  dimensions: number,
): Promise<EmbeddingModel> {
  if (folder === undefined) return model;
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${model.id}.vectors`);
  const known = readVectors(path, dimensions);
  const keyOf = (kind: string, text: string) => createHash('sha256').update(`${kind} ${text}`).digest('hex');
  return {
    ...model,
    async embed(texts, options) {
      const keys = texts.map((text) => keyOf(options.kind, text));
      const missing = new Map<string, string>();
      for (const [at, text] of texts.entries()) if (!known.has(keys[at]!)) missing.set(keys[at]!, text);
      const usage = { promptTokens: 0, completionTokens: 0 };
      const rest = [...missing];
      for (let at = 0; at < rest.length; at += textsAtOnce) {
        const part = rest.slice(at, at + textsAtOnce);
        const made = await model.embed(
          part.map(([, text]) => text),
          options,
        );
        usage.promptTokens += made.usage.promptTokens;
        for (const [i, [key]] of part.entries()) {
          const vector = made.vectors[i]!;
          known.set(key, vector);
          appendFileSync(
            path,
            Buffer.concat([Buffer.from(key, 'hex'), Buffer.from(new Float32Array(vector).buffer)]),
          );
        }
      }
      return { vectors: keys.map((key) => known.get(key)!), usage };
    },
  };
}

function readVectors(path: string, dimensions: number): Map<string, Float32Array> {
  const known = new Map<string, Float32Array>();
  if (!existsSync(path)) return known;
  const bytes = readFileSync(path);
  const size = keyBytes + dimensions * 4;
  for (let at = 0; at + size <= bytes.length; at += size) {
    const key = bytes.subarray(at, at + keyBytes).toString('hex');
    known.set(key, new Float32Array(new Uint8Array(bytes.subarray(at + keyBytes, at + size)).buffer));
  }
  return known;
}
