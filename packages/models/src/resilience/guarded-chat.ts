import type { ChatEvent, ChatModel, ChatRequest } from '../ports.ts';
import { ModelError } from '../ports.ts';
import { estimateUsage } from '../providers/chat-stream.ts';
import { createAnswerLimit } from './answer-limit.ts';
import { sleep } from './clock.ts';
import { startDeadline } from './deadline.ts';
import type { Guard, ModelRuntime } from './model-runtime.ts';
import { pauseBeforeRetry } from './retry.ts';

/**
 * Lays limits, breaker and retries around a chat model. An answer is asked for again only while none
 * of it was passed on: a person never sees a beginning twice.
 */
export function guardChatModel(model: ChatModel, guard: Guard, runtime: ModelRuntime): ChatModel {
  async function* stream(request: ChatRequest): AsyncGenerator<ChatEvent> {
    const leave = await guard.limiter.enter(request.signal);
    try {
      for (let failed = 1; ; failed++) {
        let started = false;
        try {
          for await (const event of attemptChat(model, guard, runtime, request)) {
            started = true;
            yield event;
          }
          return;
        } catch (error) {
          const pause = started ? undefined : pauseBeforeRetry(error, failed, runtime.retry, runtime.random);
          if (pause === undefined) throw error;
          await sleep(runtime.clock, pause, request.signal);
        }
      }
    } finally {
      leave();
    }
  }

  return { id: model.id, contextTokens: model.contextTokens, stream };
}

/** One attempt within the limits of a stream, told to the breaker; neither waits for a place nor repeats itself. */
export async function* attemptChat(
  model: ChatModel,
  guard: Guard,
  runtime: ModelRuntime,
  request: ChatRequest,
): AsyncGenerator<ChatEvent> {
  guard.breaker.enter();
  const deadline = startDeadline(runtime.clock, runtime.limits.firstToken, request.signal);
  const limit = createAnswerLimit(request);
  const begin = runtime.clock.now();
  // A consumer that stops reading runs neither the end of the loop nor the catch.
  let outcome: ModelError['kind'] | 'finished' = 'aborted';
  try {
    for await (const event of model.stream({ ...request, signal: deadline.signal })) {
      deadline.extend(runtime.limits.idle);
      yield event;
      const late = runtime.clock.now() - begin > runtime.limits.streamed;
      if (event.type !== 'text-delta' && event.type !== 'reasoning-delta') continue;
      if (!limit.add(event) && !late) continue;
      // The provider keeps to no limit of its own. What was written stays.
      yield { type: 'finish', reason: 'length', usage: estimateUsage(request, limit.text()) };
      break;
    }
    outcome = 'finished';
  } catch (error) {
    outcome = error instanceof ModelError ? error.kind : 'bad_response';
    throw error;
  } finally {
    deadline.clear();
    if (outcome === 'finished') guard.breaker.succeed();
    else guard.breaker.fail(outcome);
  }
}
