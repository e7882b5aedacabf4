import {
  type ApiClient,
  buildAssistant,
  buildConversation,
  buildDocument,
  buildKnowledgeBase,
  buildModel,
  createApiClient,
  type FakeProvider,
  startFakeProvider,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recordModelCall } from './usage.service.ts';

let server: TestServer;
let provider: FakeProvider;
let person: ApiClient;
let companyId: string;
const models: Record<string, string> = {};

async function addModel(type: string, name = type): Promise<string> {
  return (await buildModel(server.admin, provider, { model_name: name, type })).id;
}

beforeAll(async () => {
  provider = await startFakeProvider();
  server = await startTestServer({ LECTERN_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${provider.port}` });
  for (const type of ['chat', 'embedding', 'rerank']) models[type] = await addModel(type);
  models.other = await addModel('embedding', 'other');
});
afterAll(async () => {
  await server.close();
  await provider.close();
});
beforeEach(async () => {
  provider.reset();
  person = await server.signUp();
  companyId = (await person.call('GET', '/me')).body.company.id;
});

const readLedger = (kind?: string) =>
  server.query(
    `select kind, source, assistant_id, model_id, model_name, prompt_tokens, completion_tokens, embedding_tokens,
            cost::float8 as cost, estimated, outcome, duration_ms
     from usage_records where company_id = $1 and ($2::text is null or kind = $2) order by created_at, id`,
    [companyId, kind ?? null],
  );

async function waitForLedger(kind: string) {
  for (let look = 0; look < 300; look++) {
    const rows = await readLedger(kind);
    if (rows.length > 0) return rows;
    await new Promise((next) => setTimeout(next, 20));
  }
  throw new Error(`No row of the kind ${kind}`);
}

const slowly = () =>
  provider.setChat({ tokens: Array.from({ length: 400 }, (_, n) => `word${n} `), tokenDelay: 20 });

async function converse(fields: Record<string, unknown> = {}) {
  const assistant = await buildAssistant(person, { chat_model_id: models.chat, ...fields });
  const { id } = await buildConversation(person, assistant.id);
  return { id: id as string, assistantId: assistant.id as string };
}

const ask = (id: string, client = person) =>
  client.call('POST', `/conversations/${id}/messages`, { content: 'When does the rose bloom?' });

/** Asks, and comes back at the first words while the answer grows on. */
async function begin(id: string): Promise<string> {
  const controller = new AbortController();
  const stream = person.stream(
    'POST',
    `/conversations/${id}/messages`,
    { content: 'When?' },
    controller.signal,
  );
  let answerId = '';
  for await (const { data } of stream) {
    if (data.type === 'message') answerId = data.answer.id;
    if (data.type === 'delta') break;
  }
  controller.abort();
  return answerId;
}

describe('an answer is booked once', () => {
  test('complete: with the tokens that the provider counted', async () => {
    provider.setChat({ tokens: ['It blooms.'], usage: { promptTokens: 1000, completionTokens: 100 } });
    const { id, assistantId } = await converse();
    await ask(id);
    const rows = await readLedger();
    expect(rows).toHaveLength(3);
    expect(rows[0]).toMatchObject({ kind: 'request', source: 'app', assistant_id: assistantId, cost: null });
    expect(rows.find(({ kind }) => kind === 'chat')).toMatchObject({
      assistant_id: assistantId,
      model_id: models.chat,
      model_name: 'chat',
      prompt_tokens: 1000,
      completion_tokens: 100,
      estimated: false,
      outcome: 'complete',
    });
    expect(rows.find(({ kind }) => kind === 'answer')).toMatchObject({
      outcome: 'complete',
      model_id: models.chat,
      prompt_tokens: 0,
    });
  });

  test('without figures of the provider they are counted here, and said to be', async () => {
    provider.setChat({ tokens: ['It blooms in June.'], usage: false });
    await ask((await converse()).id);
    const [chat] = await readLedger('chat');
    expect(chat).toMatchObject({ estimated: true, outcome: 'complete' });
    expect(Number(chat?.prompt_tokens)).toBeGreaterThan(3);
    expect(Number(chat?.completion_tokens)).toBeGreaterThan(3);
  });

  test('figures that no table could hold are held at its most, and the answer is kept', async () => {
    provider.setChat({ tokens: ['Yes.'], usage: { promptTokens: 1e15, completionTokens: -3 } });
    const { id } = await converse();
    await ask(id);
    expect((await person.call('GET', `/conversations/${id}`)).body.messages.at(-1).status).toBe('complete');
    expect(await readLedger('chat')).toEqual([
      expect.objectContaining({ prompt_tokens: 2_147_483_647, completion_tokens: 0 }),
    ]);
  });

  test('stopped: by what was said', async () => {
    slowly();
    const { id } = await converse();
    const answerId = await begin(id);
    await person.call('POST', `/conversations/${id}/messages/${answerId}/stop`);
    expect(await readLedger('chat')).toEqual([
      expect.objectContaining({ estimated: true, outcome: 'stopped' }),
    ]);
    expect((await readLedger('chat'))[0]?.completion_tokens).toBeGreaterThan(0);
    expect(await readLedger('answer')).toEqual([expect.objectContaining({ outcome: 'stopped' })]);
  });

  test('refused by the provider: a call that cost nothing', async () => {
    provider.failNext({ kind: 'status', status: 401, code: 'invalid_api_key' }, { times: 5, call: 'chat' });
    await ask((await converse()).id);
    expect(await readLedger('chat')).toEqual([
      expect.objectContaining({ prompt_tokens: 0, completion_tokens: 0, outcome: 'model.bad_credentials' }),
    ]);
    expect(await readLedger('answer')).toEqual([
      expect.objectContaining({ outcome: 'model.bad_credentials' }),
    ]);
  });

  test('broken off by the provider: by what came', async () => {
    provider.failNext({ kind: 'half_closed', afterTokens: 2 }, { times: 5, call: 'chat' });
    await ask((await converse()).id);
    const [chat, ...more] = await readLedger('chat');
    expect(more).toEqual([]);
    expect(chat).toMatchObject({ estimated: true, outcome: expect.stringMatching(/^model\./) });
    expect(Number(chat?.prompt_tokens)).toBeGreaterThan(0);
    expect(Number(chat?.completion_tokens)).toBeGreaterThan(0);
  });

  test('the reader gone: as if it had stayed', async () => {
    provider.setChat({ tokens: Array.from({ length: 20 }, () => 'word '), tokenDelay: 10 });
    await begin((await converse()).id);
    expect(await waitForLedger('answer')).toEqual([expect.objectContaining({ outcome: 'complete' })]);
    expect(await readLedger('chat')).toEqual([expect.objectContaining({ estimated: false })]);
  });

  test.each(['conversation', 'assistant'])(
    'its %s deleted while it grows: in the same moment',
    async (what) => {
      slowly();
      const { id, assistantId } = await converse();
      await begin(id);
      const path = what === 'assistant' ? `/assistants/${assistantId}` : `/conversations/${id}`;
      expect((await person.call('DELETE', path)).status).toBe(204);
      // Before the one who writes has heard of it.
      expect(await readLedger('chat')).toEqual([
        expect.objectContaining({ model_id: models.chat, estimated: true, outcome: 'stopped' }),
      ]);
      for (let look = 0; look < 300 && provider.openStreams > 0; look++)
        await new Promise((next) => setTimeout(next, 20));
      await server.restart();
      person = createApiClient(server.url, person.token);
      expect(await readLedger('chat')).toHaveLength(1);
      expect(await readLedger('answer')).toHaveLength(1);
      expect(await readLedger('request')).toHaveLength(1);
    },
  );

  test('nothing found: an answer, and no call of a model', async () => {
    const { knowledge_base_id } = await buildDocument(person);
    const { id } = await converse({
      knowledge_base_ids: [knowledge_base_id],
      empty_response: 'I know nothing.',
      retrieval: { similarity_threshold: 1 },
    });
    await ask(id);
    expect(await readLedger('chat')).toEqual([]);
    expect(await readLedger('answer')).toEqual([
      expect.objectContaining({ outcome: 'complete', model_id: null }),
    ]);
  });
});

describe('cost', () => {
  const setPrice = (input: number | null, output: number | null, id = models.chat) =>
    server.query('update models set input_price = $2, output_price = $3 where id = $1', [id, input, output]);

  test('is of the price at that time, and none where there is no price', async () => {
    provider.setChat({ tokens: ['x'], usage: { promptTokens: 1000, completionTokens: 100 } });
    const { id } = await converse();
    await setPrice(2, 6);
    await ask(id);
    await setPrice(20, null);
    await ask(id);
    await setPrice(null, null);
    await ask(id);
    expect((await readLedger('chat')).map(({ cost }) => cost)).toEqual([0.0026, 0.02, null]);
  });

  test("an embedding model's is of its input alone", async () => {
    await setPrice(0.02, 99, models.embedding);
    await buildDocument(person, {
      knowledge_base_id: (await buildKnowledgeBase(person, { embedding_model_id: models.embedding })).id,
    });
    const [row, ...more] = await readLedger('embedding');
    expect(more).toEqual([]);
    // What somebody uploads is booked on that person.
    const { id } = (await person.call('GET', '/me')).body;
    expect(row).toMatchObject({ source: 'ingest', model_id: models.embedding, outcome: 'ok' });
    const [booked] = await server.query(
      `select account_id from usage_records where company_id = $1 and kind = 'embedding'`,
      [companyId],
    );
    expect(booked).toEqual({ account_id: id });
    expect(row?.cost).toBeCloseTo((Number(row?.embedding_tokens) * 0.02) / 1e6, 12);
    await setPrice(null, null, models.embedding);
  });
});

describe('a search', () => {
  async function makeBases() {
    const ids = [];
    for (const model of [models.embedding, models.other])
      ids.push(
        (
          await buildDocument(person, {
            knowledge_base_id: (await buildKnowledgeBase(person, { embedding_model_id: model })).id,
          })
        ).knowledge_base_id,
      );
    await server.query('delete from usage_records where company_id = $1', [companyId]);
    return ids;
  }
  const search = (ids: string[], client = person) =>
    client.call('POST', '/retrieval', {
      question: 'When does the rose bloom?',
      knowledge_base_ids: ids,
      settings: { rerank_model_id: models.rerank, similarity_threshold: 0 },
    });

  test('books each model under its own name, and the reranker as one', async () => {
    const bases = await makeBases();
    expect((await search(bases)).status).toBe(200);
    const rows = await readLedger();
    expect(rows.map(({ kind, model_id }) => [kind, model_id]).sort()).toEqual(
      [
        ['embedding', models.embedding],
        ['embedding', models.other],
        ['rerank', models.rerank],
      ].sort(),
    );
    for (const row of rows) {
      expect(row.source).toBe('retrieval_test');
      expect(Number(row.kind === 'rerank' ? row.prompt_tokens : row.embedding_tokens)).toBeGreaterThan(0);
    }
  });

  test('that fails at the reranker has used the others all the same', async () => {
    const bases = await makeBases();
    provider.failNext({ kind: 'status', status: 401 }, { times: 5, call: 'rerank' });
    expect((await search(bases)).status).toBeGreaterThanOrEqual(400);
    expect((await readLedger()).map(({ kind }) => kind)).toEqual(['embedding', 'embedding']);
  });
});

test('what a program asks is told apart from what people ask', async () => {
  const { knowledge_base_id } = await buildDocument(person);
  const assistant = await buildAssistant(person, {
    chat_model_id: models.chat,
    knowledge_base_ids: [knowledge_base_id],
  });
  await server.query('delete from usage_records where company_id = $1', [companyId]);
  const { body } = await person.call('POST', '/company/api-tokens', {
    name: 'program',
    scopes: ['chat', 'assistants.read', 'retrieval', 'knowledge.read'],
  });
  const program = createApiClient(server.url, body.token);
  const { id } = await buildConversation(program, assistant.id);
  expect((await ask(id, program)).status).toBe(200);
  await program.call('POST', '/retrieval', { question: 'rose', knowledge_base_ids: [knowledge_base_id] });
  const rows = await readLedger();
  expect(rows.map(({ kind }) => kind).sort()).toEqual([
    'answer',
    'chat',
    'embedding',
    'embedding',
    'request',
  ]);
  expect(new Set(rows.map(({ source }) => source))).toEqual(new Set(['api']));
});

test('a step that is repeated, also by ten at once, is booked once', async () => {
  const call = {
    operationId: 'embedding:document:1:0',
    companyId,
    source: 'ingest' as const,
    modelId: 'm',
    modelName: 'M',
    embeddingTokens: 5,
  };
  const book = () =>
    server.platform.database.withCompany(companyId, (tx) => recordModelCall(tx, 'embedding', call));
  await Promise.all(Array.from({ length: 10 }, book));
  await book();
  expect(await readLedger('embedding')).toHaveLength(1);
});

test('the count of the month is that of the ledger, after fifty questions many at once', async () => {
  const conversations = await Promise.all(Array.from({ length: 50 }, () => converse()));
  let asked = 0;
  // Below the twenty answers that one person may have at once, so that only a busy conversation refuses a question.
  for (let at = 0; at < conversations.length; at += 8) {
    const group = conversations.slice(at, at + 8);
    // Everything is asked twice: a question that finds its conversation busy gives its place back.
    const answers = await Promise.all([...group, ...group].map(({ id }) => ask(id)));
    asked += answers.filter(({ status }) => status === 200).length;
  }
  expect(asked).toBeGreaterThanOrEqual(50);
  expect(await readLedger('request')).toHaveLength(asked);
  expect(
    await server.query('select requests from request_counters where company_id = $1', [companyId]),
  ).toEqual([{ requests: asked }]);
  const { limits } = (await person.call('GET', '/me/company/limits')).body;
  for (const quota of ['monthlyRequests', 'yearlyRequests'])
    expect(limits.find((limit: { quota: string }) => limit.quota === quota).used).toBe(asked);
});
