import { AppError } from '@lectern/contract';
import type { CompleteRequest } from '@lectern/knowledge-graph';
import { type ChatModel, estimateTokens, type TokenUsage } from '@lectern/models';
import type { Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { KnowledgeBaseRow } from '../../knowledge-bases/knowledge-base.table.ts';
import { type Opened, openChat } from '../../models/model.service.ts';

/** The model that reads a base's passages; undefined where the company has none that writes. */
export async function openGraphModel(
  platform: Platform,
  tx: Tx,
  base: Pick<KnowledgeBaseRow, 'enrichmentOptions'>,
): Promise<Opened<ChatModel> | undefined> {
  const chosen = base.enrichmentOptions.chatModelId ?? null;
  const opened = await openChat(platform, tx, chosen).catch((error) => {
    // The one that was chosen is gone: the default is what the page shows then, too.
    if (chosen !== null && error instanceof AppError) return openChat(platform, tx, null);
    throw error;
  });
  // What comes with the product quotes; it cannot write what it is asked for.
  return opened.id.startsWith('built-in/') ? undefined : opened;
}

/** One answer to one prompt. Throws a ModelError. */
export async function complete(
  model: ChatModel,
  { system, prompt, maxTokens }: CompleteRequest,
  signal: AbortSignal,
): Promise<{ text: string; usage: TokenUsage }> {
  let text = '';
  let reasoning = '';
  let usage: TokenUsage | undefined;
  const stream = model.stream({
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: prompt },
    ],
    parameters: { temperature: 0, maxTokens },
    signal,
  });
  for await (const event of stream) {
    if (event.type === 'text-delta') text += event.text;
    else if (event.type === 'reasoning-delta') reasoning += event.text;
    else if (event.type === 'finish') usage = event.usage;
  }
  return {
    text,
    usage: usage ?? {
      promptTokens: estimateTokens(system) + estimateTokens(prompt),
      completionTokens: estimateTokens(text) + estimateTokens(reasoning),
      estimated: true,
    },
  };
}
