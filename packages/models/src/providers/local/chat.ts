import {
  type ChatEvent,
  type ChatMessage,
  type ChatModel,
  type ChatRequest,
  type LocalChatRequest,
  type LocalModels,
  ModelError,
  type ToolMessage,
} from '../../ports.ts';
import { toDeltas } from '../chat-stream.ts';
import type { ModelSpecification } from '../define-provider.ts';
import { createThinkSplitter } from '../think-splitter.ts';
import { explain } from './model-error.ts';

/** The least that such a model is installed with. */
const defaultContextTokens = 2_048;

/** A GGUF model that writes answers. It reads text only, and calls no tools. */
export function createLocalChatModel(models: LocalModels, model: ModelSpecification): ChatModel {
  async function* stream({ messages, parameters, tools, signal }: ChatRequest): AsyncGenerator<ChatEvent> {
    if (tools && tools.length > 0) throw noTools();
    const request = { messages: messages.map(present), parameters };
    const splitter = createThinkSplitter();
    try {
      for await (const event of models.chat(model.name, request, { signal })) {
        if ('text' in event) {
          yield* toDeltas(splitter.push(event.text));
          continue;
        }
        const { reason, promptTokens, completionTokens } = event;
        yield* toDeltas(splitter.finish());
        yield { type: 'finish', reason, usage: { promptTokens, completionTokens } };
      }
    } catch (error) {
      throw explain(error);
    }
  }

  return { id: model.name, contextTokens: model.contextTokens ?? defaultContextTokens, stream };
}

const noTools = () => new ModelError('bad_request', { detail: 'this model cannot call tools' });

function present(message: ChatMessage | ToolMessage): LocalChatRequest['messages'][number] {
  if (message.role === 'tool' || (message.toolCalls?.length ?? 0) > 0) throw noTools();
  if (message.pictures && message.pictures.length > 0)
    throw new ModelError('bad_request', { detail: 'this model cannot read pictures' });
  return { role: message.role, content: message.content };
}
