import { createManualClock, type ManualClock, startFakeProvider } from '@lectern/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type ChatEvent,
  createModelRuntime,
  type EmbeddingModel,
  estimateTokens,
  type Fetch,
  ModelError,
  type ModelErrorKind,
  openChatModel,
  openEmbeddingModel,
  truncateToTokens,
} from '../index.ts';
import { mapConcurrently, splitIntoBatches } from './batches.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { startDeadline } from './deadline.ts';
import { guardChatModel } from './guarded-chat.ts';
import { guardEmbeddingModel } from './guarded-vectors.ts';
import { createLimiter } from './limiter.ts';
import { pauseBeforeRetry, type RetryPolicy } from './retry.ts';

let clock: ManualClock;
beforeEach(() => {
  clock = createManualClock();
});

const noFetch: Fetch = () => Promise.reject(new Error('no network in this test'));
function openRuntime(options: Partial<Parameters<typeof createModelRuntime>[0]> = {}) {
  return createModelRuntime({ fetch: noFetch, clock, random: () => 0.5, ...options });
}

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

describe('a guarded chat model', () => {
  const finish: ChatEvent = {
    type: 'finish',
    reason: 'stop',
    usage: { promptTokens: 1, completionTokens: 1 },
  };
  type Step = ChatEvent | ModelErrorKind | 'silence';

  /** Plays one list of steps for each attempt. */
  function scripted(...attempts: Step[][]) {
    const runtime = openRuntime();
    const state = { calls: 0 };
    const model = guardChatModel(
      {
        id: 'scripted',
        contextTokens: 1000,
        stream: async function* ({ signal }) {
          for (const step of attempts[state.calls++] ?? []) {
            if (step === 'silence') {
              await new Promise((_, reject) =>
                signal!.addEventListener('abort', () => reject(signal!.reason)),
              );
            } else if (typeof step === 'string') throw new ModelError(step);
            else yield step;
          }
        },
      },
      runtime.getGuard('test'),
      runtime,
    );
    return { model, state, runtime };
  }
  async function read(model: ReturnType<typeof scripted>['model'], signal?: AbortSignal): Promise<string> {
    let text = '';
    try {
      for await (const event of model.stream({ messages: [], parameters: {}, signal })) {
        if (event.type === 'text-delta') text += event.text;
      }
      return text;
    } catch (error) {
      return `${text}|${(error as ModelError).kind}`;
    }
  }
  const say = (text: string): ChatEvent => ({ type: 'text-delta', text });

  it('asks again while nothing was said', async () => {
    const { model, state } = scripted(['server_error'], ['rate_limited'], [say('Yes'), finish]);
    const answer = read(model);
    await clock.advance(10_000);
    expect(await answer).toBe('Yes');
    expect(state.calls).toBe(3);
  });

  it('never says a beginning twice', async () => {
    const { model, state } = scripted([say('Half '), 'server_error'], [say('Half and whole'), finish]);
    const answer = read(model);
    await clock.advance(10_000);
    expect(await answer).toBe('Half |server_error');
    expect(state.calls).toBe(1);
  });

  it('waits 30 s for the first token, 20 s for the next', async () => {
    const first = scripted(['silence'], ['silence'], ['silence']);
    const slow = read(first.model);
    await clock.advance(29_999);
    expect(first.state.calls).toBe(1);
    await clock.advance(100_000);
    expect(await slow).toBe('|timeout');
    const second = scripted([say('Begun'), 'silence']);
    const stalled = read(second.model);
    await clock.advance(20_000);
    expect(await stalled).toBe('Begun|timeout');
  });

  it('stops asking a provider that is down', async () => {
    const attempts = Array.from({ length: 20 }, (): Step[] => ['unreachable']);
    const { model, state } = scripted(...attempts);
    for (let count = 0; count < 3; count++) {
      const answer = read(model);
      await clock.advance(10_000);
      await answer;
    }
    expect(state.calls).toBe(5);
    expect(await read(model)).toBe('|circuit_open');
    expect(state.calls).toBe(5);
  });

  it('can be called off between attempts, and gives its place back', async () => {
    const { model, runtime } = scripted(['server_error'], [say('never'), finish]);
    const controller = new AbortController();
    const answer = read(model, controller.signal);
    await clock.waitForTimers(1);
    controller.abort();
    expect(await answer).toBe('|aborted');
    expect(runtime.getGuard('test').limiter.idle).toBe(true);
  });
});

