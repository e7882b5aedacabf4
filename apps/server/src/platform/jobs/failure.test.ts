import { AppError } from '@lectern/contract';
import { ModelError } from '@lectern/models';
import { UnreadableFileError } from '@lectern/parsing';
import { expect, test } from 'vitest';
import { createMetrics } from '../metrics.ts';
import { asFailure } from './failure.ts';
import { RetryLater } from './queue.ts';

const platform = { metrics: createMetrics() };
const say = (error: unknown, lastProgress = new Date()) =>
  asFailure(platform, error, { findLastProgress: async () => lastProgress });
const longAgo = new Date(Date.now() - 31 * 60_000);

test('a provider whose fault will pass is waited for, until patience ends', async () => {
  const busy = new ModelError('rate_limited', { retryAfterMs: 7_000 });
  await expect(say(busy)).rejects.toEqual(new RetryLater(7));
  await expect(say(new ModelError('unreachable'))).rejects.toBeInstanceOf(RetryLater);
  expect(await say(busy, longAgo)).toEqual({ code: 'model.rate_limited' });
});

test('a limit of the minute is waited for however long others use it up, and one of the month is not', async () => {
  const full = new ModelError('requests_limited', { detail: '5', retryAfterMs: 40_000 });
  await expect(say(full, longAgo)).rejects.toEqual(new RetryLater(40));
  const spent = new ModelError('price_limited', { detail: '5 EUR', retryAfterMs: 1_000_000 });
  expect(await say(spent)).toEqual({ code: 'model.price_limited', detail: '5 EUR' });
});

test('a fault that stays is said in the words of who found it, as far as they can be kept', async () => {
  const refused = new ModelError('bad_request', { detail: `no\u0000${'x'.repeat(600)}` });
  const failure = await say(refused);
  expect(failure?.code).toBe('model.bad_request');
  expect(failure?.detail).toHaveLength(499);
  expect(await say(new UnreadableFileError('broken', 'page 3'))).toEqual({
    code: 'parsing.broken',
    detail: 'page 3',
  });
  const full = new AppError('quota.storage_reached', { used: 2, max: 1 });
  expect(await say(full)).toEqual({ code: 'quota.storage_reached', details: { used: 2, max: 1 } });
});

test('what another attempt may not meet is no failure yet', async () => {
  expect(await say(new Error('the connection broke'))).toBeUndefined();
  expect(await say(new AppError('server.error'))).toBeUndefined();
  await expect(say(new AppError('server.unavailable'))).rejects.toEqual(new RetryLater(2));
});
