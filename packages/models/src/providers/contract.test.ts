import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type FakeProvider, startFakeProvider } from '@lectern/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type ChatEvent,
  createModelRuntime,
  describeProviders,
  type Fetch,
  ModelError,
  type ModelRuntime,
  openChatModel,
  openEmbeddingModel,
  openRerankModel,
  providers,
  testConnection,
} from '../index.ts';
import { gateways } from './openai-compatible/gateways.ts';

let provider: FakeProvider;
let runtime: ModelRuntime;

beforeAll(async () => {
  provider = await startFakeProvider({ apiKey: 'secret-key-1234', models: ['good'] });
  runtime = createModelRuntime({ fetch: fetch as Fetch, retry: { attempts: 1 } });
});
afterEach(() => provider.reset());
afterAll(() => provider.close());

function entry(
  providerId: string,
  type: 'chat' | 'embedding' | 'rerank',
  name = 'good',
  apiKey = 'secret-key-1234',
) {
  const baseUrl = providerId === 'ollama' ? provider.ollamaUrl : provider.baseUrl;
  return {
    providerId,
    credentials: { baseUrl, apiKey },
    model: { name, type },
    guardKey: `${Math.random()}`,
  };
}

async function collect(stream: AsyncIterable<ChatEvent>): Promise<ChatEvent[]> {
  const events: ChatEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

function textOf(events: ChatEvent[], type: 'text-delta' | 'reasoning-delta' = 'text-delta'): string {
  return events.map((event) => (event.type === type ? event.text : '')).join('');
}

const ask = {
  messages: [{ role: 'user' as const, content: 'What?' }],
  parameters: { temperature: 0.2, maxTokens: 50 },
};

/** Those with code of their own: gateways share one protocol and differ in data. */
const protocols = providers.filter(({ id }) => !gateways.some((gateway) => gateway.id === id));

/** Those whose protocol the scripted server speaks; the others have contract tests in their folders. */
const scripted = protocols.filter(
  ({ id, hosted }) => hosted && !existsSync(join(import.meta.dirname, id, 'contract.test.ts')),
);

describe('the registry', () => {
  it('lists every folder of providers/ once, and gateways by ids of their own', () => {
    const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
      .filter((item) => item.isDirectory())
      .map((item) => item.name);
    expect(protocols.map((item) => item.id).sort()).toEqual(folders.sort());
    expect(new Set(providers.map(({ id }) => id)).size).toBe(providers.length);
  });

  it('is plain data and tells no default for a secret', () => {
    const described = describeProviders();
    expect(JSON.parse(JSON.stringify(described))).toEqual(described);
    for (const { builtIn, credentials } of described) {
      const secret = credentials.filter((field) => field.widget === 'password');
      expect(secret.length > 0).toBe(!builtIn);
      for (const field of secret) expect(field.default).toBeUndefined();
    }
  });
});

for (const { id } of scripted.filter((item) => item.modelTypes.includes('chat'))) {
  describe(`${id}: chat`, () => {
    it('streams deltas, then one finish with usage', async () => {
      provider.setChat({
        tokens: ['Be', 'in', 'g', ' – 存在'],
        usage: { promptTokens: 7, completionTokens: 4 },
      });
      const events = await collect(openChatModel(entry(id, 'chat'), runtime).stream(ask));
      expect(textOf(events)).toBe('Being – 存在');
      expect(events.filter((event) => event.type === 'finish')).toEqual([
        { type: 'finish', reason: 'stop', usage: { promptTokens: 7, completionTokens: 4 } },
      ]);
      expect(events.at(-1)?.type).toBe('finish');
    });

    it('sends only the parameters that were set', async () => {
      await collect(openChatModel(entry(id, 'chat'), runtime).stream(ask));
      const body = provider.requests[0]!.body;
      const sent = (body.options ?? body) as Record<string, unknown>;
      expect(sent.temperature).toBe(0.2);
      expect(sent).not.toHaveProperty('top_p');
      expect(sent.max_tokens ?? sent.num_predict).toBe(50);
    });

    it('keeps reasoning apart, whether it has a field of its own or stands in the text', async () => {
      provider.setChat({ reasoning: ['I ', 'think'], tokens: ['Yes'] });
      const apart = await collect(openChatModel(entry(id, 'chat'), runtime).stream(ask));
      expect([textOf(apart, 'reasoning-delta'), textOf(apart)]).toEqual(['I think', 'Yes']);
      provider.setChat({ tokens: ['<th', 'ink>I think</', 'thi', 'nk>\n\n', 'Yes <think>'] });
      const inside = await collect(openChatModel(entry(id, 'chat'), runtime).stream(ask));
      expect([textOf(inside, 'reasoning-delta'), textOf(inside)]).toEqual(['I think', 'Yes <think>']);
    });

    it('offers tools, tells what was asked for, and is told what came of it', async () => {
      provider.setChat({
        calls: (messages) =>
          messages.some(({ role }) => role === 'tool')
            ? []
            : [
                { name: 'look_up', arguments: { word: 'rose' } },
                { name: 'look_up', arguments: { word: 'lily' } },
              ],
        tokens: ['A flower'],
      });
      const parameters = { type: 'object', properties: { word: { type: 'string' } } };
      const tools = [{ name: 'look_up', description: 'Looks a word up', parameters }];
      const model = openChatModel(entry(id, 'chat'), runtime);
      const events = await collect(model.stream({ ...ask, tools }));
      const toolCalls = events.flatMap((event) => (event.type === 'tool-call' ? [event.call] : []));
      expect(toolCalls.map((call) => [call.name, JSON.parse(call.arguments)])).toEqual([
        ['look_up', { word: 'rose' }],
        ['look_up', { word: 'lily' }],
      ]);
      expect(new Set(toolCalls.map((call) => call.id)).size).toBe(2);
      expect(events.at(-1)?.type).toBe('finish');
      const messages = [
        ...ask.messages,
        { role: 'assistant' as const, content: '', toolCalls },
        ...toolCalls.map((answers) => ({ role: 'tool' as const, content: 'a flower', answers })),
      ];
      expect(textOf(await collect(model.stream({ ...ask, messages, tools })))).toBe('A flower');
      const sent = provider.requests.at(-1)?.body as {
        messages: Record<string, unknown>[];
        tools: unknown[];
      };
      expect(sent.tools).toHaveLength(1);
      expect(sent.messages.at(-2)).toMatchObject({ role: 'tool', content: 'a flower' });
    });

    it('says when the length ended the answer', async () => {
      provider.setChat({ finishReason: 'length' });
      const events = await collect(openChatModel(entry(id, 'chat'), runtime).stream(ask));
      expect(events.at(-1)).toMatchObject({ type: 'finish', reason: 'length' });
    });

    it('counts by itself, and says so, when the provider tells no usage', async () => {
      provider.setChat({ usage: false });
      const last = (await collect(openChatModel(entry(id, 'chat'), runtime).stream(ask))).at(-1)!;
      expect(last.type === 'finish' && last.usage.estimated && last.usage.completionTokens > 0).toBe(true);
    });

    it('passes on what was written before the connection broke, then fails', async () => {
      provider.failNext({ kind: 'half_closed', afterTokens: 2 });
      const events: ChatEvent[] = [];
      const reading = (async () => {
        for await (const event of openChatModel(entry(id, 'chat'), runtime).stream(ask)) events.push(event);
      })();
      await expect(reading).rejects.toBeInstanceOf(ModelError);
      expect(textOf(events)).toBe('This is ');
      expect(events.some((event) => event.type === 'finish')).toBe(false);
    });

    it('closes the connection when the reader stops or aborts', async () => {
      provider.setChat({ tokens: Array.from({ length: 1000 }, () => 'word '), tokenDelay: 5 });
      for await (const event of openChatModel(entry(id, 'chat'), runtime).stream(ask)) {
        if (event.type === 'text-delta') break;
      }
      await expect.poll(() => provider.openStreams).toBe(0);
      const controller = new AbortController();
      const reading = (async () => {
        const model = openChatModel(entry(id, 'chat'), runtime);
        for await (const _ of model.stream({ ...ask, signal: controller.signal })) controller.abort();
      })();
      await expect(reading).rejects.toMatchObject({ kind: 'aborted' });
      await expect.poll(() => provider.openStreams).toBe(0);
    });

    const failures: [string, Parameters<FakeProvider['failNext']>[0], string][] = [
      ['429', { kind: 'status', status: 429, retryAfter: '3' }, 'rate_limited'],
      ['429 without money', { kind: 'status', status: 429, code: 'insufficient_quota' }, 'quota_exhausted'],
      ['500', { kind: 'status', status: 500 }, 'server_error'],
      ['a gateway page', { kind: 'status', status: 502, body: '<html>Bad gateway</html>' }, 'server_error'],
      ['too long', { kind: 'context_too_long' }, 'context_too_long'],
      ['malformed JSON', { kind: 'malformed_json' }, 'bad_response'],
      ['an error inside the stream', { kind: 'error_in_stream', afterTokens: 1 }, 'server_error'],
      ['a filter', { kind: 'status', status: 400, code: 'content_filter' }, 'content_filtered'],
    ];
    it.each(failures)('explains %s', async (_, fault, kind) => {
      provider.failNext(fault);
      const reading = collect(openChatModel(entry(id, 'chat'), runtime).stream(ask));
      await expect(reading).rejects.toMatchObject({ name: 'ModelError', kind });
    });

    it('keeps Retry-After', async () => {
      provider.failNext({ kind: 'status', status: 429, retryAfter: '3' });
      const reading = collect(openChatModel(entry(id, 'chat'), runtime).stream(ask));
      await expect(reading).rejects.toMatchObject({ retryAfterMs: 3000 });
    });

    it('tells a wrong key from a wrong model from a wrong address, never showing the key', async () => {
      const wrongKey = await testConnection(
        id,
        entry(id, 'chat', 'good', 'wrong-key-9876').credentials,
        { name: 'good', type: 'chat' },
        runtime,
      );
      expect(wrongKey).toMatchObject({ ok: false, kind: 'bad_credentials' });
      expect(JSON.stringify(wrongKey)).not.toContain('wrong-key-9876');
      const wrongModel = await testConnection(
        id,
        entry(id, 'chat').credentials,
        { name: 'bad', type: 'chat' },
        runtime,
      );
      expect(wrongModel).toMatchObject({
        ok: false,
        kind: 'model_not_found',
        detail: "model 'bad' not found",
      });
      const nowhere = await testConnection(
        id,
        { baseUrl: 'http://127.0.0.1:1' },
        { name: 'good', type: 'chat' },
        runtime,
      );
      expect(nowhere).toMatchObject({ ok: false, kind: 'unreachable' });
      const noAddress = await testConnection(
        id,
        { baseUrl: 'nonsense' },
        { name: 'good', type: 'chat' },
        runtime,
      );
      expect(noAddress).toMatchObject({ ok: false, kind: 'bad_credentials' });
      const right = await testConnection(
        id,
        entry(id, 'chat').credentials,
        { name: 'good', type: 'chat' },
        runtime,
      );
      expect(right.ok).toBe(true);
    });
  });
}

for (const { id } of scripted.filter((item) => item.modelTypes.includes('embedding'))) {
  describe(`${id}: embedding`, () => {
    it('gives one unit vector per text, in order', async () => {
      const model = openEmbeddingModel(entry(id, 'embedding'), runtime);
      const { vectors, usage } = await model.embed(['red apples', 'blue sky', 'red apples'], {
        kind: 'document',
      });
      expect(vectors).toHaveLength(3);
      for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
      expect(vectors[0]).toEqual(vectors[2]);
      expect(vectors[0]).not.toEqual(vectors[1]);
      expect(usage).toEqual({ promptTokens: 8, completionTokens: 0 });
    });

    it('puts the words before a text that its family wants', async () => {
      const other = await startFakeProvider();
      const baseUrl = id === 'ollama' ? other.ollamaUrl : other.baseUrl;
      const model = { name: 'nomic-embed-text:v1.5', type: 'embedding' as const };
      const opened = openEmbeddingModel(
        { providerId: id, credentials: { baseUrl }, model, guardKey: 'prompts' },
        runtime,
      );
      await opened.embed(['tides'], { kind: 'query' });
      await opened.embed(['tides'], { kind: 'document' });
      expect(other.requests.map(({ body }) => body.input)).toEqual([
        ['search_query: tides'],
        ['search_document: tides'],
      ]);
      await other.close();
    });

    const failures: Parameters<FakeProvider['failNext']>[0][] = [
      { kind: 'wrong_vector_size' },
      { kind: 'wrong_vector_count' },
      { kind: 'malformed_json' },
    ];
    it.each(failures)('refuses $kind', async (fault) => {
      provider.failNext(fault);
      const fixed = {
        ...entry(id, 'embedding'),
        model: { name: 'good', type: 'embedding' as const, dimensions: 64 },
      };
      const embedding = openEmbeddingModel(fixed, runtime).embed(['a', 'b'], { kind: 'document' });
      await expect(embedding).rejects.toMatchObject({ kind: 'bad_response' });
    });

    it('tells its dimensions when tested', async () => {
      const outcome = await testConnection(
        id,
        entry(id, 'embedding').credentials,
        { name: 'good', type: 'embedding' },
        runtime,
      );
      expect(outcome).toMatchObject({ ok: true, dimensions: 64 });
    });
  });
}

describe('openai-compatible: what only some servers do', () => {
  it('does without base64 where it is refused or ignored', async () => {
    for (const options of [{ base64: false }, { refusedFields: ['encoding_format'] }]) {
      const other = await startFakeProvider(options);
      const credentials = { baseUrl: other.baseUrl };
      const model = { name: 'any', type: 'embedding' as const };
      const opened = openEmbeddingModel(
        { providerId: 'openai-compatible', credentials, model, guardKey: 'plain' },
        runtime,
      );
      expect((await opened.embed(['x'], { kind: 'query' })).vectors[0]).toHaveLength(64);
      await opened.embed(['x'], { kind: 'query' });
      // The refusal is remembered: one extra request, not one each time.
      expect(other.requests).toHaveLength('refusedFields' in options ? 3 : 2);
      await other.close();
    }
  });

  it('renames or leaves out refused parameters', async () => {
    const other = await startFakeProvider({ refusedFields: ['max_tokens', 'temperature', 'stream_options'] });
    const credentials = { baseUrl: other.baseUrl };
    const model = { name: 'any', type: 'chat' as const };
    const opened = openChatModel(
      { providerId: 'openai-compatible', credentials, model, guardKey: 'names' },
      runtime,
    );
    expect(textOf(await collect(opened.stream(ask)))).toBe('This is the answer [1].');
    const asked = other.requests.length;
    const again = openChatModel(
      { providerId: 'openai-compatible', credentials, model, guardKey: 'names' },
      runtime,
    );
    await collect(again.stream(ask));
    // What one call learned, the next one knows, although its model was opened again.
    expect(other.requests).toHaveLength(asked + 1);
    const last = other.requests.at(-1)!.body;
    expect(last.max_completion_tokens).toBe(50);
    expect(last).not.toHaveProperty('temperature');
    await other.close();
  });

  it('understands an address with or without its last parts', async () => {
    for (const suffix of ['', '/', '/chat/completions', '/embeddings/']) {
      const credentials = { baseUrl: provider.baseUrl + suffix, apiKey: 'secret-key-1234' };
      const outcome = await testConnection(
        'openai-compatible',
        credentials,
        { name: 'good', type: 'chat' },
        runtime,
      );
      expect(outcome.ok).toBe(true);
    }
    const bare = { baseUrl: `http://127.0.0.1:${provider.port}`, apiKey: 'secret-key-1234' };
    expect(
      (await testConnection('openai-compatible', bare, { name: 'good', type: 'chat' }, runtime)).ok,
    ).toBe(true);
  });

  it('reranks in the order of the texts', async () => {
    const model = openRerankModel(entry('openai-compatible', 'rerank'), runtime);
    const { scores, usage } = await model.rerank('red apples', ['sky', 'red apples', 'red'], {});
    expect(scores).toEqual([0, 1, 0.5]);
    expect(usage.promptTokens).toBe(30);
  });
});