describe('a guarded embedding model', () => {
  /** Refuses texts longer than `longest` characters; its vectors tell what it saw. */
  function scripted(options: { longest?: number; maxInputTokens?: number; failures?: ModelErrorKind[] }) {
    const seen: string[][] = [];
    const failures = [...(options.failures ?? [])];
    const inner: EmbeddingModel & { batch: { texts: number; tokens: number } } = {
      id: 'scripted',
      maxInputTokens: options.maxInputTokens ?? 1000,
      batch: { texts: 4, tokens: 2000 },
      embed: async (texts) => {
        seen.push(texts);
        const failure = failures.shift();
        if (failure !== undefined) throw new ModelError(failure);
        if (texts.some((text) => text.length > (options.longest ?? Number.POSITIVE_INFINITY))) {
          throw new ModelError('context_too_long');
        }
        const vectors = texts.map((text) => Float32Array.of(text.length, 1));
        return { vectors, usage: { promptTokens: texts.length, completionTokens: 0 } };
      },
    };
    const runtime = openRuntime();
    return { model: guardEmbeddingModel(inner, runtime.getGuard('test'), runtime), seen };
  }

  it('splits into batches and puts the vectors back in order', async () => {
    const { model, seen } = scripted({});
    const texts = Array.from({ length: 11 }, (_, index) => 'x'.repeat(index + 1));
    const { vectors, usage } = await model.embed(texts, { kind: 'document' });
    expect(vectors.map((vector) => vector[0])).toEqual(texts.map((text) => text.length));
    expect(seen.map((batch) => batch.length)).toEqual([4, 4, 3]);
    expect(usage.promptTokens).toBe(11);
  });

  it('cuts what is too long by the estimate, and sends no empty text', async () => {
    const { model, seen } = scripted({ maxInputTokens: 100 });
    await model.embed(['y'.repeat(10_000), '', '  '], { kind: 'document' });
    expect(seen[0]!.map((text) => text.length)).toEqual([400, 1, 1]);
  });

  it('shortens further when the model still refuses, spares the others, and remembers', async () => {
    const { model, seen } = scripted({ longest: 1000 });
    const { vectors } = await model.embed(['short', 'z'.repeat(4000)], { kind: 'document' });
    expect(vectors[0]![0]).toBe(5);
    expect(vectors[1]![0]).toBeLessThanOrEqual(1000);
    expect(vectors[1]![0]).toBeGreaterThan(500);
    const before = seen.length;
    await model.embed(['z'.repeat(4000)], { kind: 'document' });
    expect(seen.length).toBe(before + 1);
  });

  it('asks again after passing failures only', async () => {
    const passing = scripted({ failures: ['rate_limited', 'server_error'] });
    const answer = passing.model.embed(['a'], { kind: 'query' });
    await clock.advance(10_000);
    expect((await answer).vectors).toHaveLength(1);
    const final = scripted({ failures: ['bad_credentials'] });
    await expect(final.model.embed(['a'], { kind: 'query' })).rejects.toMatchObject({
      kind: 'bad_credentials',
    });
    expect(final.seen).toHaveLength(1);
  });

  it('answers an empty list without asking', async () => {
    const { model, seen } = scripted({});
    expect((await model.embed([], { kind: 'document' })).vectors).toEqual([]);
    expect(seen).toEqual([]);
  });
});

describe('over a real connection', () => {
  it('survives 429 with Retry-After, 500 and a cut answer, and charges once', async () => {
    const provider = await startFakeProvider({ dimensions: 8 });
    const runtime = createModelRuntime({ fetch: fetch as Fetch, retry: { firstPauseMs: 1 } });
    const model = { name: 'any', type: 'embedding' as const };
    const entry = {
      providerId: 'openai-compatible',
      credentials: { baseUrl: provider.baseUrl },
      model,
      guardKey: 'a',
    };
    provider.failNext({ kind: 'status', status: 429, retryAfter: '0' });
    provider.failNext({ kind: 'half_closed' });
    const { vectors, usage } = await openEmbeddingModel(entry, runtime).embed(['tides'], { kind: 'query' });
    expect(vectors[0]).toHaveLength(8);
    expect(usage.promptTokens).toBe(2);
    provider.reset();
    provider.failNext({ kind: 'status', status: 500 });
    const chat = openChatModel({ ...entry, model: { name: 'any', type: 'chat' } }, runtime);
    let text = '';
    for await (const event of chat.stream({ messages: [{ role: 'user', content: 'x' }], parameters: {} })) {
      if (event.type === 'text-delta') text += event.text;
    }
    expect(text).toBe('This is the answer [1].');
    expect(provider.requests).toHaveLength(2);
    await provider.close();
  });
});
