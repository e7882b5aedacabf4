import type { ChatEvent, ChatModel, TokenUsage, VisionModel } from '../ports.ts';
import { ModelError } from '../ports.ts';
import { attemptChat } from './guarded-chat.ts';
import type { Guard, ModelRuntime } from './model-runtime.ts';
import { retry } from './retry.ts';

/**
 * A chat vision model, as a reader of pictures, with limits, breaker and retries. It is asked for a stream: a
 * provider that is gone shows at the first token and not after the time that a whole page may take.
 */
export function guardVisionModel(model: ChatModel, guard: Guard, runtime: ModelRuntime): VisionModel {
  return {
    id: model.id,
    read: (picture, { prompt, maxTokens, signal }) =>
      retry(
        async () => {
          const leave = await guard.limiter.enter(signal);
          try {
            return await collect(
              attemptChat(model, guard, runtime, {
                messages: [{ role: 'user', content: prompt, pictures: [picture] }],
                // What is read from a picture must be what is there, each time.
                parameters: { temperature: 0, ...(maxTokens !== undefined && { maxTokens }) },
                signal,
              }),
            );
          } finally {
            leave();
          }
        },
        { policy: runtime.retry, clock: runtime.clock, random: runtime.random, signal },
      ),
  };
}

async function collect(events: AsyncIterable<ChatEvent>): Promise<{ text: string; usage: TokenUsage }> {
  let text = '';
  for await (const event of events) {
    if (event.type === 'text-delta') text += event.text;
    if (event.type !== 'finish') continue;
    if (event.reason === 'filtered') throw new ModelError('content_filtered');
    return { text: text.trim(), usage: event.usage };
  }
  throw new ModelError('bad_response', { detail: 'the answer broke off' });
}
