import { type ChatEvent, type ChatModel, type ChatRequest, ModelError } from '../../ports.ts';
import { estimateUsage, readFinishReason, toDeltas } from '../chat-stream.ts';
import type { ModelSpecification } from '../define-provider.ts';
import { readLines } from '../read-lines.ts';
import { createThinkSplitter } from '../think-splitter.ts';
import { createToolCallReader } from '../tool-calls.ts';
import { readAnswer, type TencentClient } from './client.ts';

type Call = { Id?: string; Index?: number; Function?: { Name?: string; Arguments?: string } };
type Piece = { Content?: string; ReasoningContent?: string; ToolCalls?: Call[] | null };
/** The parts of a stream's chunk that the product reads. */
type Chunk = {
  Choices?: { Delta?: Piece; FinishReason?: string }[];
  Usage?: { PromptTokens?: number; CompletionTokens?: number };
  ErrorMsg?: { Msg?: string; Code?: number };
};

const defaultContextTokens = 32_768;

/** Hunyuan by `ChatCompletions`, which is OpenAI's protocol in capitals. */
export function createChatModel(client: TencentClient, model: ModelSpecification): ChatModel {
  async function* stream(request: ChatRequest): AsyncGenerator<ChatEvent> {
    const { parameters, tools = [], signal } = request;
    const body = {
      Model: model.name,
      Messages: request.messages.map(presentMessage),
      Stream: true,
      ...(parameters.temperature !== undefined && { Temperature: parameters.temperature }),
      ...(parameters.topP !== undefined && { TopP: parameters.topP }),
      ...(tools.length > 0 && {
        Tools: tools.map(({ name, description, parameters: schema }) => ({
          Type: 'function',
          Function: { Name: name, Description: description, Parameters: JSON.stringify(schema) },
        })),
      }),
    };
    const response = await client.stream(body, signal);
    const splitter = createThinkSplitter();
    const calls = createToolCallReader();
    let usage: Chunk['Usage'];
    let finish = '';
    let written = '';

    function* read({ Choices, Usage, ErrorMsg }: Chunk): Generator<ChatEvent> {
      if (ErrorMsg?.Msg) throw new ModelError('server_error', { detail: ErrorMsg.Msg });
      usage = Usage ?? usage;
      const { Delta: delta, FinishReason } = Choices?.[0] ?? {};
      if (delta?.ReasoningContent) {
        written += delta.ReasoningContent;
        yield { type: 'reasoning-delta', text: delta.ReasoningContent };
      }
      if (delta?.Content) {
        written += delta.Content;
        yield* toDeltas(splitter.push(delta.Content));
      }
      calls.push(
        (delta?.ToolCalls ?? []).map(({ Id, Index, Function: called }) => ({
          ...(Id && { id: Id }),
          ...(Index !== undefined && { index: Index }),
          function: { name: called?.Name ?? '', arguments: called?.Arguments ?? '' },
        })),
      );
      finish = FinishReason || finish;
    }

    try {
      if (response.body === null) throw new ModelError('bad_response', { detail: 'an empty answer' });
      // A refusal is no stream.
      if (response.headers.get('content-type')?.includes('json'))
        readAnswer(await client.readJson(response, signal));
      else
        for await (const lines of readLines(response.body))
          for (const line of lines)
            if (line.startsWith('data:')) {
              const data = line.slice(5).trim();
              if (data !== '' && data !== '[DONE]') yield* read(parseChunk(data));
            }
    } catch (error) {
      throw client.explain(error, signal);
    }
    if (finish === '') throw new ModelError('bad_response', { detail: 'the answer broke off' });
    yield* toDeltas(splitter.finish());
    yield* calls.finish();
    written += calls.text();
    yield {
      type: 'finish',
      reason: readFinishReason(finish === 'sensitive' ? 'content_filter' : finish),
      usage:
        usage?.CompletionTokens === undefined
          ? estimateUsage(request, written)
          : { promptTokens: usage.PromptTokens ?? 0, completionTokens: usage.CompletionTokens },
    };
  }

  return { id: model.name, contextTokens: model.contextTokens ?? defaultContextTokens, stream };
}

function presentMessage(message: ChatRequest['messages'][number]) {
  if (message.role === 'tool')
    return { Role: 'tool', Content: message.content, ToolCallId: message.answers.id };
  const { role, content, pictures = [], toolCalls = [] } = message;
  if (toolCalls.length > 0)
    return {
      Role: role,
      Content: content,
      ToolCalls: toolCalls.map(({ id, name, arguments: given }) => ({
        Id: id,
        Type: 'function',
        Function: { Name: name, Arguments: given },
      })),
    };
  if (pictures.length === 0) return { Role: role, Content: content };
  const images = pictures.map(({ bytes, mediaType }) => ({
    Type: 'image_url',
    ImageUrl: { Url: `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}` },
  }));
  return { Role: role, Contents: [{ Type: 'text', Text: content }, ...images] };
}

function parseChunk(data: string): Chunk {
  try {
    const parsed: unknown = JSON.parse(data);
    // A refusal also comes as the only event of a stream.
    if (typeof parsed === 'object' && parsed !== null)
      return 'Response' in parsed ? readAnswer(parsed) : (parsed as Chunk);
  } catch (error) {
    // What is no JSON is reported below, without the body: it may hold a person's text.
    if (error instanceof ModelError) throw error;
  }
  throw new ModelError('bad_response', { detail: 'the answer is not JSON' });
}
