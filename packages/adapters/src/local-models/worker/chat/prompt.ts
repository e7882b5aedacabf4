import type { LocalChatRequest } from '@lectern/models';
import { LocalModelError } from '../../local-model-error.ts';
import type { LlamaModel, TemplateRenderer } from './llama.ts';

type Message = LocalChatRequest['messages'][number];

/** No token is longer than this on average: what lies beyond does not fit, and is not even read. */
const charactersPerToken = 16;
/** Of `llama_token_attr`. */
const controlToken = 8;

/** Writes conversations down in the form that a model was trained with, as its own template says. */
export function createPromptWriter(
  model: LlamaModel,
  template: TemplateRenderer,
  maxTokens: number,
): (messages: readonly Message[]) => Uint32Array {
  const bos = model.tokenBos();
  const constants = {
    bos_token: wordOf(model, bos),
    eos_token: wordOf(model, model.tokenEos()),
    add_generation_prompt: true,
    // Thinking takes a processor minutes, and people wait.
    enable_thinking: false,
  };

  function render(messages: readonly Message[]): string {
    const safe = messages.map(({ role, content }) => ({ role, content: disarm(model, content) }));
    try {
      return template.render({ ...constants, messages: safe });
    } catch (error) {
      // Some templates know neither instructions nor two messages of one person in a row.
      const simple = simplify(safe);
      if (simple.length === safe.length) throw error;
      return template.render({ ...constants, messages: simple });
    }
  }

  return (messages) => {
    const characters = messages.reduce((sum, { content }) => sum + content.length, 0);
    checkLength(characters / charactersPerToken, maxTokens);
    const text = render(messages);
    checkLength(text.length / charactersPerToken, maxTokens);
    const tokens = model.tokenize(text, true);
    const whole =
      model.shouldPrependBosToken() && tokens[0] !== bos ? Uint32Array.of(bos, ...tokens) : tokens;
    // One place is left for an answer.
    checkLength(whole.length + 1, maxTokens);
    return whole;
  };
}

function checkLength(tokens: number, maxTokens: number): void {
  if (tokens <= maxTokens) return;
  throw new LocalModelError(
    'context_too_long',
    `${Math.ceil(tokens)} tokens, and the context of the model has ${maxTokens}`,
  );
}

/** Negative where the model has no such token. */
const wordOf = (model: LlamaModel, token: number): string => (token < 0 ? '' : model.getTokenString(token));

/**
 * Makes words of the marks that steer the model: a document that holds `<|im_end|>` would otherwise end the message that
 * it is quoted in, and go on in the name of another.
 */
function disarm(model: LlamaModel, content: string): string {
  let text = content;
  // A mark may come to be where another was broken up.
  for (let round = 0; round < 8; round++) {
    const marks = [...new Set(model.tokenize(text, true))].filter(
      (token) => (model.getTokenAttributes(token) & controlToken) !== 0,
    );
    if (marks.length === 0) return text;
    for (const mark of marks) {
      const word = model.getTokenString(mark);
      text = text.replaceAll(word, `${word.slice(0, 1)} ${word.slice(1)}`);
    }
  }
  throw new LocalModelError('bad_request', 'The text holds marks that only the model itself may use.');
}

/** Instructions become the beginning of what the person says first, and each side speaks once before the other does. */
function simplify(messages: readonly Message[]): Message[] {
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  const turns: Message[] = [];
  for (const { role, content } of messages) {
    if (role === 'system' || (role === 'assistant' && turns.length === 0)) continue;
    const last = turns.at(-1);
    if (last?.role === role) last.content = `${last.content}\n\n${content}`;
    else turns.push({ role, content });
  }
  const [first] = turns;
  if (first) first.content = [...system, first.content].join('\n\n');
  return turns;
}
