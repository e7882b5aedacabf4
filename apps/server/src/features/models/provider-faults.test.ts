import {
  type ApiClient,
  buildDocument,
  buildKnowledgeBase,
  buildModel,
  createApiClient,
  type FakeProvider,
  startFakeProvider,
  startTestServer,
  type TestServer,
  waitUntilParsed,
} from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let provider: FakeProvider;
let person: ApiClient;
let baseId: string;

beforeAll(async () => {
  provider = await startFakeProvider();
  server = await startTestServer({ LECTERN_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${provider.port}` });
  person = await server.signUp();
  const model = await buildModel(server.admin, provider, { model_name: 'embed-1', type: 'embedding' });
  baseId = (await buildKnowledgeBase(person, { embedding_model_id: model.id })).id;
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

test('a process that is told to stop hands its parse back; the next start ends it, no attempt lost', async () => {
  provider.failNext({ kind: 'timeout' }, { call: 'embeddings' });
  const { id } = await buildDocument(person, { knowledge_base_id: baseId, parse: false });
  await person.call('POST', `/documents/${id}/parse`);
  while ((await person.call('GET', `/documents/${id}`)).body.stage !== 'embedding')
    await new Promise((next) => setTimeout(next, 50));
  await server.restart();
  const failed = await server.query(
    "select id from pgboss.job where name like 'document.parse%' and retry_count > 0",
  );
  expect(failed).toEqual([]);
  person = createApiClient(server.url, person.token);
  expect(await waitUntilParsed(person, id)).toMatchObject({ status: 3, chunk_count: 1 });
});

test('a provider’s fault is told as such, not as a fault of the server', async () => {
  provider.failNext({ kind: 'status', status: 401, message: 'no such key' }, { call: 'embeddings' });
  const answer = await person.call('POST', '/retrieval', {
    question: 'When does the rose bloom?',
    knowledge_base_ids: [baseId],
  });
  expect(answer).toMatchObject({ status: 502, body: { error: { code: 'model.bad_credentials' } } });
});

test('a chunk without a vector is found by its words, and the document says so', async () => {
  // Once for the small documents together, once for the document alone.
  provider.failNext({ kind: 'zero_vector' }, { times: 2, call: 'embeddings' });
  const document = await buildDocument(person, {
    knowledge_base_id: baseId,
    text: 'The zinnia likes chalk.',
  });
  expect(document).toMatchObject({ status: 3, chunk_count: 1 });
  expect(document.messages).toContainEqual(
    expect.objectContaining({ key: 'warning.embedding_without_meaning', details: { count: 1 } }),
  );
  const { body } = await person.call('POST', '/retrieval', {
    question: 'zinnia',
    knowledge_base_ids: [baseId],
  });
  expect(body.hits[0].text).toContain('zinnia');
});
