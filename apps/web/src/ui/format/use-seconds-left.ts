import { useEffect, useState } from 'react';

/** Whole seconds until a moment, counted down on the page; 0 from then on. */
export function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(Date.now);
  const left = Math.max(0, Math.ceil((until - now) / 1_000));
  const over = left === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new moment begins a new count.
  useEffect(() => {
    setNow(Date.now());
    if (over) return;
    const timer = window.setInterval(() => setNow(Date.now()), 1_000);
    return () => window.clearInterval(timer);
  }, [until, over]);
  return left;
}
