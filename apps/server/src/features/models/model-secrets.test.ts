import { createSecretBox } from '@lectern/adapters';
import { type ApiClient, startTestServer, type TestServer } from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countUnreadableKeys } from './model.service.ts';
import { secretContext } from './model-credentials.ts';

let server: TestServer;
let person: ApiClient;
let id: string;

beforeAll(async () => {
  server = await startTestServer();
  person = await server.signUp();
  const { body } = await server.admin.call('POST', '/models', {
    provider_id: 'openai-compatible',
    model_name: 'chat-1',
    name: 'House model',
    type: 'chat',
    base_url: 'https://models.internal.example/v1',
    api_key: 'sk-0123456789-4711',
  });
  id = body.id;
});
afterAll(() => server.close());

test('whoever may only use a model learns neither its address nor how its key ends', async () => {
  const find = async (client: ApiClient) =>
    (await client.call('GET', '/models')).body.items.find((model: { id: string }) => model.id === id);
  expect(await find(server.admin)).toMatchObject({
    base_url: 'https://models.internal.example/v1',
    masked_key: '••••4711',
  });
  expect(await find(person)).toMatchObject({ name: 'House model', base_url: null, masked_key: null });
});

test('an id that only looks like one names no model', async () => {
  const answer = await person.call('POST', '/assistants', { name: 'A', chat_model_id: '-'.repeat(36) });
  expect(answer.status).toBe(404);
});

test('keys sealed under another secret are noticed', async () => {
  const { platform } = server;
  expect(await countUnreadableKeys(platform)).toBe(0);
  const other = createSecretBox('another secret of thirty-two characters');
  expect(await countUnreadableKeys({ ...platform, secrets: other })).toBe(1);
});

test('the mask of a key that comes back with the form changes nothing', async () => {
  const find = async () =>
    (await server.query('select sealed_key, key_ending from models where id = $1', [id]))[0];
  const before = await find();
  const saved = await server.admin.call('PATCH', `/models/${id}`, { name: 'Renamed', api_key: '••••4711' });
  expect(saved.body).toMatchObject({ name: 'Renamed', masked_key: '••••4711' });
  expect((await find())?.key_ending).toBe(before?.key_ending);
  const { platform } = server;
  const open = (row: typeof before) => platform.secrets.decrypt(row?.sealed_key as never, secretContext(id));
  expect(open(await find())).toBe('sk-0123456789-4711');
});

test('what else a provider asks for is kept, shown to those who run it and merged on a change', async () => {
  const { body } = await server.admin.call('POST', '/models', {
    provider_id: 'azure-openai',
    model_name: 'our-gpt',
    name: 'Azure',
    type: 'chat',
    base_url: 'https://acme.example',
    api_key: 'azure-key-123456-0815',
    options: { api_version: '2024-10-21' },
  });
  expect(body).toMatchObject({ options: { api_version: '2024-10-21' }, masked_key: '••••0815' });
  const shown = (await person.call('GET', '/models')).body.items;
  expect(shown.find((model: { id: string }) => model.id === body.id).options).toEqual({});
  const change = (changes: object) => server.admin.call('PATCH', `/models/${body.id}`, changes);
  expect((await change({ name: 'Azure 2' })).body.options).toEqual({ api_version: '2024-10-21' });
  expect((await change({ options: { api_version: '2025-01-01-preview' } })).body).toMatchObject({
    options: { api_version: '2025-01-01-preview' },
    masked_key: '••••0815',
  });
  for (const options of [
    { api_version: '' },
    { api_version: 'now' },
    { api_version: '2024-10-21', other: 'x' },
  ]) {
    const refused = await change({ options });
    expect([refused.status, refused.body.error.code]).toEqual([422, 'model.credentials_invalid']);
  }
  expect((await change({ base_url: 'https://other.example' })).body.error.code).toBe(
    'model.credentials_invalid',
  );
});

test('a provider without an address or key of its own keeps its secrets sealed, and drops what is emptied', async () => {
  const options = { secret_id: 'AKIDexample0123', secret_key: 'tencent-secret-4711' };
  const tencent = { provider_id: 'tencent-cloud', model_name: 'hunyuan-lite', type: 'chat', options };
  const { body } = await server.admin.call('POST', '/models', tencent);
  expect(body).toMatchObject({
    base_url: null,
    masked_key: null,
    options: { secret_id: 'AKIDexample0123', secret_key: '••••' },
  });
  const rows = await server.query('select * from models where id = $1', [body.id]);
  expect(JSON.stringify(rows)).not.toContain('4711');
  const kept = await server.admin.call('PATCH', `/models/${body.id}`, {
    options: { secret_id: 'AKIDother000' },
  });
  expect(kept.body.options).toEqual({ secret_id: 'AKIDother000', secret_key: '••••' });
  const minimax = await server.admin.call('POST', '/models', {
    provider_id: 'minimax',
    model_name: 'speech-2.8-hd',
    type: 'text_to_speech',
    base_url: 'https://api.minimax.io/v1',
    api_key: 'minimax-key-0815',
    options: { group_id: '42' },
  });
  const emptied = await server.admin.call('PATCH', `/models/${minimax.body.id}`, {
    options: { group_id: '' },
  });
  expect([minimax.body.options, emptied.body.options]).toEqual([{ group_id: '42' }, {}]);
});

test('a wrong credential is told by its field', async () => {
  const given = { access_key: 'AKIAIOSFODNN7EXAMPLE', secret_key: 'very-secret', region: 'eu-central-1' };
  for (const [field, value] of [
    ['region', 'mars-1'],
    ['accessKey', undefined],
    ['secretKey', ''],
  ] as const) {
    const name = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const { status, body } = await server.admin.call('POST', '/models/test', {
      provider_id: 'bedrock',
      model_name: 'amazon.nova-lite-v1:0',
      type: 'chat',
      options: { ...given, [name]: value },
    });
    expect([status, body.error.code, body.error.details.field]).toEqual([
      422,
      'model.credentials_invalid',
      field,
    ]);
  }
});
