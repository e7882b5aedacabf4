import type { ChatMessage, ToolCall, ToolMessage } from '@lectern/models';
import { z } from 'zod';
import { ForeignRefusal } from '../../../platform/http/foreign-api.ts';

const content = z.union([z.string(), z.array(z.looseObject({ type: z.string() }))]);

export const chatMessage = z.object({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
  content: content.nullish(),
  tool_calls: z
    .array(
      z.object({
        id: z.string(),
        type: z.literal('function'),
        function: z.object({ name: z.string(), arguments: z.string() }),
      }),
    )
    .nullish(),
  tool_call_id: z.string().nullish(),
});
type SentMessage = z.infer<typeof chatMessage>;

/** As many as a question of a chat may have. */
const longestQuestion = 16_000;
const longestInstructions = 16_000;

/** Names of text parts, in Chat Completions and in Responses. */
const textParts = new Set(['text', 'input_text', 'output_text']);

/** The text of a content: its text parts, in their order. Other kinds of content are refused by name. */
export function readText(sent: z.infer<typeof content> | null | undefined, param: string): string {
  if (sent === null || sent === undefined) return '';
  if (typeof sent === 'string') return sent;
  return sent
    .map((part, n) => {
      if (textParts.has(part.type) && typeof part.text === 'string') return part.text;
      throw new ForeignRefusal(
        'request.invalid',
        `Content of the type '${part.type}' is not supported: send text.`,
        { param: `${param}.${n}`, reason: 'unsupported_content' },
      );
    })
    .join('\n');
}

export type Asked = {
  instructions: string;
  history: { role: 'user' | 'assistant'; content: string }[];
  question: string;
};

function refuse(text: string, param = 'messages', reason = 'invalid_value'): never {
  throw new ForeignRefusal('request.invalid', text, { param, reason });
}

/** Messages as a question to an assistant or a flow, with what was said before. */
export function readAsked(messages: readonly SentMessage[], param = 'messages'): Asked {
  const instructions: string[] = [];
  const turns: { role: 'user' | 'assistant'; content: string }[] = [];
  for (const [n, { role, content: sent, tool_calls: calls }] of messages.entries()) {
    if (role === 'tool' || (calls && calls.length > 0))
      refuse('Assistants and flows take no tools of the caller.', `${param}.${n}`, 'tools_not_supported');
    const text = readText(sent, `${param}.${n}.content`);
    if (role === 'system' || role === 'developer') instructions.push(text);
    else turns.push({ role, content: text });
  }
  const question = turns.pop();
  if (question?.role !== 'user' || question.content.trim() === '')
    refuse('The last message must be a question: a user message with text.', param);
  if (question.content.length > longestQuestion)
    refuse(`A question has at most ${longestQuestion} characters.`, param, 'string_above_max_length');
  const wishes = instructions.filter((text) => text.trim() !== '').join('\n\n');
  if (wishes.length > longestInstructions)
    refuse(`Instructions have at most ${longestInstructions} characters.`, param, 'string_above_max_length');
  return { instructions: wishes, history: turns, question: question.content };
}

/** Messages as a bare model reads them. */
export function readForModel(messages: readonly SentMessage[]): (ChatMessage | ToolMessage)[] {
  const calls = new Map<string, string>();
  const read = messages.map((message, n): ChatMessage | ToolMessage => {
    const text = readText(message.content, `messages.${n}.content`);
    if (message.role === 'tool') {
      const id = message.tool_call_id ?? '';
      const name = calls.get(id);
      if (name === undefined)
        refuse('A tool message answers a tool call of a message before it.', `messages.${n}.tool_call_id`);
      return { role: 'tool', content: text, answers: { id, name } };
    }
    const toolCalls = (message.tool_calls ?? []).map(
      ({ id, function: { name, arguments: given } }): ToolCall => ({ id, name, arguments: given }),
    );
    for (const { id, name } of toolCalls) calls.set(id, name);
    const role = message.role === 'developer' ? 'system' : message.role;
    return { role, content: text, ...(toolCalls.length > 0 ? { toolCalls } : {}) };
  });
  if (!read.some(({ content }) => content.trim() !== '')) refuse('The messages hold no text.');
  return read;
}
