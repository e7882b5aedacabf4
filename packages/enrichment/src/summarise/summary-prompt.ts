import { estimateTokens, truncateToTokens } from '@lectern/models';
import type { Prompt } from '../annotate/prompts.ts';

const system = 'You summarise passages of documents faithfully. Answer with the summary alone.';
const placeholder = '{cluster_content}';
/** Of the model's window that the passages may take; the rest is for the prompt and for counting amiss. */
const passagesShare = 0.6;

/** The prompt for one group; where its texts are too long for the model, each is cut to its share. */
export function buildSummaryPrompt(
  template: string,
  texts: readonly string[],
  options: { maxTokens: number; contextTokens: number },
): Prompt {
  const room = Math.max(64, (options.contextTokens - options.maxTokens) * passagesShare);
  const total = texts.reduce((sum, text) => sum + estimateTokens(text), 0);
  const each = room / Math.max(1, texts.length);
  const content = texts.map((text) => (total <= room ? text : truncateToTokens(text, each))).join('\n\n');
  const prompt = template.includes(placeholder)
    ? template.replaceAll(placeholder, () => content)
    : `${template}\n\n${content}`;
  return { system, prompt, maxTokens: options.maxTokens };
}

/** Chunks of a group, in the mean: what documents of ours came to. */
const usualGroup = 6;

/**
 * What summarising so many chunks takes, by rule of thumb: how they group is only known once they have vectors.
 * `tokens` are those of all chunks together.
 */
export function estimateSummaries(
  chunks: number,
  tokens: number,
  { prompt, maxToken }: { prompt: string; maxToken: number },
) {
  const overhead = estimateTokens(system) + estimateTokens(prompt);
  let calls = 0;
  let promptTokens = 0;
  let nodes = chunks;
  let nodeTokens = tokens;
  while (nodes > 1) {
    const groups = Math.max(1, Math.round(nodes / usualGroup));
    calls += groups;
    promptTokens += nodeTokens + groups * overhead;
    nodes = groups;
    nodeTokens = groups * maxToken;
  }
  return { calls, promptTokens: Math.round(promptTokens), completionTokens: calls * maxToken };
}

/** The summary; undefined where the model wrote nothing that could be one. */
export function readSummary(answer: string): string | undefined {
  const text = answer
    .trim()
    .replace(/^(?:summary|résumé|摘要)\s*[:：]\s*/i, '')
    .trim();
  return /[\p{L}\p{N}]/u.test(text) ? text : undefined;
}
