import {
  type ApiClient,
  buildAssistant,
  buildDocument,
  type FakeProvider,
  startFakeProvider,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockAnswerRun } from './answer-run.queries.ts';
import { bookKeptCalls } from './kept-calls.service.ts';

let server: TestServer;
let provider: FakeProvider;
let person: ApiClient;
let assistantId: string;
let setId: string;
let documentId: string;

beforeAll(async () => {
  provider = await startFakeProvider();
  server = await startTestServer({ LECTERN_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${provider.port}` });
  person = await server.signUp();
  const document = await buildDocument(person, {
    text: '# Gardens\n\nThe rose blooms in June. The apple tree was planted in 1921.',
  });
  documentId = document.id;
  const path = `/knowledge-bases/${document.knowledge_base_id}/evaluation-sets`;
  setId = (await person.call('POST', path, { name: 'Garden' })).body.id;
  assistantId = (
    await buildAssistant(person, {
      knowledge_base_ids: [document.knowledge_base_id],
      retrieval: { similarity_threshold: 0.3 },
    })
  ).id;
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

const add = (question: string, expectation: Record<string, unknown>) =>
  person.call('POST', `/evaluation-sets/${setId}/questions`, { question, ...expectation });

async function run(body: Record<string, unknown> = {}) {
  const started = await person.call('POST', `/assistants/${assistantId}/answer-runs`, {
    evaluation_set_id: setId,
    ...body,
  });
  return started.status === 202 ? waitForEnd(started.body.id) : started.body;
}

async function waitForEnd(runId: string) {
  for (;;) {
    const { body } = await person.call('GET', `/answer-runs/${runId}`);
    if (!['queued', 'running'].includes(body.state)) return body;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const count = async (sql: string) => (await server.query(sql))[0]?.n as number;

test('the answers of an assistant are judged, and its draft is compared with what is published', async () => {
  expect((await run()).error.code).toBe('evaluation.no_questions');
  await add('When does the rose bloom?', { facts: ['June'], expected: [{ document_id: documentId }] });
  await add('When was the apple tree planted?', { facts: ['1922'] });
  await add('How do I renew a parking permit?', { refusal: true });
  expect((await add('What else?', {})).body.error.code).toBe('evaluation.nothing_expected');

  const requests = 'select coalesce(sum(requests), 0)::int as n from request_counters';
  const before = await count(requests);
  const published = await run();
  expect(published).toMatchObject({
    state: 'finished',
    settings: 'published',
    version: 1,
    done: 3,
    total: 3,
    error: null,
    set_name: 'Garden',
  });
  expect(published.figures.right).toBeCloseTo(2 / 3, 5);
  expect(published.figures).toMatchObject({ facts: 0.5, sources: 1, refusals: 1 });
  expect(published.figures.tokens).toBeGreaterThan(0);
  const { items } = (await person.call('GET', `/answer-runs/${published.id}/results`)).body;
  expect(items.map(({ outcome }: { outcome: { right: boolean } }) => outcome.right)).toEqual([
    true,
    false,
    true,
  ]);
  expect(items[0].outcome).toMatchObject({ sources: true, refused: false, judged_by: 'words' });
  expect(items[0].outcome.cited[0]).toMatchObject({ document_id: documentId });

  // Each question is a request with calls of its own in the ledger, and in no conversation.
  expect(await count(requests)).toBe(before + 3);
  const evaluated = "from usage_records where source = 'evaluation' and kind";
  expect(await count(`select count(*)::int as n ${evaluated} = 'request'`)).toBe(3);
  expect(await count(`select count(*)::int as n ${evaluated} = 'answer'`)).toBe(3);
  expect(await count(`select count(*)::int as n ${evaluated} = 'chat'`)).toBe(2);
  expect(await count('select count(*)::int as n from messages')).toBe(0);

  // A draft that finds nothing is worse, and says so before it is published.
  expect((await run({ settings: 'draft' })).error.code).toBe('assistant.no_draft');
  await person.call('PATCH', `/assistants/${assistantId}`, {
    publish: false,
    retrieval: { similarity_threshold: 0.99 },
  });
  const drafted = await run({ settings: 'draft' });
  expect(drafted).toMatchObject({ settings: 'draft', version: 1, state: 'finished' });
  expect(drafted.figures.right).toBeCloseTo(1 / 3, 5);
  const list = (await person.call('GET', `/assistants/${assistantId}/answer-runs`)).body;
  expect(list.items.map(({ id }: { id: string }) => id)).toEqual([drafted.id, published.id]);
});

test('a run is cancelled, and one that goes on after a crash counts no question twice', async () => {
  const started = await person.call('POST', `/assistants/${assistantId}/answer-runs`, {
    evaluation_set_id: setId,
  });
  const again = await run();
  expect(again.error?.code).toBe('evaluation.running');
  await person.call('POST', `/answer-runs/${started.body.id}/cancel`);
  const cancelled = (await person.call('GET', `/answer-runs/${started.body.id}`)).body;
  expect(['cancelled', 'finished']).toContain(cancelled.state);

  // A question that was counted before its process ended is not counted again.
  const finished = await run();
  const requests = await count("select count(*)::int as n from usage_records where kind = 'request'");
  await server.query('update answer_results set outcome = null where answer_run_id = $1 and position = 2', [
    finished.id,
  ]);
  await server.query("update answer_runs set state = 'queued', lease_id = null where id = $1", [finished.id]);
  const companyId = (await person.call('GET', '/me')).body.company.id;
  await server.platform.database.withCompany(companyId, (tx) =>
    server.platform.jobs.enqueue(tx, 'answers.run', { companyId, runId: finished.id }),
  );
  await expect
    .poll(async () => (await person.call('GET', `/answer-runs/${finished.id}`)).body.state, {
      timeout: 20_000,
    })
    .toBe('finished');
  expect(await count("select count(*)::int as n from usage_records where kind = 'request'")).toBe(requests);

  const member = await server.addMember(person, 'ELEVATED_USER');
  expect((await member.call('GET', `/answer-runs/${finished.id}/results`)).status).toBe(403);
  expect((await person.call('DELETE', `/answer-runs/${finished.id}`)).status).toBe(204);
  expect((await person.call('GET', `/answer-runs/${finished.id}`)).status).toBe(404);
});

test('expected facts and refusals go through CSV', async () => {
  const exported = await person.call('GET', `/evaluation-sets/${setId}/questions/export`);
  expect(exported.status).toBe(200);
  const csv =
    'question,document,facts,refusal\nWho mows?,,the gardener | on Mondays,\nWho paints?,,,yes\nWho sings?,,,\n';
  const imported = (await person.call('POST', `/evaluation-sets/${setId}/questions/import`, { csv })).body;
  expect(imported).toMatchObject({ added: 2, problem_count: 1 });
  const { items } = (await person.call('GET', `/evaluation-sets/${setId}/questions?search=Who`)).body;
  expect(items).toMatchObject([
    { question: 'Who mows?', facts: ['the gardener', 'on Mondays'], refusal: false, expected: [] },
    { question: 'Who paints?', facts: [], refusal: true },
  ]);
});

test('a model judges facts in other words; its calls are priced, and their source is the evaluation', async () => {
  const model = await server.admin.call('POST', '/models', {
    provider_id: 'openai-compatible',
    model_name: 'chat-1',
    type: 'chat',
    base_url: provider.baseUrl,
    input_price: 1,
    output_price: 2,
  });
  provider.setChat({
    tokens: (messages) => [
      messages[0]?.content.startsWith('You compare') ? '1 y' : 'Roses flower at the start of summer [1].',
    ],
  });
  const { knowledge_base_id } = await buildDocument(person, { text: 'The rose blooms in June.' });
  const path = `/knowledge-bases/${knowledge_base_id}/evaluation-sets`;
  const set = (await person.call('POST', path, { name: 'Judged' })).body.id;
  await person.call('POST', `/evaluation-sets/${set}/questions`, {
    question: 'When does the rose bloom?',
    facts: ['June'],
  });
  const assistant = await buildAssistant(person, {
    knowledge_base_ids: [knowledge_base_id],
    chat_model_id: model.body.id,
  });
  const begin = async (fields: Record<string, unknown> = {}) => {
    const started = await person.call('POST', `/assistants/${assistant.id}/answer-runs`, {
      evaluation_set_id: set,
      ...fields,
    });
    return waitForEnd(started.body.id);
  };
  const byWords = await begin();
  expect(byWords.figures).toMatchObject({ right: 0 });
  const byModel = await begin({ judge: 'model' });
  expect(byModel.figures).toMatchObject({ right: 1, facts: 1 });
  expect(byModel.figures.cost).toBeGreaterThan(byWords.figures.cost);
  expect(byModel.figures.tokens).toBeGreaterThan(byWords.figures.tokens);
  expect(
    await count(
      `select count(*)::int as n from usage_records where kind = 'chat' and source <> 'evaluation'
       and assistant_id = '${assistant.id}'`,
    ),
  ).toBe(0);

  // A curated answer is what people would get, and so what is judged.
  await person.call('POST', `/assistants/${assistant.id}/curated-answers`, {
    question: 'When does the rose bloom?',
    answer: 'In June.',
  });
  const curated = await begin();
  expect(curated.figures).toMatchObject({ right: 1, cost: null });

  // Without a request left there is no answer.
  await server.query('update packages set max_requests = 0');
  const refused = await begin();
  await server.query('update packages set max_requests = null');
  expect(refused).toMatchObject({ state: 'failed', done: 0, figures: null });
  expect(refused.error.code).toBe('quota.monthly_requests_reached');
});

const baseOfSet = async () => (await person.call('GET', `/documents/${documentId}`)).body.knowledge_base_id;

test('a call whose process is killed is booked once, by what was kept', async () => {
  const [model] = await server.query("select id from models where model_name = 'chat-1' limit 1");
  // The first answer ends with its process, as far as the next one can tell.
  provider.setChat({ tokens: Array.from({ length: 2_000 }, (_, n) => `word${n} `), tokenDelay: 10 });
  const assistant = await buildAssistant(person, {
    chat_model_id: model?.id,
    knowledge_base_ids: [await baseOfSet()],
  });
  const started = await person.call('POST', `/assistants/${assistant.id}/answer-runs`, {
    evaluation_set_id: setId,
  });
  const runId = started.body.id;
  const kept = async () =>
    (
      await server.query(
        'select position, call from answer_results where answer_run_id = $1 and call is not null',
        [runId],
      )
    )[0];
  await expect.poll(kept, { timeout: 20_000 }).toBeTruthy();
  const { call } = (await kept()) as { call: { id: string; promptTokens: number } };
  expect(call).toMatchObject({ modelName: 'chat-1', promptTokens: expect.any(Number) });
  const booked = () =>
    server.query(
      `select prompt_tokens, completion_tokens, source, outcome from usage_records where operation_id like $1`,
      [`%:${call.id}`],
    );
  expect(await booked()).toEqual([]);
  const platform = server.platform;
  const bookLost = () =>
    platform.database.asSystem('a test', async (tx) => {
      const run = await lockAnswerRun(tx, runId);
      if (run) await bookKeptCalls(tx, run);
    });
  await bookLost();
  await bookLost();
  expect(await booked()).toEqual([
    {
      prompt_tokens: call.promptTokens,
      completion_tokens: expect.any(Number),
      source: 'evaluation',
      outcome: 'interrupted',
    },
  ]);
  await person.call('POST', `/answer-runs/${runId}/cancel`);
  await waitForEnd(runId);
  provider.setChat({ tokens: ['June.'], tokenDelay: 0 });
});

test('a cancelled run books the call that was under way', async () => {
  provider.setChat({ tokens: Array.from({ length: 2_000 }, (_, n) => `word${n} `), tokenDelay: 10 });
  const [model] = await server.query("select id from models where model_name = 'chat-1' limit 1");
  const assistant = await buildAssistant(person, {
    chat_model_id: model?.id,
    knowledge_base_ids: [await baseOfSet()],
  });
  const started = await person.call('POST', `/assistants/${assistant.id}/answer-runs`, {
    evaluation_set_id: setId,
  });
  const runId = started.body.id;
  const calls = () =>
    count(
      `select count(*)::int as n from answer_results where answer_run_id = '${runId}' and call is not null`,
    );
  await expect.poll(calls, { timeout: 20_000 }).toBe(1);
  await person.call('POST', `/answer-runs/${runId}/cancel`);
  const booked = () =>
    server.query(
      `select prompt_tokens > 0 as paid, outcome from usage_records where kind = 'chat' and assistant_id = $1`,
      [assistant.id],
    );
  await expect.poll(booked, { timeout: 20_000 }).toEqual([{ paid: true, outcome: 'interrupted' }]);
  expect(await calls()).toBe(0);
  provider.setChat({ tokens: ['June.'], tokenDelay: 0 });
});
