import { createManualClock, type ManualClock, startFakeProvider } from '@lectern/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { openChatModel, openEmbeddingModel } from '../open-model.ts';
import { type EmbeddingModel, type Fetch, ModelError, type ModelErrorKind } from '../ports.ts';
import { guardEmbeddingModel } from './guarded-vectors.ts';
import { createModelRuntime } from './model-runtime.ts';

let clock: ManualClock;
beforeEach(() => {
  clock = createManualClock();
});

const noFetch: Fetch = () => Promise.reject(new Error('no network in this test'));
function openRuntime() {
  return createModelRuntime({ fetch: noFetch, clock, random: () => 0.5 });
}

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
