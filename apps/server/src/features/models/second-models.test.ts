import { randomUUID } from 'node:crypto';
import {
  type ApiClient,
  buildModel,
  type FakeProvider,
  startFakeProvider,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let provider: FakeProvider;
let boss: ApiClient;

beforeAll(async () => {
  provider = await startFakeProvider();
  const hosts = `127.0.0.1:${provider.port}`;
  server = await startTestServer({
    LECTERN_OUTBOUND_ALLOWED_HOSTS: hosts,
    LECTERN_COMPANY_OUTBOUND_ALLOWED_HOSTS: hosts,
  });
  boss = await server.addMember(await server.signUp(), 'COMPANY');
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

let serial = 0;
const input = (fields: Record<string, unknown>) => ({
  provider_id: 'openai-compatible',
  model_name: 'chat-1',
  name: `own ${++serial}`,
  type: 'chat',
  base_url: provider.baseUrl,
  ...fields,
});
const tryOwn = (fields: Record<string, unknown> = {}, client = boss) =>
  client.call('POST', '/company/models', input(fields));
const addOwn = async (fields: Record<string, unknown> = {}, client = boss) =>
  (await tryOwn(fields, client)).body;
const addToPlatform = (fields: Record<string, unknown> = {}) =>
  buildModel(server.admin, provider, { model_name: 'chat-1', name: `given ${++serial}`, ...fields });
const setSecond = (path: string, id: string, second: unknown, client = boss) =>
  client.call('PATCH', `${path}/${id}`, { second_model_id: second });
const setOwn = (id: string, second: unknown) => setSecond('/company/models', id, second);
const codeOf = ({ status, body }: Awaited<ReturnType<ApiClient['call']>>) => [status, body.error?.code];

test('a model names a second one of its type, and lets go of it again', async () => {
  const second = await addOwn();
  const first = await addOwn({ second_model_id: second.id });
  expect(first.second_model_id).toBe(second.id);
  expect((await setOwn(first.id, null)).body.second_model_id).toBeNull();
  expect((await setOwn(first.id, second.id)).body.second_model_id).toBe(second.id);
  // What is not sent stays.
  const renamed = await boss.call('PATCH', `/company/models/${first.id}`, { name: 'renamed' });
  expect(renamed.body).toMatchObject({ name: 'renamed', second_model_id: second.id });
});

test('it cannot be the model itself, of another type, or an embedding model', async () => {
  const model = await addOwn();
  expect(codeOf(await setOwn(model.id, model.id))).toEqual([422, 'model.second_itself']);
  const reranker = await addOwn({ type: 'rerank' });
  expect(codeOf(await setOwn(model.id, reranker.id))).toEqual([422, 'model.wrong_type']);
  const vectors = await addOwn({ type: 'embedding' });
  const refused = await tryOwn({ type: 'embedding', second_model_id: vectors.id });
  expect(codeOf(refused)).toEqual([422, 'model.second_embedding']);
  for (const none of [randomUUID(), 'built-in/extractive', '', 7])
    expect([404, 422], String(none)).toContain((await setOwn(model.id, none)).status);
});

test('there are neither chains nor cycles', async () => {
  const [a, b, c] = [await addOwn({ name: 'Alpha' }), await addOwn({ name: 'Beta' }), await addOwn()];
  expect((await setOwn(a.id, b.id)).status).toBe(200);
  const cycle = await setOwn(b.id, a.id);
  expect(codeOf(cycle)).toEqual([422, 'model.second_has_second']);
  expect(cycle.body.error.message).toContain('“Alpha”');
  const chain = await setOwn(b.id, c.id);
  expect(codeOf(chain)).toEqual([422, 'model.second_of_second']);
  expect(chain.body.error.message).toContain('Alpha');
  expect(codeOf(await setOwn(c.id, a.id))).toEqual([422, 'model.second_has_second']);
});

test('two who name each other at the same moment do not both get through', async () => {
  for (let round = 0; round < 5; round++) {
    const [a, b] = [await addOwn(), await addOwn()];
    const answers = await Promise.all([setOwn(a.id, b.id), setOwn(b.id, a.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  }
});

test('a company may name a model of the platform, and nobody a model of another company', async () => {
  const given = await addToPlatform();
  const own = await addOwn();
  expect((await setOwn(own.id, given.id)).body.second_model_id).toBe(given.id);
  const other = await addToPlatform();
  expect(codeOf(await setSecond('/models', other.id, own.id, server.admin))).toEqual([
    404,
    'model.not_found',
  ]);
  const stranger = await server.addMember(await server.signUp(), 'COMPANY');
  const theirs = await addOwn({}, stranger);
  expect(codeOf(await setSecond('/company/models', theirs.id, own.id, stranger))).toEqual([
    404,
    'model.not_found',
  ]);
  expect(codeOf(await tryOwn({ second_model_id: own.id }, stranger))).toEqual([404, 'model.not_found']);
  // That a company has chosen it is no reason for the platform's model to do without one.
  expect((await setSecond('/models', given.id, other.id, server.admin)).status).toBe(200);
});

test('a second model is not deleted as long as one names it', async () => {
  const [first, second] = [await addOwn({ name: 'Leader' }), await addOwn()];
  await setOwn(first.id, second.id);
  const refused = await boss.call('DELETE', `/company/models/${second.id}`);
  expect(codeOf(refused)).toEqual([409, 'model.in_use']);
  expect(refused.body.error.message).toContain('Leader');
  const given = await addToPlatform();
  await setOwn(first.id, given.id);
  const named = await server.admin.call('DELETE', `/models/${given.id}`);
  expect(codeOf(named)).toEqual([409, 'model.in_use']);
  // The company, but nothing of what it has.
  expect(named.body.error.message).not.toContain('Leader');
  await setOwn(first.id, null);
  expect((await boss.call('DELETE', `/company/models/${second.id}`)).status).toBe(204);
  expect((await server.admin.call('DELETE', `/models/${given.id}`)).status).toBe(204);
});

test('a model that has one goes without further ado', async () => {
  const second = await addOwn();
  const first = await addOwn({ second_model_id: second.id });
  expect((await boss.call('DELETE', `/company/models/${first.id}`)).status).toBe(204);
  expect((await boss.call('DELETE', `/company/models/${second.id}`)).status).toBe(204);
});
