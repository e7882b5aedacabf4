import type { ChatEvent, ChatRequest } from '../ports.ts';
import { weighTokens } from './token-estimate.ts';

/** The longest answer with its reasoning, whatever the provider sends. */
const mostTokens = 65_536;
/** Estimates differ from the provider's own count. */
const leeway = 2;
const leewayTokens = 256;
/** Spaces hardly count as tokens, and empty pieces not at all. */
const mostCharacters = 1_000_000;
const mostPieces = 200_000;

/** Counts an answer while it is streamed, since not every provider keeps to the limit that it was given. */
export function createAnswerLimit({ parameters: { maxTokens } }: ChatRequest) {
  const limit = maxTokens === undefined ? mostTokens : maxTokens * leeway + leewayTokens;
  const texts: string[] = [];
  let characters = 0;
  let answerTokens = 0;
  let allTokens = 0;
  return {
    /** True where the answer is longer than it may be. */
    add: ({ type, text }: Extract<ChatEvent, { text: string }>): boolean => {
      const tokens = weighTokens(text);
      texts.push(text);
      characters += text.length;
      allTokens += tokens;
      // Providers differ in whether reasoning counts toward the limit of an answer.
      if (type === 'text-delta') answerTokens += tokens;
      return (
        answerTokens > limit ||
        allTokens > mostTokens ||
        characters > mostCharacters ||
        texts.length > mostPieces
      );
    },
    text: () => texts.join(''),
  };
}
