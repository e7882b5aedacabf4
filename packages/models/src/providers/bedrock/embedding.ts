import { type EmbeddingModel, ModelError } from '../../ports.ts';
import { estimateTokens } from '../../resilience/token-estimate.ts';
import type { BatchLimits, ModelSpecification } from '../define-provider.ts';
import type { JsonClient } from '../json-client.ts';
import { checkVectors, readVector } from '../vectors.ts';

type Kind = 'query' | 'document';
type Answer = {
  embedding?: unknown;
  embeddings?: unknown;
  inputTextTokenCount?: number;
  inputTokenCount?: number;
} | null;

/** How one maker's models are called: each has a body of its own. */
type Family = {
  matches: RegExp;
  /** Longest input in tokens. */
  maxInputTokens: (name: string) => number;
  /** Whether a call takes many texts. */
  takesMany: boolean;
  present: (texts: string[], kind: Kind, model: ModelSpecification) => Record<string, unknown>;
  read: (answer: Answer) => unknown[];
};

/** The names also stand in those of inference profiles, after the region. */
const families: readonly Family[] = [
  {
    matches: /cohere\.embed-/,
    // The third version refuses more than 2,048 characters.
    maxInputTokens: (name) => (/-v3/.test(name) ? 512 : 128_000),
    takesMany: true,
    present: (texts, kind, { name, dimensions }) => ({
      texts,
      input_type: kind === 'query' ? 'search_query' : 'search_document',
      truncate: /-v3/.test(name) ? 'END' : 'RIGHT',
      embedding_types: ['float'],
      ...(dimensions !== undefined && !/-v3/.test(name) && { output_dimension: dimensions }),
    }),
    read: (answer) => {
      const { embeddings } = answer ?? {};
      const list = Array.isArray(embeddings) ? embeddings : (embeddings as { float?: unknown } | null)?.float;
      return Array.isArray(list) ? list : [];
    },
  },
  {
    matches: /amazon\.nova-.*embed/,
    maxInputTokens: () => 8_192,
    takesMany: false,
    present: ([value], kind, { dimensions }) => ({
      schemaVersion: 'nova-multimodal-embed-v1',
      taskType: 'SINGLE_EMBEDDING',
      singleEmbeddingParams: {
        embeddingPurpose: kind === 'query' ? 'TEXT_RETRIEVAL' : 'GENERIC_INDEX',
        ...(dimensions !== undefined && { embeddingDimension: dimensions }),
        text: { truncationMode: 'END', value },
      },
    }),
    read: (answer) =>
      Array.isArray(answer?.embeddings) ? answer.embeddings.map((item) => item?.embedding) : [],
  },
  {
    matches: /amazon\.titan-embed-text-v1|amazon\.titan-embed-g1-text/,
    maxInputTokens: () => 8_192,
    takesMany: false,
    present: ([inputText]) => ({ inputText }),
    read: (answer) => [answer?.embedding],
  },
  {
    matches: /amazon\.titan-embed-text/,
    maxInputTokens: () => 8_192,
    takesMany: false,
    present: ([inputText], _, { dimensions }) => ({
      inputText,
      normalize: true,
      ...(dimensions !== undefined && { dimensions }),
    }),
    read: (answer) => [answer?.embedding],
  },
];

/** Calls at once where each takes one text. */
const callsAtOnce = 8;
/** What Cohere's models take. */
const textsAtOnce = 96;

/** Models of Amazon and Cohere, by InvokeModel. */
export function createEmbeddingModel(
  client: JsonClient,
  model: ModelSpecification,
): EmbeddingModel & { batch: BatchLimits } {
  const family = families.find(({ matches }) => matches.test(model.name));
  if (family === undefined)
    throw new ModelError('model_not_found', {
      detail: 'embeddings are those of amazon.titan-embed-text, amazon.nova and cohere.embed',
    });
  const { maxInputTokens, takesMany, present, read } = family;

  async function call(texts: string[], kind: Kind, signal?: AbortSignal) {
    const path = `/model/${encodeURIComponent(model.name)}/invoke`;
    const response = await client.post(path, present(texts, kind, model), signal);
    const answer = (await client.readJson(response, signal)) as Answer;
    const counted = Number(response.headers.get('x-amzn-bedrock-input-token-count') ?? Number.NaN);
    const tokens = answer?.inputTextTokenCount ?? answer?.inputTokenCount ?? counted;
    return { vectors: read(answer).map(toVector), tokens };
  }

  return {
    id: model.name,
    maxInputTokens: model.contextTokens ?? maxInputTokens(model.name),
    batch: { texts: takesMany ? textsAtOnce : callsAtOnce, tokens: 40_000 },
    embed: async (texts, { kind, signal }) => {
      const calls = takesMany ? [texts] : texts.map((text) => [text]);
      const answers = await Promise.all(calls.map((part) => call(part, kind, signal)));
      const counted = answers.reduce((sum, { tokens }) => sum + tokens, 0);
      const isCounted = Number.isFinite(counted);
      const estimate = texts.reduce((sum, text) => sum + estimateTokens(text), 0);
      return {
        vectors: checkVectors(
          answers.flatMap(({ vectors }) => vectors),
          { count: texts.length, dimensions: model.dimensions, kind },
        ),
        usage: {
          promptTokens: isCounted ? counted : estimate,
          completionTokens: 0,
          ...(!isCounted && { estimated: true }),
        },
      };
    },
  };
}

function toVector(value: unknown): Float32Array {
  const vector = readVector(value);
  if (vector === undefined) throw new ModelError('bad_response', { detail: 'an unreadable vector' });
  return vector;
}
