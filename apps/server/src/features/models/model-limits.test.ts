import {
  type ApiClient,
  buildAssistant,
  buildConversation,
  buildDocument,
  buildKnowledgeBase,
  buildModel,
  type FakeProvider,
  makeToken,
  startFakeProvider,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openChat, openVoice } from './model.service.ts';

let server: TestServer;
let provider: FakeProvider;
let owner: ApiClient;
let companyId: string;

beforeAll(async () => {
  provider = await startFakeProvider();
  const hosts = `127.0.0.1:${provider.port}`;
  server = await startTestServer({
    LECTERN_OUTBOUND_ALLOWED_HOSTS: hosts,
    LECTERN_COMPANY_OUTBOUND_ALLOWED_HOSTS: hosts,
  });
  owner = await server.addMember(await server.signUp(), 'COMPANY');
  companyId = (await owner.call('GET', '/me')).body.company.id;
});
afterAll(async () => {
  await server.close();
  await provider.close();
});
beforeEach(() => {
  provider.reset();
  provider.setChat({ tokens: ['Yes.'], usage: { promptTokens: 50, completionTokens: 5 } });
});

let serial = 0;
const addModel = async (fields: Record<string, unknown> = {}): Promise<string> =>
  (await buildModel(server.admin, provider, { name: `model ${++serial}`, ...fields })).id;

/** Keeps the minute of a test from ending within it: the latest minute stands for now. */
const holdMinute = (modelId: string) =>
  server.query("update model_use set minute = minute + interval '1 day' where model_id = $1", [modelId]);
const endMinute = (modelId: string) =>
  server.query("update model_use set minute = '2026-01-01' where model_id = $1", [modelId]);
const endMonth = (modelId: string) =>
  server.query("update model_use set month = '2026-01-01' where model_id = $1", [modelId]);

/** Begins to count before any call, in a minute that does not end. */
async function beginMinute(modelId: string, ofCompany = companyId) {
  await server.query(
    `insert into model_use (company_id, model_id, minute, requests, tokens, month, price)
     values ($1, $2, now(), 0, 0, '2999-01-01', 0)`,
    [ofCompany, modelId],
  );
  await holdMinute(modelId);
}

async function say(modelId: string, ofCompany = companyId): Promise<string> {
  const { platform } = server;
  const { model } = await platform.database.withCompany(ofCompany, (tx) => openChat(platform, tx, modelId));
  let text = '';
  const messages = [{ role: 'user' as const, content: 'Well?' }];
  for await (const event of model.stream({ messages, parameters: {} }))
    if (event.type === 'text-delta') text += event.text;
  return text;
}

const readUse = async (modelId: string) =>
  (await owner.call('GET', '/models')).body.items.find(({ id }: { id: string }) => id === modelId);

test('so many requests go through in a minute, one more does not, and the next minute begins anew', async () => {
  const id = await addModel({ requests_per_minute: 2 });
  await beginMinute(id);
  await say(id);
  await say(id);
  await expect(say(id)).rejects.toMatchObject({ kind: 'requests_limited', detail: '2' });
  expect(provider.requests).toHaveLength(2);
  expect(await readUse(id)).toMatchObject({ use: { requests: 2, tokens: 110 } });
  await endMinute(id);
  expect(await readUse(id)).toMatchObject({ use: { requests: 0, tokens: 0 } });
  expect(await say(id)).toBe('Yes.');
});

test('of many at a time, exactly as many get through as there is room for', async () => {
  const id = await addModel({ requests_per_minute: 5 });
  await beginMinute(id);
  const ends = await Promise.allSettled(Array.from({ length: 25 }, () => say(id)));
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  expect(provider.requests).toHaveLength(5);
});

test('the first two calls ever begin to count together', async () => {
  const id = await addModel({ requests_per_minute: 1_000 });
  await Promise.all([say(id), say(id)]);
  const rows = await server.query('select requests from model_use where model_id = $1', [id]);
  expect(rows).toHaveLength(1);
});

test('tokens are those that the provider tells, and a call that failed used none', async () => {
  const id = await addModel({ tokens_per_minute: 60 });
  await beginMinute(id);
  provider.failNext({ kind: 'status', status: 401 });
  await expect(say(id)).rejects.toMatchObject({ kind: 'bad_credentials' });
  expect(await readUse(id)).toMatchObject({ use: { tokens: 0 } });
  await say(id);
  // 55 of 60: there is room, and what is begun is finished.
  await say(id);
  await expect(say(id)).rejects.toMatchObject({ kind: 'tokens_limited', detail: '60' });
});

test('what a month costs counts, also what was spent before there was a limit', async () => {
  const id = await addModel({ input_price: 10_000, output_price: 100_000 });
  const assistant = await buildAssistant(owner, { chat_model_id: id });
  const ask = async () => {
    const { id: conversation } = await buildConversation(owner, assistant.id);
    const path = `/conversations/${conversation}/messages`;
    for await (const { data } of owner.stream('POST', path, { content: 'Well?' }))
      if (data.type === 'done') return data.message;
  };
  // 50 tokens at 10,000 and 5 at 100,000 for a million.
  await ask();
  const setLimit = (price: number) => server.admin.call('PATCH', `/models/${id}`, { price_per_month: price });
  await setLimit(1.5);
  expect((await ask()).status).toBe('complete');
  const refused = await ask();
  expect(refused).toMatchObject({ status: 'failed', error: { code: 'model.price_limited' } });
  expect(refused.error.message).toMatch(/month \(1\.5 [A-Z]{3}\)/);
  expect(await readUse(id)).toMatchObject({ price_per_month: 1.5, use: { price: 2 } });
  await setLimit(10);
  expect((await ask()).status).toBe('complete');
  expect(await readUse(id)).toMatchObject({ use: { price: 3 } });
  await endMonth(id);
  expect(await readUse(id)).toMatchObject({ use: { price: 0 } });
});

