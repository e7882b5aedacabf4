import {
  type ApiClient,
  buildDocument,
  buildKnowledgeBase,
  buildModel,
  startFakeProvider,
  startTestServer,
  type TestServer,
  waitUntilParsed,
} from '@lectern/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { reconcile } from '../system/reconcile.service.ts';
import { clearGeneration } from './clear-re-embedding.service.ts';
import { type SlowProvider, startSlowProvider, waitForReEmbedding } from './testing/slow-provider.ts';

const nothing = { objects: 0, indexes: 0, documents: 0, tombstones: 0 };
const builtIn = 'built-in/hashed-384';

let server: TestServer;
let provider: SlowProvider;
let person: ApiClient;
let companyId: string;
let modelId: string;

beforeAll(async () => {
  provider = await startSlowProvider(await startFakeProvider({ dimensions: 48 }));
  server = await startTestServer({ LECTERN_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${provider.port}` });
  person = await server.signUp();
  companyId = (await person.call('GET', '/me')).body.company.id;
  modelId = (
    await buildModel(server.admin, provider, { model_name: 'embed-48', type: 'embedding', input_price: 2 })
  ).id;
});
beforeEach(() => {
  Object.assign(provider.state, { delayMs: 0, refused: 0, calls: 0 });
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

const sections = (about: string, count: number) =>
  Array.from(
    { length: count },
    (_, n) =>
      `# ${about} ${n}\n\nThe ${about} number ${n} is told of here. ${'More is said of it. '.repeat(12)}`,
  ).join('\n\n');

const options = { chunk_options: { chunk_token_number: 80 } };
const path = (baseId: string) => `/knowledge-bases/${baseId}/re-embedding`;
const start = (baseId: string, body: object = { embedding_model_id: modelId }) =>
  person.call('POST', path(baseId), body);
const waitFor = (baseId: string, ...states: string[]) => waitForReEmbedding(person, baseId, states);
const ask = async (baseId: string, question: string) =>
  (await person.call('POST', '/retrieval', { question, knowledge_base_ids: [baseId] })).body.hits;

/** Rows and index of a base say the same, in one model's dimensions, and nothing is left over. */
async function expectWhole(
  baseId: string,
  { generation, dimensions }: { generation: number; dimensions: number },
) {
  const [base] = await server.query('select generation from knowledge_bases where id = $1', [baseId]);
  expect(base?.generation).toBe(generation);
  const lengths = await server.query(
    'select distinct length(vector) as bytes from chunks where knowledge_base_id = $1',
    [baseId],
  );
  expect(lengths).toEqual([{ bytes: dimensions * 4 }]);
  const table = generation === 0 ? baseId : `${baseId}_${generation}`;
  const { index } = server.platform;
  const rows = await server.query(
    'select document_id as id, count(*)::int as count from chunks where knowledge_base_id = $1 group by document_id',
    [baseId],
  );
  expect(Object.fromEntries(await index.countByDocument(table))).toEqual(
    Object.fromEntries(rows.map(({ id, count }) => [id, count])),
  );
  const sample = await index.sample(table, 3);
  expect(sample.map(({ vector }) => vector.length)).toEqual(sample.map(() => dimensions));
}

/** What two minutes later a job does. */
async function clear(baseId: string, generation: number): Promise<void> {
  await clearGeneration(server.platform, { companyId, knowledgeBaseId: baseId, generation });
  const [left] = await server.query(
    'select count(*)::int as count from re_embedded_chunks where knowledge_base_id = $1',
    [baseId],
  );
  expect(left?.count).toBe(0);
  const tables = await server.platform.index.listTables();
  const [base] = await server.query('select generation from knowledge_bases where id = $1', [baseId]);
  const table = base?.generation === 0 ? baseId : `${baseId}_${base?.generation}`;
  expect(tables.filter((name) => name.startsWith(baseId))).toEqual([table]);
}

test('a base goes to another model: estimated first, booked once, and its index is another', async () => {
  const base = await buildKnowledgeBase(person, options);
  const { chunk_count: chunks } = await buildDocument(person, {
    knowledge_base_id: base.id,
    text: sections('comet', 30),
  });
  expect((await person.call('GET', path(base.id))).body).toMatchObject({ state: 'none', stage: null });
  const { body: estimate } = await person.call('POST', `${path(base.id)}/estimate`, {
    embedding_model_id: modelId,
  });
  expect(estimate).toMatchObject({ chunks, work: { calls: 1, built_in: false, completion_tokens: 0 } });
  expect(estimate.work.cost).toBeCloseTo((estimate.work.prompt_tokens * 2) / 1e6, 9);

  expect(await start(base.id)).toMatchObject({ status: 202 });
  const done = await waitFor(base.id, 'done', 'failed');
  expect(done).toMatchObject({
    state: 'done',
    percent: 100,
    embedded_chunks: chunks,
    total_chunks: chunks,
    error: null,
  });
  await expectWhole(base.id, { generation: 1, dimensions: 48 });
  const { body } = await person.call('GET', `/knowledge-bases/${base.id}`);
  expect(body.embedding_model_id).toBe(modelId);
  expect((await ask(base.id, 'comet number 7'))[0].text).toContain('number 7');
  const booked = await server.query('select embedding_tokens from usage_records where operation_id like $1', [
    `re-embedding:${base.id}:%`,
  ]);
  expect(booked).toHaveLength(1);
  await clear(base.id, 0);
  expect(await reconcile(server.platform, Date.now() + 86_400_000)).toEqual(nothing);

  // And back, which is a third generation and not the first again.
  await start(base.id, { embedding_model_id: builtIn, folder_weight: 0.5 });
  await waitFor(base.id, 'done');
  await expectWhole(base.id, { generation: 2, dimensions: 384 });
  expect((await person.call('GET', `/knowledge-bases/${base.id}`)).body.folder_weight).toBe(0.5);
});

test('the old index answers while documents come, change and go, and the new one has it all', async () => {
  const base = await buildKnowledgeBase(person, options);
  const inBase = { knowledge_base_id: base.id };
  const kept = await buildDocument(person, { ...inBase, text: sections('comet', 150) });
  const gone = await buildDocument(person, { ...inBase, text: sections('planet', 20) });
  const chunksOf = async (id: string) => (await person.call('GET', `/documents/${id}/chunks`)).body.items;
  const [first, second, third] = await chunksOf(kept.id);
  provider.state.delayMs = 700;
  await start(base.id);
  await waitFor(base.id, 'building');
  expect((await start(base.id)).body.error.code).toBe('re_embedding.running');

  expect((await ask(base.id, 'comet number 7'))[0].text).toContain('number 7');
  const added = await buildDocument(person, { ...inBase, text: sections('meteor', 10) });
  const edit = (id: string, text: string) =>
    person.call('PATCH', `/documents/${kept.id}/chunks/${id}`, { text });
  expect((await edit(first.id, 'A zebra grazes.')).status).toBe(200);
  expect((await person.call('DELETE', `/documents/${kept.id}/chunks/${second.id}`)).status).toBe(204);
  expect((await person.call('DELETE', `/documents/${gone.id}`)).status).toBe(204);
  expect(
    (await person.call('POST', `/documents/${kept.id}/chunks`, { text: 'A walrus swims.' })).status,
  ).toBe(201);
  expect((await edit(third.id, third.text)).status).toBe(200);
  expect((await person.call('GET', path(base.id))).body.state).toBe('building');
  provider.state.delayMs = 0;
  await waitFor(base.id, 'done');

  await expectWhole(base.id, { generation: 1, dimensions: 48 });
  expect((await ask(base.id, 'zebra'))[0].chunk_id).toBe(first.id);
  expect((await ask(base.id, 'walrus'))[0].text).toBe('A walrus swims.');
  expect((await ask(base.id, 'meteor number 3'))[0].document_id).toBe(added.id);
  expect(
    (await ask(base.id, 'planet number 3')).every(
      (hit: { document_id: string }) => hit.document_id !== gone.id,
    ),
  ).toBe(true);
});

test('a parse that runs across the swap ends under the new model', async () => {
  const base = await buildKnowledgeBase(person, options);
  const inBase = { knowledge_base_id: base.id };
  await buildDocument(person, { ...inBase, text: sections('comet', 5) });
  await start(base.id);
  await waitFor(base.id, 'done');
  // Now the parse is the slow one, and what it made so far is of the model that is left.
  provider.state.delayMs = 400;
  const late = await buildDocument(person, { ...inBase, text: sections('planet', 700), parse: false });
  await person.call('POST', `/documents/${late.id}/parse`);
  while ((await person.call('GET', `/documents/${late.id}`)).body.stage !== 'embedding')
    await new Promise((next) => setTimeout(next, 20));
  await start(base.id, { embedding_model_id: builtIn });
  await waitFor(base.id, 'done');
  expect(await waitUntilParsed(person, late.id)).toMatchObject({ status: 3 });
  await expectWhole(base.id, { generation: 2, dimensions: 384 });
});

test('cancelled, it leaves nothing, and the base is as it was', async () => {
  const base = await buildKnowledgeBase(person, options);
  await buildDocument(person, { knowledge_base_id: base.id, text: sections('comet', 300) });
  expect((await person.call('POST', `${path(base.id)}/cancel`)).body.error.code).toBe(
    're_embedding.not_running',
  );
  provider.state.delayMs = 300;
  await start(base.id);
  while ((await person.call('GET', path(base.id))).body.embedded_chunks === 0)
    await new Promise((next) => setTimeout(next, 20));
  expect((await person.call('POST', `${path(base.id)}/cancel`)).body.state).toBe('cancelled');
  await new Promise((next) => setTimeout(next, 2_500));
  await clear(base.id, 1);
  await expectWhole(base.id, { generation: 0, dimensions: 384 });
  expect((await person.call('GET', path(base.id))).body.state).toBe('cancelled');
});

test('a model that refuses ends it with a reason; begun again, what was embedded is not paid for twice', async () => {
  const base = await buildKnowledgeBase(person, options);
  const { chunk_count: chunks } = await buildDocument(person, {
    knowledge_base_id: base.id,
    text: sections('comet', 300),
  });
  provider.state.delayMs = 200;
  await start(base.id);
  while ((await person.call('GET', path(base.id))).body.embedded_chunks === 0)
    await new Promise((next) => setTimeout(next, 20));
  provider.state.refused = 401;
  const failed = await waitFor(base.id, 'failed');
  expect(failed.error.code).toMatch(/^model\./);
  await expectWhole(base.id, { generation: 0, dimensions: 384 });
  Object.assign(provider.state, { refused: 0, delayMs: 0 });
  await start(base.id);
  await waitFor(base.id, 'done');
  await expectWhole(base.id, { generation: 1, dimensions: 48 });
  const booked = await server.query('select operation_id from usage_records where operation_id like $1', [
    `re-embedding:${base.id}:%`,
  ]);
  expect(booked).toHaveLength(Math.ceil(chunks / 128));
});

test('a provider that is down is waited for, and what is waited for is told until it is back', async () => {
  const base = await buildKnowledgeBase(person, options);
  await buildDocument(person, { knowledge_base_id: base.id, text: sections('comet', 40) });
  provider.state.refused = 503;
  await start(base.id);
  const look = async () => (await person.call('GET', path(base.id))).body;
  await expect.poll(async () => (await look()).error?.code, { timeout: 60_000 }).toMatch(/^model\./);
  expect(['queued', 'building']).toContain((await look()).state);
  provider.state.refused = 0;
  expect((await waitFor(base.id, 'done')).error).toBeNull();
});

test('a base that is deleted meanwhile takes both indexes with it', async () => {
  const base = await buildKnowledgeBase(person, options);
  await buildDocument(person, { knowledge_base_id: base.id, text: sections('comet', 40) });
  provider.state.delayMs = 1_500;
  await start(base.id);
  await waitFor(base.id, 'building');
  expect((await person.call('DELETE', `/knowledge-bases/${base.id}`)).status).toBe(204);
  await expect
    .poll(async () => (await server.query('select 1 from knowledge_bases where id = $1', [base.id])).length, {
      timeout: 20_000,
    })
    .toBe(0);
  // The run that was at work notices within a second.
  await expect
    .poll(async () => (await server.platform.index.listTables()).filter((name) => name.startsWith(base.id)), {
      timeout: 20_000,
    })
    .toEqual([]);
});
