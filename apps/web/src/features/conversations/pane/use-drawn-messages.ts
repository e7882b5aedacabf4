import type { Message } from '@lectern/contract';
import { startTransition, useEffect, useState } from 'react';

/** Drawn at once when a conversation opens, and with each step after that: all of them would hold up the page. */
const drawnAtFirst = 6;
const drawnAtOnce = 2;
/** Leaves room for scrolling and typing between two steps. */
const pauseMs = 16;

/** How many messages at the beginning are still to be drawn: a conversation is drawn from its end. */
export function countUndrawn(messages: readonly Pick<Message, 'id'>[], from: string | undefined): number {
  const known = from === undefined ? -1 : messages.findIndex(({ id }) => id === from);
  return known === -1 ? Math.max(0, messages.length - drawnAtFirst) : known;
}

/** The messages as far up as they are drawn by now. `onMore` is called before more are put above them. */
export function useDrawnMessages(messages: readonly Message[], onMore: () => void): { undrawn: number } {
  const [from, setFrom] = useState<string>();
  const undrawn = countUndrawn(messages, from);
  const next = messages[Math.max(0, undrawn - drawnAtOnce)]?.id;
  useEffect(() => {
    if (next === undefined || next === from) return;
    const timer = setTimeout(() => {
      onMore();
      startTransition(() => setFrom(next));
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [next, from, onMore]);
  return { undrawn };
}
