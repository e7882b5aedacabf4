import type { Platform } from '../../../platform/platform.ts';
import { createPolledSet } from '../../../platform/polled-set.ts';
import { listChangedAnswers } from '../conversation.queries.ts';
import type { MessageRow } from '../conversation.table.ts';
import { endStaleAnswers } from './end-answers.service.ts';

const pollMs = 300;
const endStaleEveryMs = 5_000;

type Follower = { messageId: string; knownCharacters: number; wake: (row: MessageRow | undefined) => void };

/** Reads answers that other processes write: one query for all that are followed here. */
export function createAnswerFollower({ database, log }: Platform) {
  const followers = createPolledSet<Follower>(pollMs, poll, (error) =>
    log.warn({ event: 'answer.follow_failed', reason: String(error) }),
  );
  let staleEndedAt = 0;

  async function poll(waiting: Follower[]): Promise<void> {
    const rows = await database.asSystem('answers of every company are read together', async (tx) => {
      if (Date.now() - staleEndedAt > endStaleEveryMs) {
        staleEndedAt = Date.now();
        await endStaleAnswers(tx);
      }
      return listChangedAnswers(
        tx,
        waiting.map(({ messageId, knownCharacters }) => ({ id: messageId, knownCharacters })),
      );
    });
    for (const follower of waiting) {
      const found = rows.find(({ id }) => id === follower.messageId);
      // Deleted: nobody writes it any more.
      if (!found) follower.wake(undefined);
      else if (found.message) follower.wake(found.message);
    }
  }

  /** Resolves with the answer once it has more characters than known or has ended; without it once it is deleted. */
  function next(messageId: string, known: string, signal: AbortSignal): Promise<MessageRow | undefined> {
    return new Promise((resolve) => {
      const follower: Follower = {
        messageId,
        knownCharacters: [...known].length,
        wake: (row) => {
          remove();
          signal.removeEventListener('abort', leave);
          resolve(row);
        },
      };
      const leave = () => follower.wake(undefined);
      signal.addEventListener('abort', leave, { once: true });
      const remove = followers.add(follower);
      if (signal.aborted) leave();
    });
  }

  return { next };
}

export type AnswerFollower = ReturnType<typeof createAnswerFollower>;
