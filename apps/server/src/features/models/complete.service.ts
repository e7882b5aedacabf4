import { AppError } from '@lectern/contract';
import type { ChatModel, TokenUsage } from '@lectern/models';
import type { Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Opened, openChat } from './model.service.ts';

/** What comes with the product answers from passages and writes nothing of its own. */
export function isBuiltInModel(id: string): boolean {
  return id.startsWith('built-in/');
}

/**
 * The chat model of that id, else the company's default, where it writes; undefined where there is none but what comes
 * with the product. A model that was removed since it was chosen is taken for no choice.
 */
export async function openWriter(
  platform: Platform,
  tx: Tx,
  id: string | null,
): Promise<Opened<ChatModel> | undefined> {
  const opened = await openChat(platform, tx, id).catch((error) => {
    if (id !== null && error instanceof AppError && error.code.startsWith('model.'))
      return openChat(platform, tx, null);
    throw error;
  });
  return isBuiltInModel(opened.id) ? undefined : opened;
}

/** The whole answer to one prompt. Throws a ModelError. */
export async function complete(
  model: ChatModel,
  request: { system: string; prompt: string; maxTokens: number; signal?: AbortSignal },
): Promise<{ text: string; usage: TokenUsage }> {
  const { system, prompt, maxTokens, signal } = request;
  let text = '';
  let usage: TokenUsage = { promptTokens: 0, completionTokens: 0 };
  for await (const event of model.stream({
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: prompt },
    ],
    parameters: { maxTokens },
    ...(signal ? { signal } : {}),
  })) {
    if (event.type === 'text-delta') text += event.text;
    else if (event.type === 'finish') usage = event.usage;
  }
  return { text, usage };
}
