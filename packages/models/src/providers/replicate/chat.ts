import { type ChatEvent, type ChatModel, type ChatRequest, ModelError } from '../../ports.ts';
import { estimateUsage, toDeltas } from '../chat-stream.ts';
import type { ModelSpecification } from '../define-provider.ts';
import { readErrorBody } from '../http-error.ts';
import type { JsonClient } from '../json-client.ts';
import { readLines } from '../read-lines.ts';
import { createThinkSplitter } from '../think-splitter.ts';

type Prediction = { id?: unknown; urls?: { stream?: unknown } } | null;

const defaultContextTokens = 8_192;

/** A language model by a prediction, whose words come from an address of its own. It has no tools. */
export function createChatModel(
  client: JsonClient,
  connect: (baseUrl: string) => JsonClient,
  model: ModelSpecification,
): ChatModel {
  async function* stream(request: ChatRequest): AsyncGenerator<ChatEvent> {
    const { signal } = request;
    const body = { version: model.name, input: presentInput(request), stream: true };
    const prediction = (await client.postForJson('/predictions', body, signal)) as Prediction;
    const { id } = prediction ?? {};
    const address = readAddress(prediction?.urls?.stream);
    const splitter = createThinkSplitter();
    let written = '';
    let ended = false;
    try {
      const response = await connect(address).open('', signal);
      if (response.body === null) throw new ModelError('bad_response', { detail: 'an empty answer' });
      for await (const { event, data } of readEvents(response.body)) {
        if (event === 'output') {
          written += data;
          yield* toDeltas(splitter.push(data));
        }
        if (event === 'error')
          throw new ModelError('server_error', {
            detail: (readErrorBody(data).message ?? data).slice(0, 300),
          });
        if (event !== 'done') continue;
        const { reason } = JSON.parse(data || '{}') as { reason?: string };
        if (reason) throw new ModelError('server_error', { detail: `the prediction ended: ${reason}` });
        ended = true;
        break;
      }
    } catch (error) {
      throw client.explain(error, signal);
    } finally {
      // What nobody reads any more would be computed, and paid for, to its end.
      if (!ended && typeof id === 'string' && /^\w+$/.test(id))
        void client.post(`/predictions/${id}/cancel`, {}).catch(() => undefined);
    }
    if (!ended) throw new ModelError('bad_response', { detail: 'the answer broke off' });
    yield* toDeltas(splitter.finish());
    yield { type: 'finish', reason: 'stop', usage: estimateUsage(request, written) };
  }

  return { id: model.name, contextTokens: model.contextTokens ?? defaultContextTokens, stream };
}

/** The fields that its language models have in common: a conversation is one text. */
function presentInput({ messages, parameters }: ChatRequest) {
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  const turns = messages.filter(({ role }) => role !== 'system');
  const prompt =
    turns.length === 1
      ? turns[0]!.content
      : [
          ...turns.map(({ role, content }) => `${role === 'assistant' ? 'Assistant' : 'User'}: ${content}`),
          'Assistant:',
        ].join('\n\n');
  return {
    prompt,
    ...(system.length > 0 && { system_prompt: system.join('\n\n') }),
    ...(parameters.temperature !== undefined && { temperature: parameters.temperature }),
    ...(parameters.topP !== undefined && { top_p: parameters.topP }),
    ...(parameters.maxTokens !== undefined && { max_tokens: parameters.maxTokens }),
  };
}

function readAddress(given: unknown): string {
  const url = typeof given === 'string' && URL.canParse(given) ? new URL(given) : undefined;
  if (url?.protocol !== 'https:' || !/(^|\.)replicate\.com$/.test(url.hostname))
    throw new ModelError('bad_request', { detail: 'this model does not stream text' });
  return url.href;
}

/** Events with their data; lines of one event are joined, because a word may be a line break. */
async function* readEvents(body: ReadableStream<Uint8Array>) {
  let event = '';
  let data: string[] = [];
  for await (const lines of readLines(body))
    for (const line of lines.map((text) => text.replace(/\r$/, ''))) {
      if (line === '') {
        if (event !== '') yield { event, data: data.join('\n') };
        event = '';
        data = [];
      } else if (line.startsWith('event:')) event = line.slice(6).trim();
      else if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
    }
}
