import { describe, expect, it } from 'vitest';
import { createModelRuntime, type Fetch, listModelNames, ModelError, providers } from '../../index.ts';
import { openChatModel, openEmbeddingModel, openRerankModel } from '../../open-model.ts';
import { gateways } from './gateways.ts';

type Sent = { url: string; method: string; authorization: string | undefined; body: Record<string, unknown> };

/** A provider that answers every call of the protocol and remembers what it was sent. */
function listen(answers: Record<string, unknown> = {}) {
  const sent: Sent[] = [];
  const fetch: Fetch = async (url, { method = 'GET', headers = {}, body } = {}) => {
    const read = typeof body === 'string' ? JSON.parse(body) : {};
    sent.push({ url, method, authorization: headers.authorization, body: read });
    const answer = answers[new URL(url).pathname.split('/').at(-1) ?? ''];
    return Response.json(answer ?? defaultAnswer(url, read));
  };
  return { sent, runtime: createModelRuntime({ fetch, retry: { attempts: 1 } }) };
}

function defaultAnswer(url: string, { input = [], documents = [] }: Record<string, unknown>) {
  if (url.endsWith('/models')) return { object: 'list', data: [{ id: 'b' }, { id: 'a' }, { id: 'a' }] };
  if (url.endsWith('/embeddings'))
    return { data: (input as string[]).map((_, index) => ({ index, embedding: [0.6, 0.8] })) };
  if (/rerank/.test(url))
    return { results: (documents as string[]).map((_, index) => ({ index, relevance_score: 0.5 })) };
  return { choices: [{ message: { content: 'OK' }, finish_reason: 'stop' }] };
}

const entryOf = (providerId: string, type: 'chat' | 'embedding' | 'rerank', baseUrl?: string) => {
  const gateway = gateways.find(({ id }) => id === providerId);
  const credentials = { baseUrl: baseUrl ?? gateway?.baseUrl, apiKey: 'key' };
  return { providerId, credentials, model: { name: 'some-model', type }, guardKey: `${Math.random()}` };
};

describe.each(gateways)('$name', ({ id, baseUrl, modelTypes, selfHosted, keysUrl }) => {
  it('is asked below its own address, with its key', async () => {
    const { sent, runtime } = listen();
    if (modelTypes.includes('chat')) {
      const request = { messages: [{ role: 'user' as const, content: 'Hi' }], parameters: {} };
      for await (const _ of openChatModel(entryOf(id, 'chat'), runtime).stream(request));
    }
    if (modelTypes.includes('embedding'))
      await openEmbeddingModel(entryOf(id, 'embedding'), runtime).embed(['Hi'], { kind: 'query' });
    if (modelTypes.includes('rerank'))
      await openRerankModel(entryOf(id, 'rerank'), runtime).rerank('Hi', ['Ho'], {});
    expect(sent.length).toBeGreaterThan(0);
    for (const { url, authorization } of sent) {
      expect(url).toMatch(
        id === 'cohere' && url.endsWith('/rerank') ? /api\.cohere\.com/ : new URL(baseUrl).host,
      );
      expect(authorization).toBe('Bearer key');
    }
    expect(await listModelNames(id, entryOf(id, 'chat').credentials, runtime)).toEqual(['a', 'b']);
  });

  it('wants a key unless one runs it oneself, and says where keys are made', () => {
    const provider = providers.find((candidate) => candidate.id === id);
    const key = provider?.credentials.fields.find(({ name }) => name === 'apiKey');
    expect(key?.required).toBe(!selfHosted);
    expect(provider?.credentials.schema.safeParse({ baseUrl }).success).toBe(Boolean(selfHosted));
    expect(keysUrl === undefined).toBe(Boolean(selfHosted));
    expect(new URL(baseUrl).protocol).toBe(selfHosted ? 'http:' : 'https:');
  });
});

