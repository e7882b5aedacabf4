import { startFakeProvider } from '@lectern/testing';
import { expect, it } from 'vitest';
import {
  createModelRuntime,
  describeProviders,
  type Fetch,
  openChatModel,
  openEmbeddingModel,
  testConnection,
} from '../../index.ts';
import { volcengine } from './provider.ts';

/** The protocol itself is tested with `openai-compatible`. */

const read = volcengine.modelName!.read;

it('reads a mapping of one name to one endpoint, and nothing else', () => {
  expect(read('{"Doubao-pro": "ep-1"}')).toEqual({ shown: 'Doubao-pro', sent: 'ep-1' });
  expect(read(' { " Doubao " : " ep-2 " } ')).toEqual({ shown: 'Doubao', sent: 'ep-2' });
  for (const wrong of [
    '',
    'Doubao-pro',
    'ep-1',
    '{}',
    '[]',
    'null',
    '"ep-1"',
    '{"Doubao": 7}',
    '{"Doubao": ""}',
    '{"": "ep-1"}',
    '{"Doubao": {"id": "ep-1"}}',
    '{"Doubao": "ep-1", "Other": "ep-2"}',
    '{"Doubao": "ep-1"',
  ])
    expect(read(wrong), wrong).toBeUndefined();
  const { modelNameExample } = describeProviders().find(({ id }) => id === 'volcengine')!;
  expect(read(modelNameExample!)).toBeDefined();
});

it('calls the endpoint, for chat, embeddings and the test of the connection', async () => {
  const provider = await startFakeProvider({ apiKey: 'ark-key', models: ['ep-1'] });
  try {
    const runtime = createModelRuntime({ fetch: fetch as Fetch, retry: { attempts: 1 } });
    const credentials = { baseUrl: provider.baseUrl, apiKey: 'ark-key' };
    const entry = (type: 'chat' | 'embedding', name = '{"Doubao-pro": "ep-1"}') => ({
      providerId: 'volcengine',
      credentials,
      model: { name, type },
      guardKey: 'test',
    });
    const request = { messages: [{ role: 'user' as const, content: 'Hi' }], parameters: {} };
    for await (const _ of openChatModel(entry('chat'), runtime).stream(request));
    await openEmbeddingModel(entry('embedding'), runtime).embed(['Hi'], { kind: 'query' });
    expect(provider.requests.map(({ body }) => body.model)).toEqual(['ep-1', 'ep-1']);
    const attempt = (name: string) =>
      testConnection('volcengine', credentials, { name, type: 'chat' }, runtime);
    expect(await attempt('{"Doubao-pro": "ep-1"}')).toMatchObject({ ok: true });
    expect(await attempt('{"Doubao-pro": "ep-2"}')).toMatchObject({ ok: false, kind: 'model_not_found' });
  } finally {
    await provider.close();
  }
});
