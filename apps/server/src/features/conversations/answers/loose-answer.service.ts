import type { Platform } from '../../../platform/platform.ts';
import { onLooseQuestionUnanswered } from '../answer-hooks.ts';
import { countBrokenCall, recordAnswerUsage } from './chat-call.ts';
import type { LiveAnswer } from './live-answer.ts';
import { Interrupted, type Outcome, Stopped } from './outcome.ts';

/** An answer that is written outside conversations: its words so far, and what is known of it. */
export type LooseWriting = { live: LiveAnswer; outcome: Outcome; signal: AbortSignal };

/** Has an answer written that no message keeps, and books it however it ends. */
export async function bookLooseAnswer(
  { database }: Platform,
  task: Parameters<typeof recordAnswerUsage>[1] & { question?: { content: string } },
  { live, outcome, signal }: LooseWriting,
  compose: () => Promise<void>,
): Promise<void> {
  const begin = performance.now();
  let ended = 'complete';
  try {
    await compose();
  } catch (error) {
    const reason = signal.aborted ? signal.reason : error;
    countBrokenCall(outcome.call, live.content, reason);
    ended = reason instanceof Stopped ? 'stopped' : reason instanceof Interrupted ? 'interrupted' : 'failed';
    throw error;
  } finally {
    const durationMs = Math.round(performance.now() - begin);
    const { actor, assistant, question, outside } = task;
    await database.withCompany(actor.companyId, async (tx) => {
      await recordAnswerUsage(tx, task, outcome.call, { durationMs, outcome: ended });
      const isUnanswered = ended === 'complete' && outcome.nothingFound && outside === 'program';
      if (isUnanswered && assistant && question)
        await onLooseQuestionUnanswered.run(tx, {
          companyId: actor.companyId,
          assistantId: assistant.id,
          question: question.content,
        });
    });
  }
}
