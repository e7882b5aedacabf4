import type { TokenUsage } from '@lectern/models';

export type CompleteRequest = { system: string; prompt: string; maxTokens: number };

/** One answer of a chat model to one prompt, with what it used. Throws a ModelError. */
export type Complete = (request: CompleteRequest) => Promise<{ text: string; usage: TokenUsage }>;

/** What a work will ask of a chat model. */
export type CallEstimate = { calls: number; promptTokens: number; completionTokens: number };
