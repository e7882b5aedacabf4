import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { TextModelManifest } from '../folder/manifest.ts';
import { createBatcher } from './batcher.ts';
import type { LoadedModel } from './loaded-model.ts';
import { openOnnxModel } from './onnx-session.ts';
import { poolVectors, scorePairs } from './pooling.ts';
import { openTextReader, type Tokens } from './tokenizer.ts';

const textsAtOnce = 32;
/** Tokens of one batch for a model of so many bytes; larger ones take fewer, so that a batch takes about as long. */
const tokensAtOnce = { most: 4_096, least: 512, bytes: 128 * 1024 * 1024 };

/** An ONNX model that reads texts: it embeds them or scores pairs. */
export async function openTextModel(
  folder: string,
  manifest: TextModelManifest,
  options: { runtime: string; threads: number },
): Promise<LoadedModel> {
  const path = join(folder, manifest.model);
  const reader = openTextReader(folder, manifest);
  const model = await openOnnxModel(path, options.runtime, options.threads);
  const { most, least, bytes } = tokensAtOnce;
  const tokens = Math.max(least, Math.min(most, Math.floor((most * bytes) / statSync(path).size)));
  const limits = { texts: textsAtOnce, tokens };
  const count = (texts: readonly Tokens[]) => texts.reduce((sum, { ids }) => sum + ids.length, 0);

  if (manifest.type === 'rerank') {
    const batcher = createBatcher(async (batch) => scorePairs(await model.run(batch)), limits);
    return {
      drop: batcher.drop,
      rerank: async ({ query, texts }, owner) => {
        const pairs = texts.map((text) => reader.readPair(query, text));
        return { scores: await batcher.run(pairs, { owner, urgent: true }), tokens: count(pairs) };
      },
    };
  }
  const batcher = createBatcher(async (batch) => {
    const lengths = batch.map(({ ids }) => ids.length);
    return poolVectors(await model.run(batch), lengths, manifest);
  }, limits);
  return {
    drop: batcher.drop,
    embed: async ({ texts, kind }, owner) => {
      const prefix = manifest.prefixes[kind];
      // A text without a token would have no direction.
      const read = texts.map((text) => reader.read(prefix + (text.trim() || '.')));
      return { vectors: await batcher.run(read, { owner, urgent: kind === 'query' }), tokens: count(read) };
    },
  };
}
