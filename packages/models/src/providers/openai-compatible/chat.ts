import type { ChatEvent, ChatModel, ChatRequest, TokenUsage, ToolCall } from '../../ports.ts';
import { ModelError } from '../../ports.ts';
import { estimateUsage, readFinishReason, toDeltas } from '../chat-stream.ts';
import type { ModelSpecification } from '../define-provider.ts';
import { errorFromBody } from '../http-error.ts';
import type { JsonClient } from '../json-client.ts';
import { readLines } from '../read-lines.ts';
import { createThinkSplitter } from '../think-splitter.ts';
import {
  createToolCallReader,
  keepThoughts,
  presentTools,
  readThoughts,
  type ToolCallPiece,
} from '../tool-calls.ts';
import { createAdaptiveBody, sendAdapting } from './adaptive-body.ts';

type FinishReason = Extract<ChatEvent, { type: 'finish' }>['reason'];

/** The parts of a stream's chunk, or of a whole answer, that the product reads. */
type Completion = {
  choices?: { delta?: Piece; message?: Piece; finish_reason?: string | null }[];
  usage?: { prompt_tokens?: number; completion_tokens?: number } | null;
  error?: unknown;
};
type Piece = {
  content?: string | null;
  reasoning_content?: string | null;
  reasoning?: string | null;
  tool_calls?: (ToolCallPiece & { extra_content?: unknown })[] | null;
};

/** What a server wants beyond the protocol. */
export type ChatHabits = {
  /** Gemini signs the calls that it asks for, and refuses the results of those without a signature. */
  signsCalls?: true | undefined;
};

/** Where Gemini's signatures belong, whoever passes them on. */
const thoughtsOf = 'google';
/** What Google has put in place of a signature for calls that another model asked for. */
const noSignature = { google: { thought_signature: 'skip_thought_signature_validator' } };

/** Careful default: nearly every current model has more, and too much is refused by name. */
const defaultContextTokens = 32_768;

export function createChatModel(
  client: JsonClient,
  model: ModelSpecification,
  refusedFields: Set<string>,
  habits: ChatHabits = {},
): ChatModel {
  const adaptive = createAdaptiveBody(refusedFields);

  async function* stream(request: ChatRequest): AsyncGenerator<ChatEvent> {
    const { parameters, signal } = request;
    const response = await sendAdapting(
      adaptive,
      {
        model: model.name,
        messages: request.messages.map((message) => presentMessage(message, habits)),
        stream: true,
        stream_options: { include_usage: true },
        temperature: parameters.temperature,
        top_p: parameters.topP,
        presence_penalty: parameters.presencePenalty,
        frequency_penalty: parameters.frequencyPenalty,
        max_tokens: parameters.maxTokens,
        tools: presentTools(request.tools),
      },
      (body) => client.post('/chat/completions', body, signal),
    );
    const splitter = createThinkSplitter();
    const calls = createToolCallReader();
    let reason: FinishReason | undefined;
    let usage: TokenUsage | undefined;
    let ended = false;
    let written = '';

    function* read(completion: Completion): Generator<ChatEvent> {
      if (completion.error !== undefined && completion.error !== null) {
        throw errorFromBody(500, JSON.stringify(completion), client.secret);
      }
      if (completion.usage) usage = readUsage(completion.usage);
      const choice = completion.choices?.[0];
      if (choice === undefined) return;
      const piece = choice.delta ?? choice.message;
      const reasoning = piece?.reasoning_content ?? piece?.reasoning;
      if (reasoning) {
        // Thoughts are paid for like words.
        written += reasoning;
        yield { type: 'reasoning-delta', text: reasoning };
      }
      if (piece?.content) {
        written += piece.content;
        yield* toDeltas(splitter.push(piece.content));
      }
      if (piece?.tool_calls) calls.push(piece.tool_calls.map(readPiece));
      if (choice.finish_reason) {
        reason = readFinishReason(choice.finish_reason);
        ended = true;
      }
    }

    try {
      if (response.body === null) throw new ModelError('bad_response', { detail: 'an empty answer' });
      if (response.headers.get('content-type')?.includes('application/json')) {
        // Some servers know no streaming and send the whole answer at once.
        yield* read(parseCompletion(await response.text()));
        ended = true;
      } else {
        reading: for await (const lines of readLines(response.body)) {
          for (const line of lines) {
            if (!line.startsWith('data:')) continue;
            const data = line.slice(5).trim();
            if (data === '[DONE]') {
              ended = true;
              break reading;
            }
            if (data !== '') yield* read(parseCompletion(data));
          }
        }
      }
    } catch (error) {
      throw client.explain(error, signal);
    }
    if (!ended) throw new ModelError('bad_response', { detail: 'the answer broke off' });
    yield* toDeltas(splitter.finish());
    yield* calls.finish();
    written += calls.text();
    yield { type: 'finish', reason: reason ?? 'stop', usage: usage ?? estimateUsage(request, written) };
  }

  return { id: model.name, contextTokens: model.contextTokens ?? defaultContextTokens, stream };
}

function readPiece({ extra_content: extra, ...piece }: ToolCallPiece & { extra_content?: unknown }) {
  return extra ? { ...piece, ...keepThoughts(thoughtsOf, [extra]) } : piece;
}

function presentCall(call: ToolCall, isFirst: boolean, { signsCalls }: ChatHabits) {
  const { id, name, arguments: given } = call;
  const [signature = signsCalls && isFirst ? noSignature : undefined] = readThoughts(call, thoughtsOf);
  const presented = { id, type: 'function', function: { name, arguments: given } };
  return signature ? { ...presented, extra_content: signature } : presented;
}

function presentMessage(message: ChatRequest['messages'][number], habits: ChatHabits) {
  if (message.role === 'tool')
    return { role: message.role, content: message.content, tool_call_id: message.answers.id };
  const { role, content, pictures = [], toolCalls = [] } = message;
  if (toolCalls.length > 0)
    return {
      role,
      content,
      tool_calls: toolCalls.map((call, n) => presentCall(call, n === 0, habits)),
    };
  if (pictures.length === 0) return { role, content };
  const images = pictures.map(({ bytes, mediaType }) => ({
    type: 'image_url',
    image_url: { url: `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}` },
  }));
  return { role, content: [{ type: 'text', text: content }, ...images] };
}

function parseCompletion(data: string): Completion {
  try {
    const parsed: unknown = JSON.parse(data);
    if (typeof parsed === 'object' && parsed !== null) return parsed as Completion;
  } catch {
    // Reported below, without the body: it may hold a person's text.
  }
  throw new ModelError('bad_response', { detail: 'the answer is not JSON' });
}

function readUsage(usage: NonNullable<Completion['usage']>): TokenUsage {
  return { promptTokens: usage.prompt_tokens ?? 0, completionTokens: usage.completion_tokens ?? 0 };
}
