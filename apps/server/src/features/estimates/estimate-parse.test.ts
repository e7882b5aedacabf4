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
import { afterAll, beforeAll, expect, test } from 'vitest';

/** What an estimate may differ by from what a parse then books: providers count tokens each in their own way. */
const margin = 0.3;

let server: TestServer;
let provider: FakeProvider;
let person: ApiClient;
let chatModelId: string;

beforeAll(async () => {
  provider = await startFakeProvider();
  server = await startTestServer({ LECTERN_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${provider.port}` });
  person = await server.signUp();
  chatModelId = (
    await buildModel(server.admin, provider, { model_name: 'writer', input_price: 2, output_price: 6 })
  ).id;
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

const words =
  'harbour mooring permit winter storage council bylaw engine diesel visitor berth register'.split(' ');
const text = Array.from(
  { length: 30 },
  (_, n) =>
    `## Part ${n}\n\n${Array.from({ length: 60 }, (_, m) => words[(n * 7 + m * 5) % words.length]).join(' ')}.`,
).join('\n\n');

type Work = { work: string; calls: number; prompt_tokens: number; completion_tokens: number; cost: number };

async function estimate(baseId: string, body: object = {}) {
  const answer = await person.call('POST', `/knowledge-bases/${baseId}/parse-estimate`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const works = new Map<string, Work>(answer.body.works.map((work: Work) => [work.work, work]));
  return { ...answer.body, works };
}

async function booked(documentId: string, work: string) {
  const [row] = await server.query(
    `select count(*)::int as calls, coalesce(sum(prompt_tokens + embedding_tokens), 0)::int as tokens,
            coalesce(sum(cost), 0)::float8 as cost
     from usage_records where operation_id like $1`,
    [`${work}:${documentId}:%`],
  );
  return row as { calls: number; tokens: number; cost: number };
}

test('what is estimated before is what a parse then books, within the margin', {
  timeout: 120_000,
}, async () => {
  provider.setChat({ tokens: ['harbour\n', 'mooring\n', 'permit'] });
  const base = await buildKnowledgeBase(person, {
    chunk_options: { chunk_token_number: 128 },
    enrichment_options: { auto_keywords: 3, auto_questions: 1, chat_model_id: chatModelId },
  });
  const { id } = await buildDocument(person, { knowledge_base_id: base.id, text, parse: false });
  const before = await estimate(base.id);
  expect(before).toMatchObject({ documents: 1, exact: true, currency: 'USD' });
  expect([...before.works.keys()].sort()).toEqual(['embedding', 'keywords', 'questions']);
  await person.call('POST', `/documents/${id}/parse`);
  expect((await waitUntilParsed(person, id)).status).toBe(3);
  for (const work of ['keywords', 'questions', 'embedding']) {
    const real = await booked(id, work);
    const expected = before.works.get(work) as Work;
    expect(expected.calls, work).toBe(real.calls);
    expect(Math.abs(expected.prompt_tokens / real.tokens - 1), work).toBeLessThan(margin);
  }
  const keywords = before.works.get('keywords') as Work;
  expect(keywords.cost).toBeCloseTo((2 * keywords.prompt_tokens + 6 * keywords.completion_tokens) / 1e6, 9);

  // From the rows, once they are there.
  const after = await estimate(base.id, { document_ids: [id] });
  expect(after.exact).toBe(true);
  expect((after.works.get('questions') as Work).calls).toBe((before.works.get('questions') as Work).calls);
});

test('other settings are tried on the file, and what no model does is said', {
  timeout: 120_000,
}, async () => {
  const base = await buildKnowledgeBase(person, { chunk_options: { chunk_token_number: 128 } });
  await buildDocument(person, { knowledge_base_id: base.id, text });
  expect([...(await estimate(base.id)).works.keys()]).toEqual(['embedding']);
  const settings = {
    chunk_method: 'one',
    chunk_options: {},
    reading_options: {},
    enrichment_options: { auto_keywords: 2, auto_questions: 2, raptor: { enabled: true } },
  };
  const { works } = await estimate(base.id, { settings });
  expect(works.get('keywords')).toMatchObject({ built_in: true, calls: 0 });
  expect(works.get('questions')).toMatchObject({ built_in: false, model_name: null, calls: 0 });
  expect(works.has('summaries')).toBe(false);
  const wrong = await person.call('POST', `/knowledge-bases/${base.id}/parse-estimate`, {
    settings: { ...settings, chunk_method: 'alchemy' },
  });
  expect(wrong.body.error.code).toBe('knowledge_base.chunk_method_unknown');
});

test('many documents are estimated by their size, in one go', async () => {
  const base = await buildKnowledgeBase(person);
  for (let n = 0; n < 8; n++)
    await buildDocument(person, { knowledge_base_id: base.id, text: `${text} ${n}`, parse: false });
  const all = await estimate(base.id);
  expect(all).toMatchObject({ documents: 8, exact: false });
  const one = (
    await estimate(base.id, {
      document_ids: [(await person.call('GET', `/knowledge-bases/${base.id}/documents`)).body.items[0].id],
    })
  ).works.get('embedding') as Work;
  const sum = all.works.get('embedding') as Work;
  expect(Math.abs(sum.prompt_tokens / (8 * one.prompt_tokens) - 1)).toBeLessThan(1);
});
