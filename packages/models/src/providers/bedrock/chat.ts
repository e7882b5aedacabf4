import {
  type ChatEvent,
  type ChatModel,
  type ChatRequest,
  ModelError,
  type TokenUsage,
} from '../../ports.ts';
import { estimateUsage, readFinishReason, toDeltas } from '../chat-stream.ts';
import type { ModelSpecification } from '../define-provider.ts';
import { errorFromBody } from '../http-error.ts';
import type { JsonClient } from '../json-client.ts';
import { createAdaptiveBody, sendAdapting } from '../openai-compatible/adaptive-body.ts';
import { createThinkSplitter } from '../think-splitter.ts';
import { createToolCallReader, keepThoughts } from '../tool-calls.ts';
import { readMessages, type StreamMessage } from './event-stream.ts';
import { presentConversation, thoughtsOf } from './present-messages.ts';

/** The parts of a stream's events that the product reads. */
type StreamEvent = {
  contentBlockIndex?: number;
  start?: { toolUse?: { toolUseId?: string; name?: string } };
  delta?: {
    text?: string;
    toolUse?: { input?: string };
    reasoningContent?: { text?: string; signature?: string; redactedContent?: string };
  };
  stopReason?: string;
  usage?: Usage;
};
type Usage = {
  inputTokens?: number;
  outputTokens?: number;
  cacheReadInputTokens?: number;
  cacheWriteInputTokens?: number;
};
type Thought = { text: string; signature?: string; redactedContent?: string };

/** Careful: the models of Amazon, Anthropic and Meta have more. */
const defaultContextTokens = 128_000;

/** What an exception inside a stream would have been as an answer of its own. */
const statusOfException: Record<string, number> = {
  validationException: 400,
  throttlingException: 429,
  modelStreamErrorException: 500,
  modelTimeoutException: 504,
  internalServerException: 500,
  serviceUnavailableException: 503,
};

/** Any model of Bedrock that converses, by ConverseStream. */
export function createChatModel(
  client: JsonClient,
  model: ModelSpecification,
  refusedFields: Set<string>,
): ChatModel {
  const adaptive = createAdaptiveBody(refusedFields);

  function send(request: ChatRequest): Promise<Response> {
    const { temperature, topP, maxTokens } = request.parameters;
    const conversation = presentConversation(request);
    const limit = maxTokens === undefined ? {} : { maxTokens };
    // Newer models refuse to have their sampling changed, in the words of their makers.
    return sendAdapting(adaptive, { temperature, top_p: topP }, ({ top_p, ...rest }) => {
      const inferenceConfig = { ...limit, ...rest, ...(top_p !== undefined && { topP: top_p }) };
      const body = {
        ...conversation,
        ...(Object.keys(inferenceConfig).length > 0 && { inferenceConfig }),
      };
      return client.post(`/model/${encodeURIComponent(model.name)}/converse-stream`, body, request.signal);
    });
  }

  async function* stream(request: ChatRequest): AsyncGenerator<ChatEvent> {
    const response = await send(request);
    const splitter = createThinkSplitter();
    const calls = createToolCallReader();
    const thoughts = new Map<number, Thought>();
    let usage: Usage | undefined;
    let stopReason: string | undefined;
    let written = '';

    function* read({
      contentBlockIndex: index = 0,
      start,
      delta,
      ...end
    }: StreamEvent): Generator<ChatEvent> {
      if (start?.toolUse) {
        const { toolUseId, name } = start.toolUse;
        const signed = keepThoughts(thoughtsOf, [...thoughts.values()].map(presentThought));
        thoughts.clear();
        calls.push([{ index, id: toolUseId, function: { name }, ...signed }]);
      }
      if (delta?.toolUse) calls.push([{ index, function: { arguments: delta.toolUse.input } }]);
      if (delta?.reasoningContent) {
        const { text = '', ...signature } = delta.reasoningContent;
        const thought = thoughts.get(index) ?? { text: '' };
        thoughts.set(index, { ...thought, ...signature, text: thought.text + text });
        written += text;
        if (text !== '') yield { type: 'reasoning-delta', text };
      }
      if (delta?.text) {
        written += delta.text;
        yield* toDeltas(splitter.push(delta.text));
      }
      stopReason ??= end.stopReason;
      usage ??= end.usage;
    }

    try {
      if (response.body === null) throw new ModelError('bad_response', { detail: 'an empty answer' });
      for await (const message of readMessages(response.body))
        yield* read(parseEvent(message, client.secret));
    } catch (error) {
      throw client.explain(error, request.signal);
    }
    if (stopReason === undefined) throw new ModelError('bad_response', { detail: 'the answer broke off' });
    yield* toDeltas(splitter.finish());
    yield* calls.finish();
    written += calls.text();
    yield {
      type: 'finish',
      reason: readFinishReason(stopReason),
      usage: readUsage(usage) ?? estimateUsage(request, written),
    };
  }

  return { id: model.name, contextTokens: model.contextTokens ?? defaultContextTokens, stream };
}

function presentThought({ text, signature, redactedContent }: Thought) {
  return {
    reasoningContent:
      redactedContent === undefined
        ? { reasoningText: { text, ...(signature !== undefined && { signature }) } }
        : { redactedContent },
  };
}

function parseEvent({ headers, body }: StreamMessage, secret: string): StreamEvent {
  const exception = headers[':exception-type'] ?? headers[':error-code'];
  if (exception !== undefined) {
    const text = body === '' ? JSON.stringify({ message: headers[':error-message'] ?? exception }) : body;
    throw errorFromBody(statusOfException[exception] ?? 500, text, secret);
  }
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed === 'object' && parsed !== null) return parsed as StreamEvent;
  } catch {
    // Reported below, without the body: it may hold a person's text.
  }
  throw new ModelError('bad_response', { detail: 'the answer is not JSON' });
}

/** What was read from or written to a cache is part of the prompt. */
function readUsage(usage: Usage | undefined): TokenUsage | undefined {
  if (typeof usage?.outputTokens !== 'number') return undefined;
  const { inputTokens = 0, cacheReadInputTokens = 0, cacheWriteInputTokens = 0, outputTokens } = usage;
  return {
    promptTokens: inputTokens + cacheReadInputTokens + cacheWriteInputTokens,
    completionTokens: outputTokens,
  };
}
