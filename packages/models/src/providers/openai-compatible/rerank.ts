import type { RerankModel } from '../../ports.ts';
import { ModelError } from '../../ports.ts';
import { estimateTokens } from '../../resilience/token-estimate.ts';
import type { BatchLimits, ModelSpecification } from '../define-provider.ts';
import type { JsonClient } from '../json-client.ts';
import { createAdaptiveBody, sendAdapting } from './adaptive-body.ts';

/** The call at the client's own URL that Jina and Cohere made common and that vLLM, LiteLLM and others serve too. */
export function createRerankModel(
  client: JsonClient,
  model: ModelSpecification,
  refusedFields: Set<string>,
): RerankModel & { batch: BatchLimits } {
  const adaptive = createAdaptiveBody(refusedFields);
  return {
    id: model.name,
    batch: { texts: 100, tokens: model.contextTokens ?? 8_192 },
    rerank: async (query, texts, { signal }) => {
      const answer = await sendAdapting(
        adaptive,
        { model: model.name, query, documents: texts, top_n: texts.length, return_documents: false },
        (body) => client.postForJson('', body, signal),
      );
      const { results, data, usage } = answer as {
        results?: unknown;
        data?: unknown;
        usage?: { total_tokens?: number };
      };
      const estimate = texts.reduce(
        (sum, text) => sum + estimateTokens(text),
        estimateTokens(query) * texts.length,
      );
      return {
        scores: readScores(results ?? data ?? answer, texts.length),
        usage: {
          promptTokens: usage?.total_tokens ?? estimate,
          completionTokens: 0,
          ...(usage?.total_tokens === undefined && { estimated: true }),
        },
      };
    },
  };
}

/** Scores in 0–1 in the order of the texts, from results that name their index. */
export function readScores(results: unknown, count: number): number[] {
  if (!Array.isArray(results)) throw new ModelError('bad_response', { detail: 'no scores in the answer' });
  const scores = new Array<number | undefined>(count).fill(undefined);
  for (const result of results as { index?: unknown; relevance_score?: unknown; score?: unknown }[]) {
    const score = result?.relevance_score ?? result?.score;
    if (typeof result?.index !== 'number' || !(result.index in scores) || !Number.isFinite(score)) {
      throw new ModelError('bad_response', { detail: 'an unreadable score' });
    }
    scores[result.index] = score as number;
  }
  if (scores.includes(undefined)) throw new ModelError('bad_response', { detail: 'fewer scores than texts' });
  const complete = scores as number[];
  // Some servers send the model's raw logits: the logistic function is what their own models use.
  const isRaw = complete.some((score) => score < 0 || score > 1);
  return isRaw ? complete.map((score) => 1 / (1 + Math.exp(-score))) : complete;
}
