import {
  type ApiClient,
  buildDocument,
  buildKnowledgeBase,
  buildModel,
  type FakeProvider,
  startFakeProvider,
  startTestServer,
  type TestServer,
  waitUntilParsed,
} from '@lectern/testing';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

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
beforeEach(() => provider.reset());
afterAll(async () => {
  await server.close();
  await provider.close();
});

async function addTexts(texts: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const text of texts)
    ids.push((await buildDocument(person, { knowledge_base_id: baseId, text, parse: false })).id);
  return ids;
}

async function parseAll(ids: string[]) {
  const { status } = await person.call('POST', `/knowledge-bases/${baseId}/documents/bulk`, {
    action: 'parse',
    document_ids: ids,
  });
  expect(status).toBe(200);
}

async function find(question: string): Promise<string> {
  const { body } = await person.call('POST', '/retrieval', { question, knowledge_base_ids: [baseId] });
  return body.hits[0].document_id;
}

test('small documents are embedded in one call, stored and found one by one', async () => {
  const ids = await addTexts(['The dahlia is red.', 'The tulip is white.', 'The lupin is blue.']);
  await parseAll(ids);
  for (const id of ids) {
    const document = await waitUntilParsed(person, id);
    expect(document).toMatchObject({ status: 3, chunk_count: 1, percent: 100, error: null });
    expect(document.messages.map(({ key }: { key: string }) => key)).toEqual([
      'parse.queued',
      'parse.reading',
      'parse.cut',
      'parse.embedding',
      'parse.indexing',
      'parse.done',
    ]);
  }
  expect(provider.requests.filter(({ call }) => call === 'embeddings')).toHaveLength(1);
  expect(await find('tulip')).toBe(ids[1]);
  const rows = await server.query(
    "select embedding_tokens > 0 as counted from usage_records where kind = 'embedding' and source = 'ingest'",
  );
  expect(rows).toEqual([{ counted: true }]);
});

test('one that cannot be read fails by itself', async () => {
  const [empty, good] = (await addTexts([' \n ', 'The aster is violet.'])) as [string, string];
  await parseAll([empty, good]);
  expect(await waitUntilParsed(person, good)).toMatchObject({ status: 3 });
  expect(await waitUntilParsed(person, empty)).toMatchObject({
    status: 4,
    error: { code: 'parsing.no_text' },
  });
});

test('one that is cancelled does not wait for the model of the others, and leaves nothing', async () => {
  const [cancelled, other] = (await addTexts(['The iris is yellow.', 'The poppy is orange.'])) as [
    string,
    string,
  ];
  provider.failNext({ kind: 'timeout' }, { call: 'embeddings' });
  await parseAll([cancelled, other]);
  await vi.waitFor(
    async () =>
      expect((await person.call('GET', `/documents/${cancelled}`)).body).toMatchObject({
        stage: 'embedding',
      }),
    { timeout: 20_000 },
  );
  await person.call('POST', `/documents/${cancelled}/cancel`);
  expect(await waitUntilParsed(person, other)).toMatchObject({ status: 3 });
  expect((await person.call('GET', `/documents/${cancelled}`)).body).toMatchObject({ status: 2 });
  expect(await server.query('select id from chunks where document_id = $1', [cancelled])).toEqual([]);
  expect(await find('poppy')).toBe(other);
});