describe('what only some gateways want', () => {
  it('tells questions from documents', async () => {
    for (const [id, query, document] of [
      ['nvidia', { input_type: 'query' }, { input_type: 'passage' }],
      ['voyage', { input_type: 'query' }, { input_type: 'document' }],
      ['cohere', { input_type: 'search_query' }, { input_type: 'search_document' }],
      ['jina', { task: 'retrieval.query' }, { task: 'retrieval.passage' }],
    ] as const) {
      const { sent, runtime } = listen();
      const model = openEmbeddingModel(entryOf(id, 'embedding'), runtime);
      await model.embed(['Hi'], { kind: 'query' });
      await model.embed(['Ho'], { kind: 'document' });
      expect(sent.map(({ body }) => body)).toMatchObject([query, document]);
    }
  });

  it('gives Gemini alone a signature of calls', async () => {
    const call = { id: 'call_1', name: 'look_up', arguments: '{}' };
    const signed = {
      ...call,
      thoughts: { provider: 'google', content: '[{"google":{"thought_signature":"CiYBcsja"}}]' },
    };
    for (const [id, toolCall, extra] of [
      ['gemini', signed, { google: { thought_signature: 'CiYBcsja' } }],
      ['gemini', call, { google: { thought_signature: 'skip_thought_signature_validator' } }],
      ['openai', call, undefined],
      ['mistral', { ...call, thoughts: { provider: 'anthropic', content: '[{}]' } }, undefined],
    ] as const) {
      const { sent, runtime } = listen();
      const messages = [
        { role: 'user' as const, content: 'Hi' },
        { role: 'assistant' as const, content: '', toolCalls: [toolCall] },
        { role: 'tool' as const, content: 'Ho', answers: toolCall },
      ];
      for await (const _ of openChatModel(entryOf(id, 'chat'), runtime).stream({ messages, parameters: {} }));
      const asked = (sent[0]!.body.messages as { tool_calls?: object[] }[])[1]?.tool_calls;
      expect(asked).toEqual([
        {
          id: 'call_1',
          type: 'function',
          function: { name: 'look_up', arguments: '{}' },
          ...(extra && { extra_content: extra }),
        },
      ]);
    }
  });

  it('sends no more texts than are taken', async () => {
    const { sent, runtime } = listen();
    const texts = Array.from({ length: 25 }, (_, n) => `text ${n}`);
    await openEmbeddingModel(entryOf('tongyi-qianwen', 'embedding'), runtime).embed(texts, {
      kind: 'document',
    });
    expect(sent.map(({ body }) => (body.input as string[]).length)).toEqual([10, 10, 5]);
  });

  it('reranks where the provider does, and never sends a key from another address there', async () => {
    const urlOf = async (id: string, baseUrl?: string) => {
      const { sent, runtime } = listen();
      await openRerankModel(entryOf(id, 'rerank', baseUrl), runtime).rerank('Hi', ['Ho'], {});
      return sent[0]?.url;
    };
    expect(await urlOf('cohere')).toBe('https://api.cohere.com/v2/rerank');
    expect(await urlOf('cohere', 'https://proxy.example/v1')).toBe('https://proxy.example/v1/rerank');
    expect(await urlOf('tongyi-qianwen')).toBe('https://dashscope.aliyuncs.com/compatible-api/v1/reranks');
    expect(await urlOf('tongyi-qianwen', 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1')).toBe(
      'https://dashscope-intl.aliyuncs.com/compatible-api/v1/reranks',
    );
    expect(await urlOf('siliconflow')).toBe('https://api.siliconflow.cn/v1/rerank');
  });

  it('reads scores as Voyage sends them', async () => {
    const data = [
      { relevance_score: 0.75, index: 1 },
      { relevance_score: 0.25, index: 0 },
    ];
    const { runtime } = listen({ rerank: { object: 'list', data, usage: { total_tokens: 8 } } });
    const model = openRerankModel(entryOf('voyage', 'rerank'), runtime);
    expect(await model.rerank('Hi', ['Ho', 'Hey'], {})).toMatchObject({
      scores: [0.25, 0.75],
      usage: { promptTokens: 8 },
    });
  });

  it('says so where a list of models is none', async () => {
    for (const answer of ['<html>', { data: 'none' }, 7]) {
      const { runtime } = listen({ models: answer });
      const asked = listModelNames('openai', entryOf('openai', 'chat').credentials, runtime);
      await expect(asked).rejects.toThrow(ModelError);
    }
  });
});
