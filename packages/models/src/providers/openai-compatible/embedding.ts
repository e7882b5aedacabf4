import type { EmbeddingModel } from '../../ports.ts';
import { ModelError } from '../../ports.ts';
import { estimateTokens } from '../../resilience/token-estimate.ts';
import type { BatchLimits, ModelSpecification } from '../define-provider.ts';
import { embeddingPrompt } from '../embedding-prompts.ts';
import type { JsonClient } from '../json-client.ts';
import { checkVectors, readVector } from '../vectors.ts';
import { createAdaptiveBody, sendAdapting } from './adaptive-body.ts';

/** Small enough for every server met (some refuse more than 32 texts), large enough to hide the round trip. */
const batch: BatchLimits = { texts: 32, tokens: 16_000 };

/** What a server wants beyond the protocol. */
export type EmbeddingHabits = {
  batch?: BatchLimits;
  /** Fields that tell a question from a document. */
  fields?: Record<'query' | 'document', Record<string, string>>;
};

/** One request a call: `openEmbeddingModel` cuts long lists and long texts before. */
export function createEmbeddingModel(
  client: JsonClient,
  model: ModelSpecification,
  refusedFields: Set<string>,
  habits: EmbeddingHabits = {},
): EmbeddingModel & { batch: BatchLimits } {
  const adaptive = createAdaptiveBody(refusedFields);
  return {
    id: model.name,
    maxInputTokens: model.contextTokens ?? 8_192,
    batch: habits.batch ?? batch,
    embed: async (texts, { kind, signal }) => {
      const prompt = embeddingPrompt(model.name, kind);
      const input = prompt === '' ? texts : texts.map((text) => prompt + text);
      const answer = await sendAdapting(
        adaptive,
        { model: model.name, input, encoding_format: 'base64', ...habits.fields?.[kind] },
        (body) => client.postForJson('/embeddings', body, signal),
      );
      const { data, usage } = answer as {
        data?: unknown;
        usage?: { prompt_tokens?: number; total_tokens?: number };
      };
      const vectors = checkVectors(readData(data), {
        count: texts.length,
        dimensions: model.dimensions,
        kind,
      });
      const counted = usage?.prompt_tokens ?? usage?.total_tokens;
      const promptTokens = counted ?? input.reduce((sum, text) => sum + estimateTokens(text), 0);
      return {
        vectors,
        usage: { promptTokens, completionTokens: 0, ...(counted === undefined && { estimated: true }) },
      };
    },
  };
}

function readData(data: unknown): Float32Array[] {
  if (!Array.isArray(data)) throw new ModelError('bad_response', { detail: 'no vectors in the answer' });
  const vectors: Float32Array[] = new Array(data.length);
  data.forEach((item: { index?: number; embedding?: unknown } | null, position) => {
    const vector = readVector(item?.embedding);
    const index = item?.index ?? position;
    if (vector === undefined || !(index >= 0 && index < data.length) || vectors[index] !== undefined) {
      throw new ModelError('bad_response', { detail: 'an unreadable vector' });
    }
    vectors[index] = vector;
  });
  return vectors;
}
