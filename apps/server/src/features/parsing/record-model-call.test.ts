import { ModelError } from '@lectern/models';
import { expect, test, vi } from 'vitest';
import { inRoom } from './record-model-call.ts';

const full = () => new ModelError('tokens_limited', { retryAfterMs: 1 });

test('a call in the middle of a chunk waits until there is room', async () => {
  const call = vi.fn(async () => 'done');
  call.mockRejectedValueOnce(full()).mockRejectedValueOnce(full());
  expect(await inRoom(call, new AbortController().signal)).toBe('done');
  expect(call).toHaveBeenCalledTimes(3);
});

test('other faults are not waited for, nor what nobody wants any more', async () => {
  const broken = vi.fn(() => Promise.reject(new ModelError('price_limited', { retryAfterMs: 1 })));
  await expect(inRoom(broken, new AbortController().signal)).rejects.toThrow('price_limited');
  expect(broken).toHaveBeenCalledOnce();
  const stopped = vi.fn(() => Promise.reject(full()));
  await expect(inRoom(stopped, AbortSignal.abort())).rejects.toThrow('aborted');
});
