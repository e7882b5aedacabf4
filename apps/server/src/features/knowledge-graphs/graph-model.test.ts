import {
  type ApiClient,
  buildDocument,
  buildKnowledgeBase,
  buildModel,
  type FakeProvider,
  startFakeProvider,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { answerGraph } from './testing/answer-graph.ts';
import { waitForGraph } from './testing/wait-for-graph.ts';

let server: TestServer;
let provider: FakeProvider;
let person: ApiClient;
let modelId: string;

beforeAll(async () => {
  provider = await startFakeProvider();
  server = await startTestServer({ LECTERN_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${provider.port}` });
  person = await server.signUp();
  modelId = (await buildModel(server.admin, provider, { input_price: 2, output_price: 4 })).id;
});
beforeEach(() => {
  provider.reset();
  provider.setChat({ tokens: (messages) => answerGraph(messages) });
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

/** Each section a chunk; together more than one call. */
const sections = (from: number, to: number) =>
  Array.from(
    { length: to - from },
    (_, n) =>
      `# Part ${from + n}\n\nCaptain${from + n} sails Vessel${(from + n) % 5} with the crew. ${'More is said of it. '.repeat(12)}`,
  ).join('\n\n');

async function buildBase(text: string) {
  const base = await buildKnowledgeBase(person, {
    chunk_options: { chunk_token_number: 80 },
    enrichment_options: {
      chat_model_id: modelId,
      graph: { enabled: false, entity_types: ['person', 'ship'] },
    },
  });
  const document = await buildDocument(person, { knowledge_base_id: base.id, text });
  return { base, document };
}
const graphPath = (baseId: string, rest = '') => `/knowledge-bases/${baseId}/graph${rest}`;
const build = async (baseId: string, fields = {}) => {
  await person.call('POST', graphPath(baseId), fields);
  return waitForGraph(person, baseId);
};
const chatCalls = () => provider.requests.filter(({ call }) => call === 'chat').length;

test('a model reads the passages in batches; calls, tokens and cost are booked and near what was said before', async () => {
  const { base, document } = await buildBase(sections(0, 20));
  const { body: estimate } = await person.call('GET', graphPath(base.id, '/estimate'));
  expect(estimate).toMatchObject({ chunks: document.chunk_count, new_chunks: document.chunk_count });
  const graph = await build(base.id);
  expect(graph).toMatchObject({ state: 'ready', model_name: 'chat-1', skipped: 0 });
  expect(graph.usage.calls).toBe(chatCalls());
  expect(graph.usage.cost).toBeCloseTo(
    (graph.usage.prompt_tokens * 2 + graph.usage.completion_tokens * 4) / 1e6,
    9,
  );
  const { work } = estimate;
  expect(work).toMatchObject({ built_in: false, model_name: 'chat-1' });
  expect(Math.abs(work.calls - graph.usage.calls)).toBeLessThanOrEqual(graph.usage.calls);
  expect(work.prompt_tokens).toBeGreaterThan(graph.usage.prompt_tokens / 3);
  expect(work.prompt_tokens).toBeLessThan(graph.usage.prompt_tokens * 3);
  const ledger = await server.query(
    `select count(*)::int as calls, sum(prompt_tokens)::int as prompt, min(source) as source
     from usage_records where operation_id like $1`,
    [`graph:${base.id}:%`],
  );
  expect(ledger).toEqual([{ calls: graph.usage.calls, prompt: graph.usage.prompt_tokens, source: 'ingest' }]);
  const types = Object.fromEntries(
    graph.types.map(({ type, count }: { type: string; count: number }) => [type, count]),
  );
  expect(types).toEqual({ person: 20, ship: 5 });
  const reported = await server.query(
    `select report from graph_communities where knowledge_base_id = $1 and number >= 0 and report is not null`,
    [base.id],
  );
  expect(reported.length).toBeGreaterThan(0);
  expect(reported[0]?.report).toContain('ship');
});

test('what was read is not paid for again: not at a rebuild, not when the document is parsed anew', async () => {
  const { base, document } = await buildBase(sections(30, 40));
  await build(base.id);
  const calls = chatCalls();
  await build(base.id);
  expect(chatCalls()).toBe(calls);
  await person.call('POST', `/documents/${document.id}/parse`);
  await waitForGraph(person, base.id, { after: true });
  expect(chatCalls()).toBe(calls);
  const { body: estimate } = await person.call('GET', graphPath(base.id, '/estimate'));
  expect(estimate).toMatchObject({ new_chunks: 0, work: { calls: 0 } });
  expect(estimate.afresh.calls).toBeGreaterThan(0);
  await build(base.id, { afresh: true });
  expect(chatCalls()).toBeGreaterThan(calls);
});

test('nonsense is left out and counted; the rest stands', async () => {
  let n = 0;
  provider.setChat({ tokens: (messages) => (n++ === 0 ? ['I would rather not.'] : answerGraph(messages)) });
  const { base } = await buildBase(sections(50, 62));
  const graph = await build(base.id);
  expect(graph.state).toBe('ready');
  expect(graph.skipped).toBeGreaterThan(0);
  expect(graph.entity_count).toBeGreaterThan(0);
});

test('a fault that stays ends the build with its reason; the graph of before goes on answering', async () => {
  const { base } = await buildBase(sections(70, 74));
  const before = await build(base.id);
  await buildDocument(person, { knowledge_base_id: base.id, text: sections(80, 84) });
  await waitForGraph(person, base.id, { after: true });
  provider.failNext({ kind: 'status', status: 401, message: 'no such key' }, { call: 'chat', times: 9 });
  const failed = await build(base.id);
  expect(failed).toMatchObject({ state: 'failed', error: { code: 'model.bad_credentials' } });
  expect(failed.entity_count).toBe(before.entity_count);
  expect((await person.call('GET', graphPath(base.id, '/network'))).body.nodes).toHaveLength(
    before.entity_count,
  );
  provider.reset();
  provider.setChat({ tokens: (messages) => answerGraph(messages) });
  expect(await build(base.id)).toMatchObject({ state: 'ready', error: null });
});

test('a cancelled build stops within seconds and keeps what it read', async () => {
  const { base } = await buildBase(sections(90, 120));
  provider.setChat({ tokens: (messages) => answerGraph(messages), firstTokenDelay: 300 });
  await person.call('POST', graphPath(base.id), {});
  const read = () =>
    server.query('select key from graph_extractions where knowledge_base_id = $1', [base.id]);
  while ((await read()).length === 0) await new Promise((next) => setTimeout(next, 20));
  expect((await person.call('POST', graphPath(base.id, '/cancel'))).body.state).toBe('cancelled');
  const kept = (await read()).length;
  await expect
    .poll(
      async () =>
        (await server.platform.jobs.countJobs()).find(({ name }) => name === 'graph.build')?.active ?? 0,
      {
        timeout: 10_000,
      },
    )
    .toBe(0);
  const calls = chatCalls();
  expect((await person.call('GET', graphPath(base.id))).body).toMatchObject({
    state: 'cancelled',
    entity_count: 0,
  });
  expect(await build(base.id)).toMatchObject({ state: 'ready' });
  expect(kept).toBeGreaterThan(0);
  expect(chatCalls()).toBeGreaterThan(calls);
});