test('each company has a limit of its own', async () => {
  const id = await addModel({ requests_per_minute: 1 });
  const stranger = await server.signUp();
  const other = (await stranger.call('GET', '/me')).body.company.id;
  await beginMinute(id);
  await say(id);
  await expect(say(id)).rejects.toMatchObject({ kind: 'requests_limited' });
  expect(await say(id, other)).toBe('Yes.');
});

test('a model without limits is not counted', async () => {
  const id = await addModel();
  await say(id);
  expect(await server.query('select 1 from model_use where model_id = $1', [id])).toEqual([]);
  expect(await readUse(id)).toMatchObject({ use: null });
});

test('where one has reached its limit, its second model answers, if it has room', async () => {
  const second = await addModel({ name: 'Spare', requests_per_minute: 1 });
  const first = await addModel({ requests_per_minute: 1, second_model_id: second });
  await beginMinute(first);
  await beginMinute(second);
  const assistant = await buildAssistant(owner, { chat_model_id: first });
  const ask = async () => {
    const { id } = await buildConversation(owner, assistant.id);
    for await (const { data } of owner.stream('POST', `/conversations/${id}/messages`, { content: 'Well?' }))
      if (data.type === 'done') return data.message;
  };
  expect(await ask()).toMatchObject({ status: 'complete', instead_of: null });
  expect(await ask()).toMatchObject({ status: 'complete', model_name: 'Spare' });
  const refused = await ask();
  expect(refused).toMatchObject({ status: 'failed', error: { code: 'model.requests_limited' } });
  expect(refused.error.message).toContain('requests a minute (1)');
});

test('programs are told the limit, and when to try again', async () => {
  const id = await addModel({ requests_per_minute: 1 });
  const token = await makeToken(owner);
  const complete = () =>
    fetch(`${server.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: `model-${id}`, messages: [{ role: 'user', content: 'Well?' }] }),
    });
  await beginMinute(id);
  expect((await complete()).status).toBe(200);
  const refused = await complete();
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(await refused.json()).toMatchObject({
    error: { type: 'rate_limit_error', code: 'rate_limit_exceeded', message: expect.stringContaining('(1)') },
  });
});

test('a document that meets the limit of a month says so', async () => {
  const id = await addModel({ type: 'embedding', input_price: 1_000_000, price_per_month: 0.01 });
  const base = await buildKnowledgeBase(owner, { embedding_model_id: id });
  await server.query(
    `insert into model_use (company_id, model_id, minute, requests, tokens, month, price)
     values ($1, $2, now(), 0, 0, '2999-01-01', 1)`,
    [companyId, id],
  );
  const document = await buildDocument(owner, { knowledge_base_id: base.id });
  expect(document).toMatchObject({ error: { code: 'model.price_limited' } });
});

test('a document that meets the limit of a minute waits for the next one', async () => {
  const id = await addModel({ type: 'embedding', requests_per_minute: 1 });
  const base = await buildKnowledgeBase(owner, { embedding_model_id: id });
  await beginMinute(id);
  expect(await buildDocument(owner, { knowledge_base_id: base.id })).toMatchObject({ status: 3 });
  const { id: documentId } = await buildDocument(owner, { knowledge_base_id: base.id, parse: false });
  await owner.call('POST', `/documents/${documentId}/parse`);
  const read = async () => (await owner.call('GET', `/documents/${documentId}`)).body;
  await expect.poll(read, { timeout: 20_000 }).toMatchObject({ status: 1, waiting_reason: 'model_limited' });
  await endMinute(id);
  const hurry = () =>
    server.query(
      "update pgboss.job set start_after = now() where name like 'document.parse%' and state = 'created'",
    );
  await expect
    .poll(async () => ({ ...(await read()), ...(await hurry()) }), { timeout: 20_000 })
    .toMatchObject({
      status: 3,
      error: null,
    });
});

test('what is read aloud is paid by its characters, and has no tokens', async () => {
  const id = await addModel({ type: 'text_to_speech', input_price: 1_000_000, price_per_month: 20 });
  const speak = async () => {
    const { platform } = server;
    const opened = await platform.database.withCompany(companyId, (tx) => openVoice(platform, tx));
    await opened?.model.speak('Twelve chars', {});
  };
  await speak();
  expect(await readUse(id)).toMatchObject({ use: { tokens: 0, price: 12 } });
  await speak();
  await expect(speak()).rejects.toMatchObject({ kind: 'price_limited' });
});

test.each([
  ['requests_per_minute', 0],
  ['requests_per_minute', -1],
  ['requests_per_minute', 1.5],
  ['requests_per_minute', 1_000_001],
  ['tokens_per_minute', 0],
  ['tokens_per_minute', 1e12],
  ['tokens_per_minute', '7'],
  ['price_per_month', -0.01],
  ['price_per_month', 1e18],
])('a %s of %s is refused', async (field, value) => {
  const body = {
    provider_id: 'openai-compatible',
    model_name: 'm',
    type: 'chat',
    base_url: provider.baseUrl,
  };
  expect((await owner.call('POST', '/company/models', { ...body, [field]: value })).status).toBe(422);
});
