import type { AnswerEvent } from '@lectern/contract';
import { AnswerLostError, isConnectionLoss } from './error.ts';
import { pause } from './retry.ts';

export type StreamedEvent = { id: string; event: AnswerEvent };

/** The connection dropped; the answer goes on in a new one after `waitMs`. */
export type Reconnecting = { type: 'reconnecting'; attempt: number; waitMs: number };

type AnswerStream = AsyncIterable<StreamedEvent>;

export type FollowInput = {
  /** Opens the stream; absent when the answer is already under way and is only resumed. */
  start?: (signal: AbortSignal) => AnswerStream;
  resume: (messageId: string, after: number, signal: AbortSignal) => AnswerStream;
  /** Known from the start when an answer is resumed. */
  from?: { messageId: string; after: number } | undefined;
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  signal: AbortSignal;
  /** A connection silent for this long may be dead without notice: it is reopened. */
  silenceMs?: number;
};

const defaultSilenceMs = 30_000;
const waitsMs = [300, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 8_000];

/**
 * Yields the events of an answer to its `done`, reconnecting as often as needed. Every event carries as its
 * id how many characters of the answer it completes, which is where the next connection continues: no
 * character is shown twice and none is left out.
 */
export async function* followAnswer(input: FollowInput): AsyncGenerator<AnswerEvent | Reconnecting> {
  const { wait = pause, silenceMs = defaultSilenceMs } = input;
  let messageId = input.from?.messageId;
  let after = input.from?.after ?? 0;
  let start = input.start;
  for (let attempt = 0; ; attempt += 1) {
    const silence = new AbortController();
    const signal = AbortSignal.any([input.signal, silence.signal]);
    let heard = false;
    try {
      const stream = start ? start(signal) : messageId ? input.resume(messageId, after, signal) : undefined;
      start = undefined;
      if (!stream) throw new AnswerLostError();
      for await (const { id, event } of untilSilent(stream, silence, silenceMs)) {
        heard = true;
        if (event.type === 'message') messageId = event.answer.id;
        if (event.type !== 'delta') {
          yield event;
          if (event.type === 'done') return;
          continue;
        }
        const reached = id === '' ? after + event.text.length : Number(id);
        const unseen = event.text.slice(Math.max(0, after - (reached - event.text.length)));
        after = Math.max(after, reached);
        if (unseen === '') continue;
        // Only progress renews the patience: a server that drops every connection at once is given up.
        attempt = 0;
        yield { type: 'delta', text: unseen };
      }
    } catch (error) {
      if (input.signal.aborted || !(silence.signal.aborted || isConnectionLoss(error))) throw error;
      if (!messageId) throw new AnswerLostError(error);
      if (attempt >= waitsMs.length) throw error;
    }
    if (input.signal.aborted) return;
    if (silence.signal.aborted && heard && messageId) {
      // It spoke and then thought for long: looking again costs nothing and needs no words.
      attempt = -1;
      continue;
    }
    if (attempt >= waitsMs.length) throw new AnswerLostError();
    const waitMs = waitsMs[attempt] ?? 0;
    yield { type: 'reconnecting', attempt: attempt + 1, waitMs };
    await wait(waitMs, input.signal);
    if (input.signal.aborted) return;
  }
}

/** Passes a stream through; aborts it when it has been silent for so long. */
async function* untilSilent(
  stream: AnswerStream,
  silence: AbortController,
  silenceMs: number,
): AsyncGenerator<StreamedEvent> {
  let timer = setTimeout(() => silence.abort(), silenceMs);
  try {
    for await (const item of stream) {
      clearTimeout(timer);
      yield item;
      timer = setTimeout(() => silence.abort(), silenceMs);
    }
  } finally {
    clearTimeout(timer);
  }
}
