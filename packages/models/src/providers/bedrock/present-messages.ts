import {
  type ChatMessage,
  type ChatRequest,
  ModelError,
  type Picture,
  type ToolMessage,
} from '../../ports.ts';
import { readArguments, readThoughts } from '../tool-calls.ts';

type Block = Record<string, unknown>;
type Turn = { role: 'user' | 'assistant'; content: Block[] };

/** The provider whose signed thoughts are read here. */
export const thoughtsOf = 'bedrock';

const formats: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/gif': 'gif',
  'image/webp': 'webp',
};

/** Instructions, turns and tools as the Converse API takes them. */
export function presentConversation({ messages, tools = [] }: ChatRequest) {
  const system = messages.flatMap(({ role, content }) =>
    role === 'system' && content.trim() !== '' ? [{ text: content }] : [],
  );
  return {
    ...(system.length > 0 && { system }),
    messages: presentTurns(messages, tools.length > 0),
    ...(tools.length > 0 && {
      toolConfig: {
        tools: tools.map(({ name, description, parameters }) => ({
          toolSpec: { name, description, inputSchema: { json: parameters } },
        })),
      },
    }),
  };
}

/** Turns that alternate and begin with the person's: all results of one round of tools are one turn. */
function presentTurns(messages: ChatRequest['messages'], withTools: boolean): Turn[] {
  const turns: Turn[] = [];
  for (const message of messages) {
    if (message.role === 'system') continue;
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const content =
      message.role === 'tool' ? presentResult(message, withTools) : presentMessage(message, withTools);
    if (content.length === 0) continue;
    const last = turns.at(-1);
    if (last?.role === role) last.content.push(...content);
    else turns.push({ role, content });
  }
  // What was said before is cut off, or the assistant greeted.
  return turns[0]?.role === 'assistant' ? [{ role: 'user', content: [{ text: '…' }] }, ...turns] : turns;
}

/** Calls are refused where no tool is offered, and there is no way to offer tools and forbid them: they become text. */
function presentResult({ content, answers }: ToolMessage, withTools: boolean): Block[] {
  if (!withTools) return [{ text: `Result of ${answers.name}: ${content}` }];
  return [{ toolResult: { toolUseId: answers.id, content: [{ text: content || 'Nothing.' }] } }];
}

function presentMessage(message: ChatMessage, withTools: boolean): Block[] {
  const { content, pictures = [], toolCalls = [] } = message;
  const text = content.trim() === '' ? [] : [{ text: content }];
  const pictured = [...pictures.map(presentPicture), ...text];
  if (!withTools)
    return [...pictured, ...toolCalls.map((call) => ({ text: `${call.name}(${call.arguments})` }))];
  const thoughts = toolCalls.map((call) => readThoughts(call, thoughtsOf));
  const calls = toolCalls.flatMap(({ id, name, arguments: given }, n) => [
    // Those of the first call came before its words.
    ...(n === 0 ? [] : thoughts[n]!),
    { toolUse: { toolUseId: id, name, input: readArguments(given) } },
  ]);
  return [...(thoughts[0] ?? []), ...pictured, ...calls];
}

function presentPicture({ bytes, mediaType }: Picture): Block {
  const format = formats[mediaType];
  if (format === undefined) throw new ModelError('bad_request', { detail: `no pictures of ${mediaType}` });
  return { image: { format, source: { bytes: Buffer.from(bytes).toString('base64') } } };
}
