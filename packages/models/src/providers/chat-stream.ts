import type { ChatEvent, ChatRequest, TokenUsage } from '../ports.ts';
import { estimateTokens } from '../resilience/token-estimate.ts';

/** The deltas of one split piece, none for empty parts. */
export function* toDeltas(parts: { reasoning: string; text: string }): Generator<ChatEvent> {
  if (parts.reasoning !== '') yield { type: 'reasoning-delta', text: parts.reasoning };
  if (parts.text !== '') yield { type: 'text-delta', text: parts.text };
}

/** What most models take for a picture of a page; they differ from 85 to some thousands. */
const tokensOfPicture = 1_000;

const countPictures = (message: ChatRequest['messages'][number]) =>
  message.role === 'tool' ? 0 : (message.pictures?.length ?? 0);

/** What the ledger counts when a provider keeps its figures to itself. */
export function estimateUsage(request: ChatRequest, answer: string): TokenUsage {
  const promptTokens = request.messages.reduce(
    (sum, message) => sum + estimateTokens(message.content) + 4 + tokensOfPicture * countPictures(message),
    0,
  );
  const described = request.tools ? estimateTokens(JSON.stringify(request.tools)) : 0;
  return {
    promptTokens: promptTokens + described,
    completionTokens: estimateTokens(answer),
    estimated: true,
  };
}

/** The words that providers use for the end of an answer, as the port names them. */
export function readFinishReason(reason: string): Extract<ChatEvent, { type: 'finish' }>['reason'] {
  if (['stop', 'eos', 'end_turn', 'stop_sequence'].includes(reason)) return 'stop';
  if (['length', 'max_tokens', 'model_context_window_exceeded'].includes(reason)) return 'length';
  if (['content_filter', 'content_filtered', 'guardrail_intervened', 'refusal'].includes(reason))
    return 'filtered';
  return 'other';
}
