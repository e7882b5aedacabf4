import {
  type ApiClient,
  buildAssistant,
  buildKnowledgeBase,
  type FakeProvider,
  startFakeProvider,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const key = 'sk-a-company-own-secret-key-4711';
let server: TestServer;
let provider: FakeProvider;
/** Builds bases and assistants in the company that `boss` runs. */
let person: ApiClient;
let boss: ApiClient;
let otherBoss: ApiClient;
let serial = 0;

beforeAll(async () => {
  provider = await startFakeProvider({ apiKey: key });
  const allowed = `127.0.0.1:${provider.port}`;
  server = await startTestServer({
    LECTERN_OUTBOUND_ALLOWED_HOSTS: allowed,
    LECTERN_COMPANY_OUTBOUND_ALLOWED_HOSTS: allowed,
  });
  person = await server.signUp();
  boss = await server.addMember(person, 'COMPANY');
  otherBoss = await server.addMember(await server.signUp(), 'COMPANY');
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
const add = async (client: ApiClient, changes: Record<string, unknown> = {}) => {
  const path = client === server.admin ? '/models' : '/company/models';
  const { status, body } = await client.call('POST', path, input(changes));
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
};
const codeOf = async (client: ApiClient, method: string, path: string, body?: unknown) => {
  const answer = await client.call(method, path, body);
  return answer.status < 400 ? answer.status : answer.body.error.code;
};
const idsOf = async (client: ApiClient, path: string): Promise<string[]> =>
  (await client.call('GET', path)).body.items.map(({ id }: { id: string }) => id);

test('a company adds, tries, changes and removes a model of its own, with its prices', async () => {
  const model = await add(boss, { input_price: 0.15, output_price: 0.6 });
  expect(model).toMatchObject({ owner: 'company', masked_key: '••••4711', input_price: 0.15 });
  const trial = await boss.call('POST', '/company/models/test', {
    ...input(),
    api_key: undefined,
    model_id: model.id,
  });
  expect(trial.body).toMatchObject({ ok: true });
  const changed = await boss.call('PATCH', `/company/models/${model.id}`, { output_price: null });
  expect(changed.body).toMatchObject({ input_price: 0.15, output_price: null, masked_key: '••••4711' });
  expect(await idsOf(boss, '/company/models')).toContain(model.id);
  expect(await codeOf(boss, 'DELETE', `/company/models/${model.id}`)).toBe(204);
  expect(await idsOf(boss, '/company/models')).not.toContain(model.id);
});

test.each([-1, 1_000_001, 'free'])('the price %s is refused', async (price) => {
  expect(await codeOf(boss, 'POST', '/company/models', input({ input_price: price }))).toBe(
    'request.invalid',
  );
});

test('those who do not run the company see its models by name alone', async () => {
  const { id, name } = await add(boss, { input_price: 1 });
  const find = async (client: ApiClient) =>
    (await client.call('GET', '/models')).body.items.find((model: { id: string }) => model.id === id);
  expect(await find(boss)).toMatchObject({
    base_url: provider.baseUrl,
    masked_key: '••••4711',
    input_price: 1,
  });
  expect(await find(person)).toMatchObject({ name, base_url: null, masked_key: null, input_price: null });
  for (const [method, path] of [
    ['GET', '/company/models'],
    ['DELETE', `/company/models/${id}`],
    ['GET', '/company/default-models'],
  ] as const)
    expect(await codeOf(person, method, path)).toBe('auth.level_too_low');
});

describe("another company's model", () => {
  let foreign: string;
  beforeAll(async () => {
    foreign = (await add(otherBoss)).id;
  });

  test('is in no list', async () => {
    for (const client of [boss, person, server.admin])
      expect(await idsOf(client, '/models')).not.toContain(foreign);
    expect(await idsOf(boss, '/company/models')).not.toContain(foreign);
  });

  test('is not there, wherever an id may stand', async () => {
    const embedding = (await add(otherBoss, { type: 'embedding' })).id;
    const rerank = (await add(otherBoss, { type: 'rerank' })).id;
    const base = await buildKnowledgeBase(person);
    const assistant = await buildAssistant(person);
    const calls: [string, string, unknown?][] = [
      ['PATCH', `/company/models/${foreign}`, { name: 'mine' }],
      ['DELETE', `/company/models/${foreign}`],
      ['POST', '/company/models/test', input({ model_id: foreign, api_key: undefined })],
      ['PATCH', '/company/default-models', { chat: foreign }],
      ['POST', '/assistants', { name: 'A', chat_model_id: foreign }],
      ['PATCH', `/assistants/${assistant.id}`, { chat_model_id: foreign }],
      ['PATCH', `/assistants/${assistant.id}`, { retrieval: { rerank_model_id: rerank } }],
      ['POST', '/knowledge-bases', { name: 'B', embedding_model_id: embedding }],
      ['PATCH', `/knowledge-bases/${base.id}`, { embedding_model_id: embedding }],
      [
        'POST',
        '/retrieval',
        { question: 'x', knowledge_base_ids: [base.id], settings: { rerank_model_id: rerank } },
      ],
    ];
    for (const [method, path, body] of calls)
      expect(await codeOf(boss, method, path, body), `${method} ${path}`).toBe('model.not_found');
  });
});

test('the platform does not manage what a company owns, nor a company what the platform gives', async () => {
  const { id } = await add(boss);
  const given = (await add(server.admin)).id;
  for (const [client, path, modelId] of [
    [server.admin, '/models', id],
    [boss, '/company/models', given],
  ] as const) {
    expect(await codeOf(client, 'PATCH', `${path}/${modelId}`, { name: 'taken' })).toBe('model.not_found');
    expect(await codeOf(client, 'DELETE', `${path}/${modelId}`)).toBe('model.not_found');
    expect(await codeOf(client, 'POST', `${path}/test`, input({ model_id: modelId }))).toBe(
      'model.not_found',
    );
  }
  expect(await codeOf(server.admin, 'PATCH', '/system-models', { chat: id })).toBe('model.not_found');
  expect(await idsOf(boss, '/company/models')).not.toContain(given);
});

test('a name is taken within its owner alone, also by one of fifty at once', async () => {
  const { name } = await add(boss);
  expect(await codeOf(boss, 'POST', '/company/models', input({ name: name.toUpperCase() }))).toBe(
    'model.name_taken',
  );
  await add(otherBoss, { name });
  await add(server.admin, { name });
  const fifty = await Promise.all(
    Array.from({ length: 50 }, () => boss.call('POST', '/company/models', input({ name: 'Race' }))),
  );
  expect(fifty.filter(({ status }) => status === 201)).toHaveLength(1);
});

test('a stored key goes to no other address, by no call', async () => {
  const { id } = await add(boss);
  const elsewhere = 'https://models.example.net/v1';
  const moved = await boss.call('PATCH', `/company/models/${id}`, { base_url: elsewhere });
  expect(moved.body).toMatchObject({ base_url: elsewhere, masked_key: null });
  // Nor does it come back with the old address.
  const back = await boss.call('PATCH', `/company/models/${id}`, { base_url: provider.baseUrl });
  expect(back.body.masked_key).toBeNull();
});

test('a model in use stays: by a base, an assistant, a reranking, or as a default', async () => {
  const chat = await add(boss);
  const embedding = await add(boss, { type: 'embedding' });
  const rerank = await add(boss, { type: 'rerank' });
  const remove = (id: string) => codeOf(boss, 'DELETE', `/company/models/${id}`);
  const base = await buildKnowledgeBase(person, { embedding_model_id: embedding.id });
  const assistant = await buildAssistant(person, {
    chat_model_id: chat.id,
    retrieval: { rerank_model_id: rerank.id },
  });
  for (const { id } of [chat, embedding, rerank]) expect(await remove(id)).toBe('model.in_use');
  await person.call('DELETE', `/assistants/${assistant.id}`);
  await person.call('DELETE', `/knowledge-bases/${base.id}`);
  await boss.call('PATCH', '/company/default-models', { chat: chat.id });
  expect(await remove(chat.id)).toBe('model.in_use');
  await boss.call('PATCH', '/company/default-models', { chat: null });
  for (const { id } of [chat, embedding, rerank]) expect(await remove(id)).toBe(204);
});

test("a platform's model that a company chose as its default stays too", async () => {
  const { id } = await add(server.admin);
  await boss.call('PATCH', '/company/default-models', { chat: id });
  expect(await codeOf(server.admin, 'DELETE', `/models/${id}`)).toBe('model.in_use');
  await boss.call('PATCH', '/company/default-models', { chat: null });
  expect(await codeOf(server.admin, 'DELETE', `/models/${id}`)).toBe(204);
});

test('no choice outlives its model, when both happen at once', async () => {
  for (let round = 0; round < 10; round++) {
    const { id } = await add(boss);
    const [chosen, removed] = await Promise.all([
      boss.call('POST', '/assistants', { name: `Race ${id}`, chat_model_id: id }),
      boss.call('DELETE', `/company/models/${id}`),
    ]);
    expect([chosen.status, removed.status]).toSatisfy(
      ([one, two]) => (one === 201 && two === 409) || (one === 404 && two === 204),
    );
    if (chosen.status === 201) await boss.call('DELETE', `/assistants/${chosen.body.id}`);
  }
});
