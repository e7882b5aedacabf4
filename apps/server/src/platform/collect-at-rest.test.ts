import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openHeap, startCollectingAtRest } from './collect-at-rest.ts';

const megabyte = 1024 * 1024;
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('collects what work has left behind, once, when the process rests', () => {
  const state = { used: 60 * megabyte, worked: 0.01, collected: 0, trimmed: 0 };
  const { stop } = startCollectingAtRest({
    usedBytes: () => state.used,
    workedShare: () => state.worked,
    collect: () => {
      state.collected++;
      state.used = 65 * megabyte;
    },
    trim: () => {
      state.trimmed++;
    },
  });
  const wait = () => vi.advanceTimersByTime(60_000);
  wait();
  expect(state.collected).toBe(0);
  const trimmed = state.trimmed;
  expect(trimmed).toBeGreaterThan(0);
  Object.assign(state, { used: 180 * megabyte, worked: 0.7 });
  wait();
  expect([state.collected, state.trimmed]).toEqual([0, trimmed]);
  state.worked = 0.01;
  wait();
  expect(state.collected).toBe(1);
  state.used = 80 * megabyte;
  wait();
  expect(state.collected).toBe(1);
  stop();
});

test('the collector of this process frees what nothing refers to', () => {
  const heap = openHeap();
  const before = heap.usedBytes();
  const garbage = Array.from({ length: 600_000 }, (_, n) => ({ n, text: `text ${n}` }));
  const full = heap.usedBytes();
  expect(full).toBeGreaterThan(before);
  garbage.length = 0;
  heap.collect();
  expect(heap.usedBytes()).toBeLessThan(full - 20 * megabyte);
});
