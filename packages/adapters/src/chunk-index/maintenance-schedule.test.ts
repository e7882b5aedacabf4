import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMaintenanceSchedule } from './maintenance-schedule.ts';

const times = { rows: 10, quietMs: 100, retryMs: 1_000 };
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function build(maintain: (name: string) => Promise<void> = async () => {}) {
  const done: string[] = [];
  const errors: unknown[] = [];
  const schedule = createMaintenanceSchedule(
    times,
    async (name) => {
      done.push(name);
      await maintain(name);
    },
    (_, error) => {
      errors.push(error);
      return { retry: errors.length < 2 };
    },
  );
  return { schedule, done, errors };
}

test('waits for quiet, each name for itself', async () => {
  const { schedule, done } = build();
  schedule.changed('a', 1);
  await vi.advanceTimersByTimeAsync(90);
  schedule.changed('a', 1);
  schedule.changed('b', 1);
  await vi.advanceTimersByTimeAsync(90);
  expect(done).toEqual([]);
  await vi.advanceTimersByTimeAsync(20);
  expect(done).toEqual(['a', 'b']);
});

test('does not wait after many changes', async () => {
  const { schedule, done } = build();
  for (let i = 0; i < 10; i++) schedule.changed('a', 1);
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toEqual(['a']);
});

test('tries again after a failure, as long as it is told to', async () => {
  const { schedule, done, errors } = build(() => Promise.reject(new Error('busy')));
  schedule.changed('a', 1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(done).toEqual(['a', 'a']);
  expect(errors).toHaveLength(2);
});

test('forgets and closes', async () => {
  const { schedule, done } = build();
  schedule.changed('a', 1);
  schedule.changed('b', 1);
  schedule.forget('a');
  await schedule.close();
  schedule.changed('c', 100);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(done).toEqual([]);
});

test('of a large table more rows may wait, until there are enough or it is quiet', async () => {
  const { schedule, done } = build();
  schedule.changed('a', 20, 50);
  await vi.advanceTimersByTimeAsync(90);
  expect(done).toEqual([]);
  schedule.changed('a', 30, 50);
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toEqual(['a']);
  schedule.changed('a', 20, 50);
  await vi.advanceTimersByTimeAsync(110);
  expect(done).toEqual(['a', 'a']);
  // Fewer than usual are never enough.
  schedule.changed('b', 5, 2);
  await vi.advanceTimersByTimeAsync(90);
  expect(done).toEqual(['a', 'a']);
});
