import { type AnswerEvent, AppError, type Language } from '@lectern/contract';
import { type Actor, callerOf } from '../../../platform/actor.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { MessageRow } from '../conversation.table.ts';
import { presentMessage } from '../present-message.ts';
import { createAccessWatch } from './access-watch.service.ts';
import { createAnswerer } from './answer.service.ts';
import { type AnswerFollower, createAnswerFollower } from './answer-follower.service.ts';
import { createLiveAnswer, type LiveAnswer } from './live-answer.ts';
import { bookLooseAnswer, type LooseWriting } from './loose-answer.service.ts';
import { AccessEnded, emptyOutcome, Interrupted, Stopped } from './outcome.ts';

export type AnswerStream = AsyncGenerator<{ id: string; data: AnswerEvent }>;

/** Streams open at a time in one process, of one person and of a company. */
const mostOwnStreams = 40;
const mostVisitorStreams = 5;
const mostCompanyStreams = 200;

/** Who reads, and the assistant whose answer it is. */
type Reader = { actor: Actor; assistantId: string; signal: AbortSignal };

const ofPlatforms = new WeakMap<Platform, Answers>();

/** All answers that a process writes, and all streams through which it sends them: one for every feature. */
export function answersOf(platform: Platform): Answers {
  const found = ofPlatforms.get(platform) ?? createAnswers(platform);
  ofPlatforms.set(platform, found);
  return found;
}

/** An answer that is kept in no conversation, while it is written. */
export type LooseAnswer = Pick<LooseWriting, 'live' | 'outcome'> & {
  /** Rejects with what kept it from its end. */
  done: Promise<void>;
};

function createAnswers(platform: Platform) {
  const access = createAccessWatch(platform);
  const answerer = createAnswerer(platform, access);
  const follower = createAnswerFollower(platform);
  const open = new Map<string, number>();
  const loose = new Map<AbortController, Promise<void>>();

  /** Throws where a reader has too many streams open; called before the answer is begun. */
  function checkMayRead(actor: Actor): void {
    const own = actor.visitor ? mostVisitorStreams : mostOwnStreams;
    const ofCompany = open.get(actor.companyId) ?? 0;
    if ((open.get(callerOf(actor)) ?? 0) >= own || ofCompany >= mostCompanyStreams)
      throw new AppError('conversation.too_many_streams', {}, { retryAfterSeconds: 10 });
  }

  function count(actor: Actor, by: 1 | -1): void {
    for (const key of [callerOf(actor), actor.companyId]) {
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

  /**
   * Has an answer written for whoever waits for it, and for as long as they do. It ends with the right to it, and
   * nothing of it is kept but its bookings.
   */
  function write(
    task: Parameters<typeof bookLooseAnswer>[1],
    reader: Omit<Reader, 'assistantId'> & { assistantId: string | null; baseIds: string[] },
    compose: (writing: LooseWriting) => Promise<void>,
  ): LooseAnswer {
    const { actor } = reader;
    const ending = new AbortController();
    const { signal } = ending;
    const live = createLiveAnswer();
    const outcome = emptyOutcome();
    const leave = () => ending.abort(new Stopped());
    reader.signal.addEventListener('abort', leave, { once: true });
    if (reader.signal.aborted) leave();
    let lost: AppError | undefined;
    const unwatch = access.add({
      ...reader,
      end: (reason) => {
        lost = reason;
        ending.abort(new AccessEnded());
      },
    });
    count(actor, 1);
    const writing = { live, outcome, signal };
    const done = bookLooseAnswer(platform, task, writing, () => compose(writing))
      .catch((error) => {
        if (signal.reason instanceof Interrupted && !lost)
          throw new AppError('server.unavailable', {}, { retryAfterSeconds: 5 });
        throw lost ?? error;
      })
      .finally(() => {
        count(actor, -1);
        unwatch();
        reader.signal.removeEventListener('abort', leave);
        loose.delete(ending);
        live.close();
      });
    done.catch(() => undefined);
    loose.set(ending, done);
    return { live, outcome, done };
  }

  async function close(): Promise<void> {
    const all = [...loose];
    for (const [ending] of all) ending.abort(new Interrupted());
    await Promise.allSettled([answerer.close(), ...all.map(([, done]) => done)]);
  }

  return {
    answerer,
    checkMayRead,
    write,
    sendLive: (live: LiveAnswer, reader: Reader) => send(reader, (signal) => readLive(live, 0, signal)),
    /** From this process's memory, or from the database if another process writes it. */
    resume: (row: MessageRow, reader: Reader, options: { after: number; language: Language }) =>
      send(reader, (signal) => {
        const live = answerer.find(row.id);
        return live
          ? readLive(live, options.after, signal)
          : readStored(follower, row, { ...options, signal });
      }),
    close,
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
