import { type AnswerEvent, AppError, type Language } from '@lectern/contract';
import type { Actor } from '../../../platform/actor.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { MessageRow } from '../conversation.table.ts';
import { presentMessage } from '../present-message.ts';
import { createAccessWatch } from './access-watch.service.ts';
import { createAnswerer } from './answer.service.ts';
import { type AnswerFollower, createAnswerFollower } from './answer-follower.service.ts';
import type { LiveAnswer } from './live-answer.ts';

export type AnswerStream = AsyncGenerator<{ id: string; data: AnswerEvent }>;

/** Streams open at a time in one process, of one person and of a company. */
const mostOwnStreams = 40;
const mostCompanyStreams = 200;

/** Who reads, and the assistant whose answer it is. */
type Reader = { actor: Actor; assistantId: string; signal: AbortSignal };

/** All answers that a process writes, and all streams through which it sends them. */
export function createAnswers(platform: Platform) {
  const access = createAccessWatch(platform);
  const answerer = createAnswerer(platform, access);
  const follower = createAnswerFollower(platform);
  const open = new Map<string, number>();

  /** Throws where a reader has too many streams open; called before the answer is begun. */
  function checkMayRead({ accountId, companyId }: Actor): void {
    if ((open.get(accountId) ?? 0) >= mostOwnStreams || (open.get(companyId) ?? 0) >= mostCompanyStreams)
      throw new AppError('conversation.too_many_streams', {}, { retryAfterSeconds: 10 });
  }

  function count({ accountId, companyId }: Actor, by: 1 | -1): void {
    for (const key of [accountId, companyId]) {
      const now = (open.get(key) ?? 0) + by;
      if (now > 0) open.set(key, now);
      else open.delete(key);
    }
  }

  /** The stream until it ends, the reader leaves, or the reader may not read it any more. */
  async function* send(reader: Reader, read: (signal: AbortSignal) => AnswerStream): AnswerStream {
    const controller = new AbortController();
    const unwatch = access.add({ ...reader, baseIds: [], end: (reason) => controller.abort(reason) });
    count(reader.actor, 1);
    try {
      yield* read(AbortSignal.any([reader.signal, controller.signal]));
    } finally {
      count(reader.actor, -1);
      unwatch();
    }
    if (controller.signal.aborted) throw controller.signal.reason;
  }

  return {
    answerer,
    checkMayRead,
    sendLive: (live: LiveAnswer, reader: Reader) => send(reader, (signal) => readLive(live, 0, signal)),
    /** From this process's memory, or from the database if another process writes it. */
    resume: (row: MessageRow, reader: Reader, options: { after: number; language: Language }) =>
      send(reader, (signal) => {
        const live = answerer.find(row.id);
        return live
          ? readLive(live, options.after, signal)
          : readStored(follower, row, { ...options, signal });
      }),
    close: answerer.close,
  };
}

export type Answers = ReturnType<typeof createAnswers>;

async function* readLive(live: LiveAnswer, after: number, signal: AbortSignal): AnswerStream {
  for await (const { at, event } of live.listen(after, signal)) yield { id: String(at), data: event };
}

async function* readStored(
  follower: AnswerFollower,
  first: MessageRow,
  { after, language, signal }: { after: number; language: Language; signal: AbortSignal },
): AnswerStream {
  let sent = after;
  let row: MessageRow | undefined = first;
  while (row && !signal.aborted) {
    if (row.content.length > sent) {
      const text = row.content.slice(sent);
      sent = row.content.length;
      yield { id: String(sent), data: { type: 'delta', text } };
    }
    if (row.status !== 'streaming') {
      yield { id: String(sent), data: { type: 'done', message: presentMessage(row, language) } };
      return;
    }
    row = await follower.next(row.id, row.content, signal);
  }
  if (!row && !signal.aborted) throw new AppError('message.not_found');
}
