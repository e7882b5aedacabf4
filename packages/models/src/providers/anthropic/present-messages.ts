import type { ChatRequest, ChatTool, Picture } from '../../ports.ts';
import { readArguments, readThoughts } from '../tool-calls.ts';

type Messages = ChatRequest['messages'];
type Block = Record<string, unknown>;
type Turn = { role: 'user' | 'assistant'; content: Block[] };

/** The provider whose signed thoughts are read here. */
export const thoughtsOf = 'anthropic';

/** The API takes instructions apart from the conversation; absent where there are none. */
export function presentSystem(messages: Messages): string | undefined {
  const texts = messages.flatMap(({ role, content }) =>
    role === 'system' && content !== '' ? [content] : [],
  );
  return texts.length === 0 ? undefined : texts.join('\n\n');
}

/** Turns that alternate and begin with the person's: all results of one round of tools are one turn. */
export function presentMessages(messages: Messages): Turn[] {
  const turns: Turn[] = [];
  for (const message of messages) {
    if (message.role === 'system') continue;
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const content = presentContent(message);
    const last = turns.at(-1);
    if (content.length === 0) continue;
    if (last?.role === role) last.content.push(...content);
    else turns.push({ role, content });
  }
  // What was said before is cut off, or the assistant greeted.
  return turns[0]?.role === 'assistant' ? [{ role: 'user', content: [presentText('…')] }, ...turns] : turns;
}

/**
 * What may be called. A conversation in which tools were called and none is offered any more still has to name them, and
 * forbid their use: without that, the answer comes back empty.
 */
export function presentTools(messages: Messages, tools: readonly ChatTool[]): Block {
  if (tools.length > 0)
    return {
      tools: tools.map(({ name, description, parameters }) => ({
        name,
        description,
        input_schema: parameters,
      })),
    };
  const called = messages.flatMap((message) =>
    message.role === 'tool' ? [] : (message.toolCalls ?? []).map(({ name }) => name),
  );
  if (called.length === 0) return {};
  return {
    tools: [...new Set(called)].map((name) => ({ name, input_schema: { type: 'object' } })),
    tool_choice: { type: 'none' },
  };
}

function presentContent(message: Messages[number]): Block[] {
  // Empty texts are refused.
  const text = message.content.trim() === '' ? [] : [presentText(message.content)];
  if (message.role === 'tool')
    return [{ type: 'tool_result', tool_use_id: message.answers.id, content: text }];
  const { toolCalls = [], pictures = [] } = message;
  const thoughts = toolCalls.map((call) => readThoughts(call, thoughtsOf));
  const calls = toolCalls.flatMap(({ id, name, arguments: given }, n) => [
    // Those of the first call came before its words.
    ...(n === 0 ? [] : thoughts[n]!),
    { type: 'tool_use', id, name, input: readArguments(given) },
  ]);
  return [...(thoughts[0] ?? []), ...pictures.map(presentPicture), ...text, ...calls];
}

function presentText(text: string): Block {
  return { type: 'text', text };
}

function presentPicture({ bytes, mediaType }: Picture): Block {
  const data = Buffer.from(bytes).toString('base64');
  return { type: 'image', source: { type: 'base64', media_type: mediaType, data } };
}
