import {
  type ApiClient,
  buildAssistant,
  buildDocument,
  buildKnowledgeBase,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let person: ApiClient;
let baseId: string;
const documents: Record<string, { id: string }> = {};

const texts = {
  roses: '# Roses\n\nThe rose blooms in June and smells of honey.',
  apples: '# Apples\n\nThe apple tree was planted in 1921 beside the wall.',
  ponds: '# Ponds\n\nThe pond froze in January, and the rose beside it survived.',
};

beforeAll(async () => {
  server = await startTestServer();
  person = await server.signUp();
  baseId = (await buildKnowledgeBase(person)).id;
  for (const [name, text] of Object.entries(texts))
    documents[name] = await buildDocument(person, { knowledge_base_id: baseId, name, text });
});
afterAll(() => server.close());

const search = (fields: Record<string, unknown>, client = person) =>
  client.call('POST', '/retrieval', {
    question: 'When does the rose bloom?',
    knowledge_base_ids: [baseId],
    ...fields,
  });

const namesIn = (answer: { body: { hits: { document_name: string }[] } }) =>
  answer.body.hits.map(({ document_name }) => document_name.replace('.md', ''));

test('hits come best first, with scores that add up and words that match', async () => {
  const { body } = await search({ settings: { similarity_threshold: 0 } });
  expect(body.hits[0]).toMatchObject({
    document_name: 'roses.md',
    knowledge_base_id: baseId,
    rerank_score: null,
  });
  expect(body.settings).toMatchObject({ similarity_threshold: 0, top_n: 8 });
  const { keyword_weight } = body.settings;
  let last = 1;
  for (const hit of body.hits) {
    expect(hit.score).toBeLessThanOrEqual(last);
    last = hit.score;
    for (const score of [hit.score, hit.keyword_score, hit.vector_score]) {
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1);
    }
    expect(hit.score).toBeCloseTo(
      keyword_weight * hit.keyword_score + (1 - keyword_weight) * hit.vector_score,
      5,
    );
  }
  const [first] = body.hits;
  const words = first.matches.map(({ start, end }: { start: number; end: number }) =>
    first.text.slice(start, end).toLowerCase(),
  );
  expect(words).toContain('rose');
  expect(first.char_range.end - first.char_range.start).toBeGreaterThan(0);
  expect(body.took.total).toBeGreaterThanOrEqual(0);
});

test('the threshold and top N bound what comes', async () => {
  expect((await search({ settings: { similarity_threshold: 1 } })).body.hits).toEqual([]);
  expect((await search({ settings: { similarity_threshold: 0, top_n: 1 } })).body.hits).toHaveLength(1);
  const { body } = await search({ question: 'zebra xylophone quixotic' });
  expect(body.hits).toEqual([]);
});

test('either way of searching may be used alone', async () => {
  for (const keyword_weight of [0, 1]) {
    const answer = await search({ settings: { keyword_weight, similarity_threshold: 0.05 } });
    expect(namesIn(answer)[0]).toBe('roses');
  }
});

test('a search can be kept to documents', async () => {
  const only = await search({ document_ids: [documents.ponds?.id], settings: { similarity_threshold: 0 } });
  expect(namesIn(only)).toEqual(['ponds']);
});

test('what is switched off or deleted is gone at once', async () => {
  const names = async () => namesIn(await search({ settings: { similarity_threshold: 0 } }));
  expect(await names()).toContain('ponds');
  await person.call('PATCH', `/documents/${documents.ponds?.id}`, { enabled: false });
  expect(await names()).not.toContain('ponds');
  await person.call('PATCH', `/documents/${documents.ponds?.id}`, { enabled: true });
  expect(await names()).toContain('ponds');
  const text = `${texts.roses} It is white.`;
  const gone = await buildDocument(person, { knowledge_base_id: baseId, name: 'gone', text });
  expect(await names()).toContain('gone');
  await person.call('DELETE', `/documents/${gone.id}`);
  expect(await names()).not.toContain('gone');
  expect((await search({ document_ids: [gone.id] })).status).toBe(404);
});

test('bases of several models and an empty one are searched together', async () => {
  const empty = await buildKnowledgeBase(person);
  const other = await buildKnowledgeBase(person);
  await buildDocument(person, {
    knowledge_base_id: other.id,
    name: 'lawn',
    text: 'The rose on the lawn blooms late.',
  });
  const answer = await search({ knowledge_base_ids: [baseId, empty.id, other.id] });
  expect(namesIn(answer)).toEqual(expect.arrayContaining(['roses', 'lawn']));
  expect((await search({ knowledge_base_ids: [empty.id] })).body.hits).toEqual([]);
});

test('a deleted base is not there', async () => {
  const base = await buildKnowledgeBase(person);
  await buildDocument(person, { knowledge_base_id: base.id });
  await person.call('DELETE', `/knowledge-bases/${base.id}`);
  expect((await search({ knowledge_base_ids: [base.id] })).body.error.code).toBe('knowledge_base.not_found');
});

test('bad input, strangers and wrong models are refused', async () => {
  for (const fields of [
    { question: '' },
    { question: 'x'.repeat(4_001) },
    { knowledge_base_ids: [] },
    { knowledge_base_ids: ['x'] },
    { settings: { keyword_weight: 1.5 } },
    { settings: { top_n: 0 } },
    { settings: { unknown: true } },
    { filter: '1 = 1' },
  ])
    expect((await search(fields)).status, JSON.stringify(fields).slice(0, 80)).toBe(422);
  expect((await search({ settings: { rerank_model_id: 'built-in/none' } })).body.error.code).toBe(
    'model.not_found',
  );
  expect((await search({}, server.anonymous)).status).toBe(401);
  const stranger = await server.signUp();
  expect((await search({}, stranger)).status).toBe(404);
  const own = await buildKnowledgeBase(stranger);
  expect((await search({ knowledge_base_ids: [own.id, baseId] }, stranger)).status).toBe(404);
  const nested = await search(
    { knowledge_base_ids: [own.id], document_ids: [documents.roses?.id] },
    stranger,
  );
  expect(nested.body.error.code).toBe('document.not_found');
});

test('questions that are code to somebody are questions here', async () => {
  for (const question of [
    "' or 1=1 --",
    '" OR text:*',
    '(((',
    '*',
    '\\',
    'rose AND NOT',
    '😀',
    'a'.repeat(4_000),
  ])
    expect((await search({ question })).status, question.slice(0, 20)).toBe(200);
  expect((await search({ question: '\ud800' })).status).toBe(422);
});

test('a knowledge base sets how many candidates its tests and new assistants start with', async () => {
  const { body: base } = await person.call('PATCH', `/knowledge-bases/${baseId}`, { top_k: 77 });
  expect([base.top_k, base.rerank_model_id]).toEqual([77, null]);
  const topK = async (settings?: object) => (await search(settings ? { settings } : {})).body.settings.top_k;
  expect([await topK(), await topK({ top_n: 3 }), await topK({ top_k: 9 })]).toEqual([77, 77, 9]);

  const assistant = await buildAssistant(person, { knowledge_base_ids: [baseId] });
  expect(assistant.retrieval).toMatchObject({ top_k: 77, top_n: 8 });
  const missing = await person.call('PATCH', `/knowledge-bases/${baseId}`, { rerank_model_id: 'nothing' });
  expect(missing.body.error.code).toBe('model.not_found');
});
