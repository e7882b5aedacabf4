import { type EmbeddingModel, ModelError } from '../../ports.ts';
import { estimateTokens } from '../../resilience/token-estimate.ts';
import type { BatchLimits, ModelSpecification } from '../define-provider.ts';
import type { JsonClient } from '../json-client.ts';
import { checkVectors, readVector } from '../vectors.ts';

type Embedded = { values?: unknown; statistics?: { token_count?: number } } | undefined;
type Predictions = { predictions?: { embeddings?: Embedded }[] } | null;
type Content = { embedding?: { values?: unknown }; usageMetadata?: { promptTokenCount?: number } } | null;

/** Gemini's models take one text a call. */
const callsAtOnce = 8;
/** What the older ones take: at most 250 texts and 20,000 tokens, of which one estimate may fall short. */
const ofOldModels: BatchLimits = { texts: 100, tokens: 12_000 };

const taskTypes = { query: 'RETRIEVAL_QUERY', document: 'RETRIEVAL_DOCUMENT' };

/** Google's models: by `predict`, and since Gemini Embedding 2 by `embedContent`. */
export function createEmbeddingModel(
  client: JsonClient,
  model: ModelSpecification,
): EmbeddingModel & { batch: BatchLimits } {
  const name = model.name.replace(/^google\//, '');
  const isGemini = name.startsWith('gemini-embedding');
  const path = `/publishers/google/models/${encodeURIComponent(name)}`;
  const outputDimensionality = model.dimensions;

  async function predict(texts: string[], kind: 'query' | 'document', signal?: AbortSignal) {
    const body = {
      instances: texts.map((content) => ({ content, task_type: taskTypes[kind] })),
      parameters: { autoTruncate: true, ...(outputDimensionality && { outputDimensionality }) },
    };
    const answer = (await client.postForJson(`${path}:predict`, body, signal)) as Predictions;
    return (answer?.predictions ?? []).map(({ embeddings }) => ({
      values: embeddings?.values,
      tokens: embeddings?.statistics?.token_count,
    }));
  }

  async function embedContent(text: string, kind: 'query' | 'document', signal?: AbortSignal) {
    const body = {
      content: { parts: [{ text }] },
      embedContentConfig: {
        taskType: taskTypes[kind],
        autoTruncate: true,
        ...(outputDimensionality && { outputDimensionality }),
      },
    };
    const answer = (await client.postForJson(`${path}:embedContent`, body, signal)) as Content;
    return [{ values: answer?.embedding?.values, tokens: answer?.usageMetadata?.promptTokenCount }];
  }

  return {
    id: model.name,
    maxInputTokens: model.contextTokens ?? 2_048,
    batch: isGemini ? { texts: callsAtOnce, tokens: 20_000 } : ofOldModels,
    embed: async (texts, { kind, signal }) => {
      const calls = !isGemini
        ? [predict(texts, kind, signal)]
        : texts.map((text) =>
            name.startsWith('gemini-embedding-2')
              ? embedContent(text, kind, signal)
              : predict([text], kind, signal),
          );
      const items = (await Promise.all(calls)).flat();
      const counted = items.reduce((sum, { tokens }) => sum + (tokens ?? Number.NaN), 0);
      const isCounted = Number.isFinite(counted);
      const vectors = items.map(({ values }) => {
        const vector = readVector(values);
        if (vector === undefined) throw new ModelError('bad_response', { detail: 'an unreadable vector' });
        return vector;
      });
      return {
        vectors: checkVectors(vectors, { count: texts.length, dimensions: model.dimensions, kind }),
        usage: {
          promptTokens: isCounted ? counted : texts.reduce((sum, text) => sum + estimateTokens(text), 0),
          completionTokens: 0,
          ...(!isCounted && { estimated: true }),
        },
      };
    },
  };
}
