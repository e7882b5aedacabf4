/**
 * One short request to a chat model outside the answer itself. Undefined where there is no model that writes, or where
 * the call failed: every step has a way to go on without it.
 */
export type AskModel = (request: {
  system: string;
  prompt: string;
  maxTokens: number;
}) => Promise<string | undefined>;

/** Who did a step: a chat model, or rules over the words. */
export type DoneBy = 'model' | 'words';
