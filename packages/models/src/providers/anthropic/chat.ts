import type { ChatEvent, ChatModel, ChatRequest, TokenUsage } from '../../ports.ts';
import { ModelError } from '../../ports.ts';
import { estimateUsage, readFinishReason, toDeltas } from '../chat-stream.ts';
import type { ModelSpecification } from '../define-provider.ts';
import { errorFromBody } from '../http-error.ts';
import type { JsonClient } from '../json-client.ts';
import { createAdaptiveBody, sendAdapting } from '../openai-compatible/adaptive-body.ts';
import { readLines } from '../read-lines.ts';
import { createThinkSplitter } from '../think-splitter.ts';
import { createToolCallReader, keepThoughts } from '../tool-calls.ts';
import { presentMessages, presentSystem, presentTools, thoughtsOf } from './present-messages.ts';

/** The parts of a stream's events that the product reads. */
type StreamEvent = {
  type?: string;
  index?: number;
  message?: { usage?: Usage };
  content_block?: { type?: string; id?: string; name?: string; data?: string };
  delta?: {
    type?: string;
    text?: string;
    thinking?: string;
    signature?: string;
    partial_json?: string;
    stop_reason?: string | null;
  };
  usage?: Usage;
  error?: { type?: string };
};
/** A block of thinking, as it goes back with the call that it led to. */
type Thought = { type: string; data?: string; thinking?: string; signature?: string };
type Usage = {
  input_tokens?: number | null;
  cache_creation_input_tokens?: number | null;
  cache_read_input_tokens?: number | null;
  output_tokens?: number | null;
};

const defaultContextTokens = 200_000;

/** The API wants a limit. Thoughts count towards it, and every model since Claude 4 takes more. */
const defaultMaxTokens = 16_384;

/** What an error inside a stream would have been as an answer of its own. */
const statusOfError: Record<string, number> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  timeout_error: 504,
  overloaded_error: 529,
};

export function createChatModel(
  client: JsonClient,
  model: ModelSpecification,
  refusedFields: Set<string>,
): ChatModel {
  const adaptive = createAdaptiveBody(refusedFields);

  function send({ messages, parameters, tools = [], signal }: ChatRequest): Promise<Response> {
    const optional = {
      // The scale of others ends at 2.
      temperature: parameters.temperature === undefined ? undefined : Math.min(1, parameters.temperature),
      top_p: parameters.topP,
    };
    const required = {
      model: model.name,
      max_tokens: parameters.maxTokens ?? defaultMaxTokens,
      stream: true,
      system: presentSystem(messages),
      messages: presentMessages(messages),
      ...presentTools(messages, tools),
    };
    // Newer models refuse to have their sampling changed, and some take only one of the two.
    return sendAdapting(adaptive, optional, (accepted) =>
      client.post('/v1/messages', { ...required, ...accepted }, signal),
    );
  }

  async function* stream(request: ChatRequest): AsyncGenerator<ChatEvent> {
    const { signal } = request;
    const response = await send(request);
    const splitter = createThinkSplitter();
    const calls = createToolCallReader();
    const thoughts = new Map<number, Thought>();
    let usage: Usage = {};
    let stopReason: string | undefined;
    let written = '';

    function* read(event: StreamEvent): Generator<ChatEvent> {
      const { delta, content_block: block, index = 0 } = event;
      usage = { ...usage, ...event.message?.usage, ...event.usage };
      if (event.type === 'error')
        throw errorFromBody(
          statusOfError[event.error?.type ?? ''] ?? 500,
          JSON.stringify(event),
          client.secret,
        );
      if (block?.type === 'thinking') thoughts.set(index, { type: block.type, thinking: '', signature: '' });
      if (block?.type === 'redacted_thinking')
        thoughts.set(index, { type: block.type, data: block.data ?? '' });
      if (block?.type === 'tool_use') {
        const signed = keepThoughts(thoughtsOf, [...thoughts.values()]);
        thoughts.clear();
        calls.push([{ index, id: block.id, function: { name: block.name, arguments: '' }, ...signed }]);
      }
      const thought = thoughts.get(index);
      if (thought?.thinking !== undefined) thought.thinking += delta?.thinking ?? '';
      if (thought?.signature !== undefined) thought.signature += delta?.signature ?? '';
      if (delta?.thinking) {
        written += delta.thinking;
        yield { type: 'reasoning-delta', text: delta.thinking };
      }
      if (delta?.text) {
        written += delta.text;
        yield* toDeltas(splitter.push(delta.text));
      }
      if (delta?.partial_json) calls.push([{ index, function: { arguments: delta.partial_json } }]);
      if (delta?.stop_reason) stopReason = delta.stop_reason;
    }

    try {
      if (response.body === null) throw new ModelError('bad_response', { detail: 'an empty answer' });
      for await (const lines of readLines(response.body)) {
        // The name of an event is in its data too.
        for (const line of lines) if (line.startsWith('data:')) yield* read(parseEvent(line.slice(5)));
      }
    } catch (error) {
      throw client.explain(error, signal);
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

function parseEvent(data: string): StreamEvent {
  try {
    const parsed: unknown = JSON.parse(data);
    if (typeof parsed === 'object' && parsed !== null) return parsed as StreamEvent;
  } catch {
    // Reported below, without the body: it may hold a person's text.
  }
  throw new ModelError('bad_response', { detail: 'the answer is not JSON' });
}

/** What was read from or written to a cache is part of the prompt. */
function readUsage(usage: Usage): TokenUsage | undefined {
  if (typeof usage.output_tokens !== 'number') return undefined;
  const prompt = [usage.input_tokens, usage.cache_creation_input_tokens, usage.cache_read_input_tokens];
  return {
    promptTokens: prompt.reduce<number>((sum, tokens) => sum + (tokens ?? 0), 0),
    completionTokens: usage.output_tokens,
  };
}
