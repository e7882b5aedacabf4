import { z } from 'zod';
import type { ChatEvent, ChatModel, ChatRequest, EmbeddingModel } from '../../ports.ts';
import { ModelError } from '../../ports.ts';
import { estimateTokens } from '../../resilience/token-estimate.ts';
import { estimateUsage, readFinishReason, toDeltas } from '../chat-stream.ts';
import { type BatchLimits, defineProvider, type ModelSpecification } from '../define-provider.ts';
import { embeddingPrompt } from '../embedding-prompts.ts';
import { errorFromBody } from '../http-error.ts';
import { createJsonClient, type JsonClient } from '../json-client.ts';
import { readLines } from '../read-lines.ts';
import { createThinkSplitter } from '../think-splitter.ts';
import { createToolCallReader, presentTools, readArguments, type ToolCallPiece } from '../tool-calls.ts';
import { checkVectors, readVector } from '../vectors.ts';

/** Models on a machine of one's own, by Ollama's native calls: only they take the context length. */
export const ollama = defineProvider({
  id: 'ollama',
  name: 'Ollama',
  hosted: true,
  modelTypes: ['chat', 'embedding', 'image_to_text'],
  // A model that is not in memory is loaded first, from a disk that may be slow.
  limits: { firstToken: 120_000, whole: 180_000 },
  credentials: {
    schema: z.object({
      baseUrl: z.url({ protocol: /^https?$/ }).transform(normaliseBaseUrl),
      apiKey: z.string().trim().max(4096).optional(),
    }),
    fields: [
      { name: 'baseUrl', widget: 'text', required: true, default: 'http://localhost:11434' },
      { name: 'apiKey', widget: 'password', required: false },
    ],
  },
  create: ({ credentials, fetch, clock }) => {
    const client = createJsonClient({ ...credentials, fetch, clock });
    return {
      chat: (model) => createChatModel(client, model),
      embedding: (model) => createEmbeddingModel(client, model),
    };
  },
  listModels: async ({ credentials, fetch, clock }, signal) => {
    const answer = await createJsonClient({ ...credentials, fetch, clock }).getJson('/api/tags', signal);
    const { models } = (answer ?? {}) as { models?: unknown };
    if (!Array.isArray(models)) throw new ModelError('bad_response', { detail: 'no models in the answer' });
    return models.flatMap((model: { name?: unknown } | null) =>
      typeof model?.name === 'string' ? [model.name] : [],
    );
  },
});

/** `http://host:11434`, also from addresses that end in `/v1` or `/api`. */
function normaliseBaseUrl(address: string): string {
  const url = new URL(address);
  return `${url.protocol}//${url.host}${url.pathname.replace(/\/+$/, '').replace(/\/(v1|api)$/, '')}`;
}

type Chunk = {
  message?: { content?: string; thinking?: string; tool_calls?: ToolCallPiece[] };
  done?: boolean;
  done_reason?: string;
  prompt_eval_count?: number;
  eval_count?: number;
  error?: string;
};

/** Ollama's own default (4,096) cuts the sources off silently; this fits most models and 8 GB of memory. */
const defaultContextTokens = 8_192;

