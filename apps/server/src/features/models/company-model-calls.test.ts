import { createSecretBox } from '@lectern/adapters';
import {
  type ApiClient,
  buildAssistant,
  buildConversation,
  buildDocument,
  buildKnowledgeBase,
  type FakeProvider,
  startFakeProvider,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { countUnreadableKeys, openChat, openEmbedding, openRerank } from './model.service.ts';

let server: TestServer;
/** Within the network: the platform may reach it, companies may not. */
let house: FakeProvider;
/** Allowed to companies. */
let outside: FakeProvider;
let person: ApiClient;
let boss: ApiClient;

beforeAll(async () => {
  house = await startFakeProvider();
  outside = await startFakeProvider();
  server = await startTestServer({
    LECTERN_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${house.port}`,
    LECTERN_COMPANY_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${outside.port}`,
  });
  person = await server.signUp();
  boss = await server.addMember(person, 'COMPANY');
});
afterAll(async () => {
  await server.close();
  await house.close();
  await outside.close();
});
beforeEach(() => {
  house.reset();
  outside.reset();
});

let serial = 0;
const input = (provider: FakeProvider, changes: Record<string, unknown> = {}) => ({
  provider_id: 'openai-compatible',
  model_name: 'chat-1',
  name: `model ${++serial}`,
  type: 'chat',
  base_url: provider.baseUrl,
  ...changes,
});
const addToCompany = async (changes: Record<string, unknown> = {}): Promise<string> =>
  (await boss.call('POST', '/company/models', input(outside, changes))).body.id;
const addToPlatform = async (changes: Record<string, unknown> = {}): Promise<string> =>
  (await server.admin.call('POST', '/models', input(house, changes))).body.id;

const ask = async (client: ApiClient, fields: Record<string, unknown> = {}) =>
  askAssistant(client, (await buildAssistant(client, fields)).id);

async function askAssistant(client: ApiClient, assistantId: string) {
  const { id } = await buildConversation(client, assistantId);
  for await (const { data } of client.stream('POST', `/conversations/${id}/messages`, { content: 'Well?' }))
    if (data.type === 'done') return data.message;
}

test('what the platform may reach inside its network, a company may not: saved, tried or called', async () => {
  const saved = await boss.call('POST', '/company/models', input(house));
  expect([saved.status, saved.body.error.code]).toEqual([422, 'model.address_refused']);
  expect(saved.body.error.message).toContain('LECTERN_COMPANY_OUTBOUND_ALLOWED_HOSTS');
  const id = await addToCompany();
  const moved = await boss.call('PATCH', `/company/models/${id}`, { base_url: house.baseUrl });
  expect(moved.body.error.code).toBe('model.address_refused');
  const tried = (await boss.call('POST', '/company/models/test', input(house))).body;
  // The sentence is the same, and as complete, wherever it is said.
  expect(tried).toMatchObject({ ok: false, message: saved.body.error.message });
  // Also where the row says so, as after a change of what is allowed.
  await server.query('update models set base_url = $1 where id = $2', [house.baseUrl, id]);
  expect(await ask(person, { chat_model_id: id })).toMatchObject({ status: 'failed' });
  expect(house.requests).toEqual([]);
});

test("nor is what is allowed to companies allowed to the platform's own models", async () => {
  const refused = await server.admin.call('POST', '/models', input(outside));
  expect(refused.body.error.code).toBe('model.address_refused');
});

test('each model is called by the way of its owner', async () => {
  const [own, given] = [await addToCompany(), await addToPlatform()];
  expect(await ask(person, { chat_model_id: own })).toMatchObject({ status: 'complete' });
  expect([outside.requests.length, house.requests.length]).toEqual([1, 0]);
  expect(await ask(person, { chat_model_id: given })).toMatchObject({ status: 'complete' });
  expect([outside.requests.length, house.requests.length]).toEqual([1, 1]);
});

test('documents are read into vectors by the way of the owner too', async () => {
  const embedding = await addToCompany({ type: 'embedding' });
  const base = await buildKnowledgeBase(person, { embedding_model_id: embedding });
  expect(await buildDocument(person, { knowledge_base_id: base.id })).toMatchObject({ status: 3 });
  expect(new Set(outside.requests.map(({ call }) => call))).toEqual(new Set(['embeddings']));
});

test("another company's model is not opened, even where a row names it", async () => {
  const stranger = await server.signUp();
  const { company } = (await stranger.call('GET', '/me')).body;
  const { platform } = server;
  for (const [type, open] of Object.entries({
    chat: openChat,
    embedding: openEmbedding,
    rerank: openRerank,
  })) {
    const id = await addToCompany({ type });
    const opening = platform.database.withCompany(
      company.id,
      (tx): Promise<unknown> => open(platform, tx, id),
    );
    await expect(opening, type).rejects.toMatchObject({ code: 'model.not_found' });
  }
  const assistant = await buildAssistant(stranger);
  const id = await addToCompany();
  await server.query('update assistants set chat_model_id = $1 where id = $2', [id, assistant.id]);
  expect(await askAssistant(stranger, assistant.id)).toMatchObject({ status: 'failed' });
  expect(outside.requests).toEqual([]);
});

test("a company's default goes before the system's, and both before what is built in", async () => {
  const defaultsOf = async (client: ApiClient) => (await client.call('GET', '/default-models')).body;
  const included = await defaultsOf(person);
  expect(included).toMatchObject({ chat: expect.stringContaining('built-in/'), rerank: null });
  const [ownChat, ownEmbedding] = [await addToCompany(), await addToCompany({ type: 'embedding' })];
  const [chat, embedding] = [await addToPlatform(), await addToPlatform({ type: 'embedding' })];

  await server.admin.call('PATCH', '/system-models', { chat, embedding });
  expect(await defaultsOf(person)).toMatchObject({ chat, embedding });
  const own = { chat: ownChat, embedding: ownEmbedding };
  expect((await boss.call('PATCH', '/company/default-models', own)).body).toMatchObject(own);
  expect(await defaultsOf(person)).toMatchObject(own);
  expect((await person.call('GET', '/system-models')).body).toMatchObject({ chat, embedding });

  expect((await ask(person)).status).toBe('complete');
  expect([outside.requests.length, house.requests.length]).toEqual([1, 0]);
  expect((await buildKnowledgeBase(person)).embedding_model_id).toBe(ownEmbedding);
  // Another company stays with the system's.
  const stranger = await server.signUp();
  expect((await ask(stranger)).status).toBe('complete');
  expect([outside.requests.length, house.requests.length]).toEqual([1, 1]);
  expect((await buildKnowledgeBase(stranger)).embedding_model_id).toBe(embedding);

  await boss.call('PATCH', '/company/default-models', { chat: null, embedding: null });
  expect(await defaultsOf(person)).toMatchObject({ chat, embedding });
  await server.admin.call('PATCH', '/system-models', { chat: null, embedding: null });
  expect(await defaultsOf(person)).toEqual(included);
});

test('a default is of its type', async () => {
  const chat = await addToCompany();
  const { body } = await boss.call('PATCH', '/company/default-models', { embedding: chat });
  expect(body.error.code).toBe('model.wrong_type');
});

test("what one company's calls bring on themselves rests the platform's model for that company alone", async () => {
  const given = await addToPlatform();
  house.failNext({ kind: 'status', status: 500 }, { times: 30 });
  let last: { error?: { code: string } } | undefined;
  for (let attempt = 0; attempt < 6 && last?.error?.code !== 'model.circuit_open'; attempt++)
    last = await ask(person, { chat_model_id: given });
  expect(last?.error?.code).toBe('model.circuit_open');
  house.reset();
  const stranger = await server.signUp();
  expect((await ask(stranger, { chat_model_id: given })).status).toBe('complete');
});

test("companies' keys are among those that another secret no longer opens", async () => {
  const { platform } = server;
  const other = createSecretBox('another secret of thirty-two characters');
  const count = () => countUnreadableKeys({ ...platform, secrets: other });
  const before = await count();
  await addToCompany({ api_key: 'sk-0123456789-4711' });
  expect(await count()).toBe(before + 1);
  expect(await countUnreadableKeys(platform)).toBe(0);
});
