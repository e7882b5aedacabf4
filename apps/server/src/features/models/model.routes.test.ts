import {
  type ApiClient,
  buildAssistant,
  type FakeProvider,
  startFakeProvider,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

const key = 'sk-very-secret-provider-key-4711';
let server: TestServer;
let provider: FakeProvider;
let person: ApiClient;
let serial = 0;

beforeAll(async () => {
  provider = await startFakeProvider({ apiKey: key, models: ['chat-1', 'embed-1'] });
  server = await startTestServer({ LECTERN_OUTBOUND_ALLOWED_HOSTS: '127.0.0.1' });
  person = await server.signUp();
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

const input = (changes: Record<string, unknown> = {}) => ({
  provider_id: 'openai-compatible',
  model_name: 'chat-1',
  name: `model ${++serial}`,
  type: 'chat',
  base_url: provider.baseUrl,
  api_key: key,
  ...changes,
});

const create = async (changes: Record<string, unknown> = {}) =>
  (await server.admin.call('POST', '/models', input(changes))).body;

test('providers show their forms, and the built-in models are always there', async () => {
  const { items } = (await server.admin.call('GET', '/model-providers')).body;
  const ids = items.map(({ id }: { id: string }) => id);
  expect(ids).toEqual(expect.arrayContaining(['openai-compatible', 'ollama']));
  const models = (await person.call('GET', '/models?type=embedding')).body.items;
  expect(models.length).toBeGreaterThan(0);
  expect(models.every(({ type }: { type: string }) => type === 'embedding')).toBe(true);
  expect(models[0].built_in).toBe(true);
});

test('only an administrator adds, changes, tries or removes a model', async () => {
  const model = await create();
  const calls: [string, string, unknown?][] = [
    ['POST', '/models', input()],
    ['POST', '/models/test', input()],
    ['POST', '/models/names', { provider_id: 'ollama' }],
    ['PATCH', `/models/${model.id}`, { name: 'mine' }],
    ['DELETE', `/models/${model.id}`],
    ['PATCH', '/system-models', { chat: model.id }],
    ['GET', '/model-providers'],
  ];
  for (const [method, path, body] of calls)
    expect((await person.call(method, path, body)).status, path).toBe(403);
});

test('a key is written and never read', async () => {
  const model = await create();
  expect(model.masked_key).toBe('••••4711');
  const answers = [
    model,
    (await server.admin.call('GET', '/models')).body,
    (await server.admin.call('PATCH', `/models/${model.id}`, { name: `model ${++serial}` })).body,
    (await server.admin.call('POST', '/models/test', input({ api_key: 'sk-wrong-secret-key-0815' }))).body,
    (await person.call('GET', '/models')).body,
  ];
  expect(JSON.stringify(answers)).not.toMatch(/sk-/);
  const [row] = await server.query('select row_to_json(models)::text as row from models where id = $1', [
    model.id,
  ]);
  expect(row?.row).not.toContain(key);
  const short = await create({ api_key: 'short' });
  expect(short.masked_key).toBe('••••');
});

test('a stored key goes to no other address', async () => {
  const model = await create();
  const other = await startFakeProvider();
  try {
    const address = `http://127.0.0.1:${other.port}/v1`;
    const moved = await server.admin.call('PATCH', `/models/${model.id}`, { base_url: address });
    if (moved.status === 200) expect(moved.body.masked_key).toBeNull();
    else expect(moved.body.error.code).toBe('model.credentials_invalid');
    await server.admin.call('POST', '/models/test', {
      ...input({ base_url: address }),
      api_key: undefined,
      model_id: model.id,
    });
    expect(other.requests.filter(({ authorization }) => authorization?.includes(key))).toEqual([]);
  } finally {
    await other.close();
  }
});

test('a model is tried before it is saved, and says what is wrong', async () => {
  const attempt = async (changes: Record<string, unknown>) =>
    (await server.admin.call('POST', '/models/test', input(changes))).body;
  expect(await attempt({})).toMatchObject({ ok: true, message: null });
  expect(await attempt({ model_name: 'embed-1', type: 'embedding' })).toMatchObject({
    ok: true,
    dimensions: 64,
  });
  for (const changes of [
    { api_key: 'wrong' },
    { model_name: 'absent' },
    { base_url: 'http://127.0.0.1:1/v1' },
  ]) {
    const { ok, message } = await attempt(changes);
    expect(ok).toBe(false);
    expect(message.length).toBeGreaterThan(10);
  }
  // A saved model is tried with its stored key.
  const model = await create();
  const saved = await server.admin.call('POST', '/models/test', {
    ...input(),
    api_key: undefined,
    model_id: model.id,
  });
  expect(saved.body.ok).toBe(true);
});

test.each([
  'http://127.0.0.1:22/v1',
  'http://169.254.169.254/latest/meta-data',
  'http://localhost:5432/',
  'http://[::1]:8080/',
  'http://10.0.0.1/v1',
  'http://0x7f000001/v1',
])('an address inside the network is not called: %s', async (base_url) => {
  const { body } = await server.admin.call('POST', '/models/test', input({ base_url }));
  expect(body.ok).toBe(false);
});

test('a provider tells which models a key opens, or why it does not', async () => {
  const { base_url, api_key } = input();
  const ask = async (body: Record<string, unknown>) =>
    (await server.admin.call('POST', '/models/names', { provider_id: 'openai-compatible', ...body })).body;
  expect(await ask({ base_url, api_key })).toEqual({ names: ['chat-1', 'embed-1'], message: null });
  // The key of a model that is saved, for its own address alone.
  const model = await create();
  expect((await ask({ base_url, model_id: model.id })).names).not.toEqual([]);
  const other = await ask({ base_url: 'http://127.0.0.1:1/v1', model_id: model.id });
  expect(other.names).toEqual([]);
  expect(other.message).not.toBe('');
  // With the provider's own words, but never with the key that it repeats.
  const refused = (await ask({ base_url, api_key: 'wrong-key-0815' })).message;
  expect(refused).toMatch(/rejected the API key\. Incorrect API key provided/);
  expect(refused).not.toContain('0815');
  const missing = await server.admin.call('POST', '/models/names', { provider_id: 'mistral' });
  expect([missing.status, missing.body.error.code]).toEqual([422, 'model.credentials_invalid']);
});

test('a model of Volcengine is a mapping of its name to its endpoint', async () => {
  const ark = { provider_id: 'volcengine', name: undefined };
  for (const model_name of ['Doubao-pro', '{"a": "ep-1", "b": "ep-2"}'])
    for (const path of ['/models', '/models/test']) {
      const { status, body } = await server.admin.call('POST', path, input({ ...ark, model_name }));
      expect([status, body.error.code]).toEqual([422, 'model.name_invalid']);
      expect(body.error.message).toContain('{"Doubao-pro": "ep-');
    }
  const model = await create({ ...ark, model_name: '{"Doubao-pro": "chat-1"}' });
  expect(model).toMatchObject({ name: 'Doubao-pro', model_name: '{"Doubao-pro": "chat-1"}' });
  const changed = await server.admin.call('PATCH', `/models/${model.id}`, { model_name: 'chat-1' });
  expect(changed.body.error.code).toBe('model.name_invalid');
});

test('bad input is refused', async () => {
  const codeOf = async (changes: Record<string, unknown>) =>
    (await server.admin.call('POST', '/models', input(changes))).body.error.code;
  const { name } = await create();
  expect(await codeOf({ name: name.toUpperCase() })).toBe('model.name_taken');
  expect(await codeOf({ provider_id: 'nobody' })).toBe('model.provider_unknown');
  expect(await codeOf({ provider_id: 'built-in' })).toBe('model.provider_unknown');
  expect(await codeOf({ base_url: undefined })).toBe('model.credentials_invalid');
  expect(await codeOf({ base_url: 'file:///etc/passwd' })).toBe('request.invalid');
  expect(await codeOf({ type: 'oracle' })).toBe('request.invalid');
  expect(await codeOf({ company_id: '00000000-0000-4000-8000-000000000000' })).toBe('request.invalid');
});

test('a model in use is neither deleted nor given other vectors', async () => {
  const chat = await create();
  const assistant = await buildAssistant(person, { chat_model_id: chat.id });
  const refused = await server.admin.call('DELETE', `/models/${chat.id}`);
  expect(refused.body.error.code).toBe('model.in_use');
  expect(refused.status).toBe(409);
  await person.call('DELETE', `/assistants/${assistant.id}`);
  expect((await server.admin.call('DELETE', `/models/${chat.id}`)).status).toBe(204);

  const embedding = await create({ model_name: 'embed-1', type: 'embedding' });
  await person.call('POST', '/knowledge-bases', { name: 'Uses it', embedding_model_id: embedding.id });
  const other = await server.admin.call('PATCH', `/models/${embedding.id}`, { model_name: 'embed-2' });
  expect(other.body.error.code).toBe('model.in_use');
  expect((await server.admin.call('DELETE', `/models/${embedding.id}`)).body.error.code).toBe('model.in_use');
});

test('system models are of their type, serve every company, and hold their model', async () => {
  const embedding = await create({ model_name: 'embed-1', type: 'embedding' });
  const wrong = await server.admin.call('PATCH', '/system-models', { chat: embedding.id });
  expect(wrong.body.error.code).toBe('model.wrong_type');
  const chosen = await server.admin.call('PATCH', '/system-models', { embedding: embedding.id });
  expect(chosen.body).toMatchObject({ embedding: embedding.id, chat: null });
  const stranger = await server.signUp();
  expect((await stranger.call('GET', '/system-models')).body.embedding).toBe(embedding.id);
  const base = await stranger.call('POST', '/knowledge-bases', { name: 'New' });
  expect(base.body.embedding_model_id).toBe(embedding.id);
  expect((await server.admin.call('DELETE', `/models/${embedding.id}`)).body.error.code).toBe('model.in_use');
  expect((await server.admin.call('PATCH', '/system-models', { embedding: null })).body.embedding).toBeNull();
});

test('an address of the inner network is refused when the model is saved', async () => {
  const refused = await server.admin.call(
    'POST',
    '/models',
    input({ base_url: 'http://169.254.169.254/v1' }),
  );
  expect(refused.status).toBe(422);
  expect(refused.body.error.code).toBe('model.address_refused');
  expect(refused.body.error.message).toContain('LECTERN_OUTBOUND_ALLOWED_HOSTS');
});
