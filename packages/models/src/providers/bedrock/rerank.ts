import type { RerankModel } from '../../ports.ts';
import { estimateTokens } from '../../resilience/token-estimate.ts';
import type { BatchLimits, ModelSpecification } from '../define-provider.ts';
import type { JsonClient } from '../json-client.ts';
import { readScores } from '../openai-compatible/rerank.ts';

/** The Rerank API, which has one form for the models of Amazon and Cohere. */
export function createRerankModel(
  client: JsonClient,
  model: ModelSpecification,
  region: string,
): RerankModel & { batch: BatchLimits } {
  const partition = region.startsWith('us-gov-') ? 'aws-us-gov' : 'aws';
  const modelArn = model.name.startsWith('arn:')
    ? model.name
    : `arn:${partition}:bedrock:${region}::foundation-model/${model.name}`;
  return {
    id: model.name,
    batch: { texts: 100, tokens: model.contextTokens ?? 4_096 },
    rerank: async (query, texts, { signal }) => {
      const body = {
        queries: [{ type: 'TEXT', textQuery: { text: query } }],
        sources: texts.map((text) => ({
          type: 'INLINE',
          inlineDocumentSource: { type: 'TEXT', textDocument: { text } },
        })),
        rerankingConfiguration: {
          type: 'BEDROCK_RERANKING_MODEL',
          bedrockRerankingConfiguration: {
            numberOfResults: texts.length,
            modelConfiguration: { modelArn },
          },
        },
      };
      const answer = (await client.postForJson('/rerank', body, signal)) as {
        results?: { index?: unknown; relevanceScore?: unknown }[];
      } | null;
      const results = answer?.results;
      const scores = Array.isArray(results)
        ? results.map((result) => ({ index: result?.index, score: result?.relevanceScore }))
        : results;
      const promptTokens = texts.reduce(
        (sum, text) => sum + estimateTokens(text),
        estimateTokens(query) * texts.length,
      );
      // It is billed by the request and tells no tokens.
      return {
        scores: readScores(scores, texts.length),
        usage: { promptTokens, completionTokens: 0, estimated: true },
      };
    },
  };
}
