import { type EmbeddingModel, ModelError } from '../../ports.ts';
import type { BatchLimits, ModelSpecification } from '../define-provider.ts';
import { checkVectors, readVector } from '../vectors.ts';
import type { TencentClient } from './client.ts';

/** `GetEmbedding`, which has one model and takes at most 50 texts. */
export function createEmbeddingModel(
  client: TencentClient,
  model: ModelSpecification,
): EmbeddingModel & { batch: BatchLimits } {
  return {
    id: model.name,
    maxInputTokens: model.contextTokens ?? 1_024,
    batch: { texts: 50, tokens: 50_000 },
    embed: async (texts, { kind, signal }) => {
      const { Data, Usage } = await client.call({ InputList: texts }, signal);
      const items = Array.isArray(Data) ? (Data as { Embedding?: unknown; Index?: number }[]) : [];
      const sorted = items.toSorted((a, b) => (a.Index ?? 0) - (b.Index ?? 0));
      const vectors = sorted.map(({ Embedding }) => {
        const vector = readVector(Embedding);
        if (vector === undefined) throw new ModelError('bad_response', { detail: 'an unreadable vector' });
        return vector;
      });
      const { TotalTokens = 0 } = (Usage ?? {}) as { TotalTokens?: number };
      return {
        vectors: checkVectors(vectors, { count: texts.length, dimensions: model.dimensions, kind }),
        usage: { promptTokens: TotalTokens, completionTokens: 0 },
      };
    },
  };
}
