import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openRecycledConnection } from './recycled-connection.ts';

const never = 1e8;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-index-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test.each([
  ['some writes', { writes: 2, quietMs: never, unusedMs: never }],
  ['the last write, when it rests', { writes: never, quietMs: 1, unusedMs: never }],
])('gives up tables and connection after %s', async (_, times) => {
  const table = { close: vi.fn() };
  const connection = await openRecycledConnection(folder, undefined, async () => [table], {
    ...times,
    graceMs: 1,
  });
  const first = connection.current;
  await connection.countWrite();
  await connection.countWrite();
  await vi.waitFor(() => expect(first.isOpen()).toBe(false));
  expect(connection.current).not.toBe(first);
  expect(connection.current.isOpen()).toBe(true);
  expect(table.close).toHaveBeenCalled();
  connection.close();
});

test('gives up what searches left behind, and only then', async () => {
  const connection = await openRecycledConnection(folder, undefined, async () => [], {
    writes: never,
    quietMs: never,
    unusedMs: 1,
    graceMs: 1,
  });
  const first = connection.current;
  connection.used();
  await vi.waitFor(() => expect(first.isOpen()).toBe(false));
  const second = connection.current;
  await new Promise((resolve) => setTimeout(resolve, 20));
  // Unused since: there is nothing to give up.
  expect(connection.current).toBe(second);
  connection.close();
});
