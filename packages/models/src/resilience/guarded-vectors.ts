import type { EmbeddingModel, RerankModel, TokenUsage } from '../ports.ts';
import { ModelError } from '../ports.ts';
import type { BatchLimits } from '../providers/define-provider.ts';
import { mapConcurrently, splitIntoBatches } from './batches.ts';
import { callGuarded } from './call-guarded.ts';
import type { Guard, ModelRuntime } from './model-runtime.ts';
import { estimateTokens, truncateToTokens } from './token-estimate.ts';

/** Batches of one call that are under way together: a document is embedded faster, a provider not flooded. */
const batchesAtOnce = 4;
/** How often a text that is still too long for the model is shortened before the refusal is passed on. */
const shortenings = 6;
const shorteningFactor = 0.7;

/** Lays truncation, batches, limits, breaker and retries around an embedding model. */
export function guardEmbeddingModel(
  model: EmbeddingModel & { batch?: BatchLimits },
  guard: Guard,
  runtime: ModelRuntime,
): EmbeddingModel {
  const batch = model.batch ?? { texts: 32, tokens: 16_000 };
  /** Learned from a refusal, so that the next texts fit at the first attempt. */
  let inputTokens = model.maxInputTokens;

  type Embedded = { vectors: Float32Array[]; usage: TokenUsage };
  type Options = { kind: 'query' | 'document'; signal?: AbortSignal };

  async function embedBatch(texts: string[], options: Options, shortened = 0): Promise<Embedded> {
    try {
      return await callGuarded(guard, runtime, options.signal, (signal) =>
        model.embed(texts, { kind: options.kind, signal }),
      );
    } catch (error) {
      if (!(error instanceof ModelError) || error.kind !== 'context_too_long' || shortened >= shortenings)
        throw error;
      if (texts.length > 1) {
        // Either one text or the sum is too long: halves find out which.
        const middle = texts.length >> 1;
        const first = await embedBatch(texts.slice(0, middle), options);
        const second = await embedBatch(texts.slice(middle), options);
        return { vectors: [...first.vectors, ...second.vectors], usage: addUsage(first.usage, second.usage) };
      }
      const limit = Math.max(
        1,
        Math.floor(Math.min(inputTokens, estimateTokens(texts[0]!)) * shorteningFactor),
      );
      const answer = await embedBatch([truncateToTokens(texts[0]!, limit)], options, shortened + 1);
      inputTokens = Math.min(inputTokens, limit);
      return answer;
    }
  }

  return {
    id: model.id,
    maxInputTokens: model.maxInputTokens,
    embed: async (texts, options) => {
      // Providers refuse empty texts; a full stop has a direction and matches nothing.
      const cut = texts.map((text) => truncateToTokens(text, inputTokens).trim() || '.');
      const batches = splitIntoBatches(cut, batch);
      const answers = await mapConcurrently(batches, batchesAtOnce, (part) => embedBatch(part, options));
      const vectors = answers.flatMap((answer) => answer.vectors);
      const dimensions = vectors[0]?.length;
      if (vectors.some((vector) => vector.length !== dimensions)) {
        throw new ModelError('bad_response', { detail: 'vectors of different lengths' });
      }
      return { vectors, usage: answers.map((answer) => answer.usage).reduce(addUsage, noUsage) };
    },
  };
}

/** Lays truncation, batches, limits, breaker and retries around a rerank model. */
export function guardRerankModel(
  model: RerankModel & { batch?: BatchLimits },
  guard: Guard,
  runtime: ModelRuntime,
): RerankModel {
  const batch = model.batch ?? { texts: 100, tokens: 8_192 };
  return {
    id: model.id,
    rerank: async (query, texts, { signal }) => {
      // The model reads the query with each text, so a text may have what the query leaves.
      const room = Math.max(64, batch.tokens - estimateTokens(query));
      const cut = texts.map((text) => truncateToTokens(text, room).trim() || '.');
      const batches = splitIntoBatches(cut, { texts: batch.texts, tokens: Number.POSITIVE_INFINITY });
      const answers = await mapConcurrently(batches, batchesAtOnce, (part) =>
        callGuarded(guard, runtime, signal, (inner) => model.rerank(query, part, { signal: inner })),
      );
      return {
        scores: answers.flatMap((answer) => answer.scores),
        usage: answers.map((answer) => answer.usage).reduce(addUsage, noUsage),
      };
    },
  };
}

const noUsage: TokenUsage = { promptTokens: 0, completionTokens: 0 };

function addUsage(a: TokenUsage, b: TokenUsage): TokenUsage {
  return {
    promptTokens: a.promptTokens + b.promptTokens,
    completionTokens: a.completionTokens + b.completionTokens,
    ...((a.estimated || b.estimated) && { estimated: true }),
  };
}
