import { expect, it } from 'vitest';
import { type Clock, createPacer } from './pacer.ts';
import { createTurnsInMemory } from './testing/turns-in-memory.ts';

it('takes no turn for those who give up: the next one waits for the one that was used alone', async () => {
  let now = 0;
  const sleepers: { until: number; wake: () => void }[] = [];
  const clock: Clock = {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        sleepers.push({ until: now + ms, wake: resolve });
        signal?.addEventListener('abort', () => reject(signal.reason));
      }),
  };
  const pacer = createPacer(clock, createTurnsInMemory(clock));
  await pacer.wait('town.example', 1_000);
  const gaveUp = Array.from({ length: 100 }, () => new AbortController());
  const waits = gaveUp.map(({ signal }) => pacer.wait('town.example', 1_000, signal));
  await Promise.resolve();
  for (const controller of gaveUp) controller.abort();
  await Promise.allSettled(waits);
  let begun = false;
  void pacer.wait('town.example', 1_000).then(() => {
    begun = true;
  });
  await Promise.resolve();
  now = 1_000;
  for (const { wake } of sleepers) wake();
  await expect.poll(() => begun).toBe(true);
});
