import type { AnswerEvent } from '@lectern/contract';

/** Nobody reads faster than this, and every event costs a write here and a drawing there. */
const textEveryMs = 20;

type Delta = { type: 'delta'; text: string };

/** An event with the number of characters of the answer sent up to and with it. */
export type PlacedEvent<Event = AnswerEvent> = { at: number; event: Event | Delta };

/**
 * An answer while it is being written: whoever listens, now or later, hears all of it from the
 * place they ask for. It does not end when nobody listens.
 */
export function createLiveAnswer<Event = AnswerEvent>() {
  let content = '';
  let firstTextAt: number | undefined;
  let ended = false;
  /** What is not text, with the place where it fell. */
  const marks: PlacedEvent<Event>[] = [];
  let wake: (() => void)[] = [];
  let waking: { at: number; cancel: () => void } | undefined;
  let wokenAt = 0;

  function wakeAll(): void {
    waking = undefined;
    wokenAt = performance.now();
    const waiting = wake;
    wake = [];
    for (const resume of waiting) resume();
  }

  /** Once for all that came meanwhile: a fast model would otherwise send one event a token. */
  function notify(delayMs = 0): void {
    if (wake.length === 0) return;
    const at = performance.now() + delayMs;
    if (waking && waking.at <= at) return;
    waking?.cancel();
    if (delayMs <= 0) {
      const immediate = setImmediate(wakeAll);
      waking = { at, cancel: () => clearImmediate(immediate) };
    } else {
      const timer = setTimeout(wakeAll, delayMs);
      waking = { at, cancel: () => clearTimeout(timer) };
    }
  }

  async function* listen(after: number, signal: AbortSignal): AsyncGenerator<PlacedEvent<Event>> {
    let sent = Math.min(after, content.length);
    let nextMark = 0;
    const stop = () => notify();
    signal.addEventListener('abort', stop, { once: true });
    try {
      while (!signal.aborted) {
        const mark = marks[nextMark];
        const until = mark ? Math.max(mark.at, sent) : content.length;
        if (until > sent) {
          const text = content.slice(sent, until);
          sent = until;
          yield { at: sent, event: { type: 'delta', text } };
        } else if (mark) {
          nextMark++;
          yield { at: sent, event: mark.event };
        } else if (ended) return;
        else await new Promise<void>((resolve) => wake.push(resolve));
      }
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  return {
    get content() {
      return content;
    },
    /** On the clock of `performance`. */
    get firstTextAt() {
      return firstTextAt;
    },
    append: (text: string) => {
      const isFirst = firstTextAt === undefined;
      firstTextAt ??= performance.now();
      content += text;
      notify(isFirst ? 0 : wokenAt + textEveryMs - performance.now());
    },
    mark: (event: Event) => {
      marks.push({ at: content.length, event });
      notify();
    },
    end: (event: Event) => {
      marks.push({ at: content.length, event });
      ended = true;
      notify();
    },
    /** Where nothing is left to tell of the end. */
    close: () => {
      ended = true;
      notify();
    },
    listen,
  };
}

export type LiveAnswer<Event = AnswerEvent> = ReturnType<typeof createLiveAnswer<Event>>;