function createChatModel(client: JsonClient, model: ModelSpecification): ChatModel {
  const contextTokens = model.contextTokens ?? defaultContextTokens;

  async function* stream(request: ChatRequest): AsyncGenerator<ChatEvent> {
    const { parameters, signal } = request;
    const options = {
      num_ctx: contextTokens,
      temperature: parameters.temperature,
      top_p: parameters.topP,
      presence_penalty: parameters.presencePenalty,
      frequency_penalty: parameters.frequencyPenalty,
      num_predict: parameters.maxTokens,
    };
    const tools = presentTools(request.tools);
    const messages = request.messages.map(presentMessage);
    const body = { model: model.name, messages, stream: true, options, ...(tools ? { tools } : {}) };
    const response = await client.post('/api/chat', body, signal);
    const splitter = createThinkSplitter();
    const calls = createToolCallReader();
    let last: Chunk | undefined;
    let written = '';
    try {
      if (response.body === null) throw new ModelError('bad_response', { detail: 'an empty answer' });
      for await (const lines of readLines(response.body)) {
        for (const line of lines) {
          if (line.trim() === '') continue;
          const chunk = parseChunk(line);
          if (chunk.error !== undefined) throw errorFromBody(500, line, client.secret);
          if (chunk.message?.thinking) yield { type: 'reasoning-delta', text: chunk.message.thinking };
          if (chunk.message?.content) {
            written += chunk.message.content;
            yield* toDeltas(splitter.push(chunk.message.content));
          }
          // Each is whole, and those of a later chunk are others.
          if (chunk.message?.tool_calls)
            calls.push(chunk.message.tool_calls.map(({ index: _, ...call }) => call));
          if (chunk.done === true) last = chunk;
        }
      }
    } catch (error) {
      throw client.explain(error, signal);
    }
    if (last === undefined) throw new ModelError('bad_response', { detail: 'the answer broke off' });
    yield* toDeltas(splitter.finish());
    yield* calls.finish();
    written += calls.text();
    yield {
      type: 'finish',
      reason: readFinishReason(last.done_reason ?? 'stop'),
      usage:
        last.eval_count === undefined
          ? estimateUsage(request, written)
          : { promptTokens: last.prompt_eval_count ?? 0, completionTokens: last.eval_count },
    };
  }

  return { id: model.name, contextTokens, stream };
}

function presentMessage(message: ChatRequest['messages'][number]) {
  if (message.role === 'tool')
    return { role: message.role, content: message.content, tool_name: message.answers.name };
  const { role, content, pictures = [], toolCalls = [] } = message;
  if (toolCalls.length > 0)
    return {
      role,
      content,
      tool_calls: toolCalls.map((call) => ({
        function: { name: call.name, arguments: readArguments(call.arguments) },
      })),
    };
  if (pictures.length === 0) return { role, content };
  return { role, content, images: pictures.map(({ bytes }) => Buffer.from(bytes).toString('base64')) };
}

function parseChunk(line: string): Chunk {
  try {
    const parsed: unknown = JSON.parse(line);
    if (typeof parsed === 'object' && parsed !== null) return parsed as Chunk;
  } catch {
    // Reported below, without the body: it may hold a person's text.
  }
  throw new ModelError('bad_response', { detail: 'the answer is not JSON' });
}

function createEmbeddingModel(
  client: JsonClient,
  model: ModelSpecification,
): EmbeddingModel & { batch: BatchLimits } {
  return {
    id: model.name,
    maxInputTokens: model.contextTokens ?? 2_048,
    batch: { texts: 32, tokens: 16_000 },
    embed: async (texts, { kind, signal }) => {
      const prompt = embeddingPrompt(model.name, kind);
      const input = texts.map((text) => prompt + text);
      const answer = await client.postForJson(
        '/api/embed',
        { model: model.name, input, truncate: true },
        signal,
      );
      const { embeddings, prompt_eval_count } = answer as {
        embeddings?: unknown;
        prompt_eval_count?: number;
      };
      if (!Array.isArray(embeddings))
        throw new ModelError('bad_response', { detail: 'no vectors in the answer' });
      const vectors = embeddings.map((value) => {
        const vector = readVector(value);
        if (vector === undefined) throw new ModelError('bad_response', { detail: 'an unreadable vector' });
        return vector;
      });
      return {
        vectors: checkVectors(vectors, { count: texts.length, dimensions: model.dimensions, kind }),
        usage: {
          promptTokens: prompt_eval_count ?? input.reduce((sum, text) => sum + estimateTokens(text), 0),
          completionTokens: 0,
          ...(prompt_eval_count === undefined && { estimated: true }),
        },
      };
    },
  };
}
