import { createManualClock, type ManualClock } from '@lectern/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { ModelError, type ModelErrorKind } from '../ports.ts';
import { mapConcurrently, splitIntoBatches } from './batches.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { startDeadline } from './deadline.ts';
import { createLimiter } from './limiter.ts';
import { pauseBeforeRetry, type RetryPolicy } from './retry.ts';
import { estimateTokens, truncateToTokens } from './token-estimate.ts';

let clock: ManualClock;
beforeEach(() => {
  clock = createManualClock();
});

describe('the token estimate', () => {
  it('counts alphabets and ideographs by their own rule', () => {
    expect(estimateTokens('abcdefgh')).toBe(2);
    expect(estimateTokens('人工智能')).toBe(3);
    expect(estimateTokens('')).toBe(0);
  });

  it('cuts to a limit and never through a character', () => {
    const text = 'Un été 夏天 à la mer 🌊🌊🌊 '.repeat(50);
    for (let limit = 1; limit < 60; limit++) {
      const cut = truncateToTokens(text, limit);
      expect(estimateTokens(cut)).toBeLessThanOrEqual(limit);
      expect(text.startsWith(cut)).toBe(true);
      expect(cut.isWellFormed()).toBe(true);
    }
    expect(truncateToTokens('short', 100)).toBe('short');
  });
});

describe('batches', () => {
  it('keep order, count and size', () => {
    const texts = Array.from({ length: 100 }, (_, index) => 'word '.repeat(index));
    const batches = splitIntoBatches(texts, { texts: 8, tokens: 300 });
    expect(batches.flat()).toEqual(texts);
    for (const batch of batches) {
      expect(batch.length).toBeLessThanOrEqual(8);
      const tokens = batch.reduce((sum, text) => sum + estimateTokens(text), 0);
      expect(batch.length === 1 || tokens <= 300).toBe(true);
    }
    expect(splitIntoBatches([], { texts: 8, tokens: 300 })).toEqual([]);
  });

  it('run side by side up to a width, and stop after a failure', async () => {
    let running = 0;
    let most = 0;
    const results = await mapConcurrently([3, 1, 2, 5, 4], 2, async (item) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      return item * 10;
    });
    expect(results).toEqual([30, 10, 20, 50, 40]);
    expect(most).toBe(2);
    let begun = 0;
    const failing = mapConcurrently([1, 2, 3, 4, 5, 6], 1, async () => {
      begun++;
      throw new Error('first');
    });
    await expect(failing).rejects.toThrow('first');
    expect(begun).toBe(1);
  });
});

describe('the pause before a retry', () => {
  const policy: RetryPolicy = {
    attempts: 3,
    firstPauseMs: 500,
    longestPauseMs: 8_000,
    longestRetryAfterMs: 30_000,
  };
  const fail = (kind: ModelErrorKind, retryAfterMs?: number) => new ModelError(kind, { retryAfterMs });

  it('grows, is partly chance, and has an end', () => {
    expect(pauseBeforeRetry(fail('server_error'), 1, policy, () => 0)).toBe(250);
    expect(pauseBeforeRetry(fail('server_error'), 1, policy, () => 1)).toBe(500);
    expect(pauseBeforeRetry(fail('unreachable'), 2, policy, () => 1)).toBe(1000);
    expect(pauseBeforeRetry(fail('unreachable'), 3, policy, () => 1)).toBeUndefined();
  });

  it('is what the provider asks for, unless that is too long', () => {
    expect(pauseBeforeRetry(fail('rate_limited', 7_000), 1, policy, () => 0)).toBe(7_000);
    expect(pauseBeforeRetry(fail('rate_limited', 60_000), 1, policy, () => 0)).toBeUndefined();
  });

  it('does not exist for what cannot pass', () => {
    for (const kind of [
      'bad_credentials',
      'model_not_found',
      'context_too_long',
      'aborted',
      'circuit_open',
    ] as const) {
      expect(pauseBeforeRetry(fail(kind), 1, policy, () => 0)).toBeUndefined();
    }
    expect(pauseBeforeRetry(new Error('a bug'), 1, policy, () => 0)).toBeUndefined();
  });
});

describe('the circuit breaker', () => {
  const open = () => createCircuitBreaker(clock, { threshold: 3, restMs: 30_000 });

  it('opens after failures in a row, rests, tries once, and closes', async () => {
    const breaker = open();
    for (let count = 0; count < 3; count++) {
      breaker.enter();
      breaker.fail('server_error');
    }
    expect(() => breaker.enter()).toThrow(ModelError);
    await clock.advance(29_999);
    expect(() => breaker.enter()).toThrow('circuit_open');
    await clock.advance(1);
    breaker.enter();
    expect(() => breaker.enter()).toThrow('circuit_open');
    breaker.succeed();
    breaker.enter();
    expect(breaker.state).toBe('closed');
  });

  it('rests again when the trial fails, and lets another try when it was called off', async () => {
    const breaker = open();
    for (let count = 0; count < 3; count++) breaker.fail('timeout');
    await clock.advance(30_000);
    breaker.enter();
    breaker.fail('aborted');
    breaker.enter();
    breaker.fail('timeout');
    expect(() => breaker.enter()).toThrow('circuit_open');
  });

  it('counts neither refusals nor failures between successes', () => {
    const breaker = open();
    for (const kind of ['bad_credentials', 'rate_limited', 'context_too_long', 'aborted'] as const) {
      for (let count = 0; count < 5; count++) breaker.fail(kind);
    }
    for (let count = 0; count < 5; count++) {
      breaker.fail('server_error');
      breaker.fail('server_error');
      breaker.succeed();
    }
    breaker.enter();
    expect(breaker.state).toBe('closed');
  });
});

describe('the limiter', () => {
  it('lets so many in, the rest in order, and forgets who left the queue', async () => {
    const limiter = createLimiter(1);
    const order: string[] = [];
    const leave = await limiter.enter();
    const called = new AbortController();
    const second = limiter.enter(called.signal);
    const third = limiter.enter().then((leaveThird) => {
      order.push('third');
      return leaveThird;
    });
    called.abort();
    await expect(second).rejects.toMatchObject({ kind: 'aborted' });
    expect(order).toEqual([]);
    leave();
    leave();
    (await third)();
    expect(limiter.idle).toBe(true);
  });
});

describe('a deadline', () => {
  it('fires after silence and not while something happens', async () => {
    const deadline = startDeadline(clock, 30_000);
    await clock.advance(29_000);
    deadline.extend(20_000);
    await clock.advance(19_000);
    deadline.extend(20_000);
    await clock.advance(19_999);
    expect(deadline.signal.aborted).toBe(false);
    await clock.advance(1);
    expect(deadline.signal.reason).toMatchObject({ kind: 'timeout' });
  });

  it('passes the outer signal on and leaves no timer behind', async () => {
    const outer = new AbortController();
    const deadline = startDeadline(clock, 1000, outer.signal);
    outer.abort();
    expect(deadline.signal.reason).toMatchObject({ kind: 'aborted' });
    const other = startDeadline(clock, 1000);
    other.clear();
    await clock.advance(5000);
    expect(other.signal.aborted).toBe(false);
  });
});
