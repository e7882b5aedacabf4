import { type ChatEvent, ModelError, type ToolCall } from '../ports.ts';

/** A piece of a call as servers stream it, in the protocol of OpenAI and in that of Ollama. */
export type ToolCallPiece = {
  index?: number;
  id?: string | null;
  function?: { name?: string | null; arguments?: string | Record<string, unknown> | null };
  thoughts?: ToolCall['thoughts'];
};

const mostCalls = 32;
const longestArguments = 100_000;

/** Puts calls together from their pieces. */
export function createToolCallReader() {
  const calls = new Map<number, ToolCall>();
  return {
    push: (pieces: readonly ToolCallPiece[]): void => {
      for (const [i, piece] of pieces.entries()) {
        const index = piece.index ?? (piece.id || piece.function?.name ? calls.size : i);
        const call = calls.get(index) ?? { id: '', name: '', arguments: '' };
        const given = piece.function?.arguments ?? '';
        call.id ||= piece.id ?? '';
        call.name ||= piece.function?.name ?? '';
        call.arguments += typeof given === 'string' ? given : JSON.stringify(given);
        if (piece.thoughts !== undefined) call.thoughts ??= piece.thoughts;
        calls.set(index, call);
        if (calls.size > mostCalls || call.arguments.length > longestArguments)
          throw new ModelError('bad_response', { detail: 'it asks for too much at once' });
      }
    },
    /** What was written, for those who count it. */
    text: (): string => [...calls.values()].map((call) => call.name + call.arguments).join(''),
    *finish(): Generator<ChatEvent> {
      for (const [index, call] of calls)
        if (call.name !== '')
          yield {
            type: 'tool-call',
            // Some servers send nothing where there is nothing to tell.
            call: { ...call, id: call.id || `call_${index}`, arguments: call.arguments || '{}' },
          };
    },
  };
}

/** Tools as both protocols take them; absent where there are none. */
export function presentTools(tools: readonly { name: string }[] = []) {
  return tools.length === 0 ? undefined : tools.map((tool) => ({ type: 'function', function: tool }));
}

/** Thoughts as a call carries them; nothing where there are none. */
export function keepThoughts(provider: string, content: readonly unknown[]): Pick<ToolCall, 'thoughts'> {
  return content.length === 0 ? {} : { thoughts: { provider, content: JSON.stringify(content) } };
}

/** The thoughts that go back with a call: only to the provider that signed them. */
export function readThoughts({ thoughts }: ToolCall, provider: string): Record<string, unknown>[] {
  return thoughts?.provider === provider ? JSON.parse(thoughts.content) : [];
}

/** For protocols that take an object, also for what a model wrote wrong. */
export function readArguments(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}
