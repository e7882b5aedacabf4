/** Figures of a model that decide how much memory its context takes. */
export type ContextFacts = {
  /** Tokens that the model was made for. */
  trained: number;
  /** Bytes that every token of a context takes. */
  bytesPerToken: number;
};

/** The context that a machine bears, and the memory of the model with it. */
export type ContextPlan = { maxTokens: number; parallel: number; memoryMegabytes: number };

/** What a process needs beside the weights and the context: the program and what is computed. */
const workingMegabytes = 500;
/** Weights are laid out anew for the processor, which takes a little more than the file. */
const weightShare = 1.1;
/** A question with its sources does not fit into less. */
const leastTokens = 2_048;
/** A processor reads longer prompts for minutes. */
const mostTokens = 16_384;
/** From here on a second answer at the same time is worth more than a longer context. */
const enoughTokens = 8_192;
const mostParallel = 2;
const step = 256;

/** Memory that a chat model needs at the least. */
export function leastMegabytes(bytes: number, facts?: ContextFacts): number {
  const weights = (bytes / 1_048_576) * weightShare + workingMegabytes;
  const context = facts ? (Math.min(leastTokens, facts.trained) * facts.bytesPerToken) / 1_048_576 : 200;
  return Math.ceil((weights + context) / 50) * 50;
}

/** Half of what the weights leave is for contexts: the rest stays free for what a longer prompt computes. */
export function planContext(bytes: number, facts: ContextFacts, allowedMegabytes: number): ContextPlan {
  const weights = (bytes / 1_048_576) * weightShare + workingMegabytes;
  const free = Math.max(0, allowedMegabytes - weights) / 2;
  const tokens = (free * 1_048_576) / Math.max(1, facts.bytesPerToken);
  const limit = Math.min(facts.trained, mostTokens);
  const parallel = tokens / mostParallel >= Math.min(enoughTokens, limit) ? mostParallel : 1;
  const whole = Math.floor(Math.min(limit, tokens / parallel) / step) * step;
  const maxTokens = Math.min(limit, Math.max(leastTokens, whole));
  const context = (maxTokens * parallel * facts.bytesPerToken) / 1_048_576;
  return { maxTokens, parallel, memoryMegabytes: Math.ceil((weights + context) / 50) * 50 };
}
