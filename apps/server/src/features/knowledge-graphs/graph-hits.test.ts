import {
  type ApiClient,
  buildAssistant,
  buildConversation,
  buildDocument,
  buildKnowledgeBase,
  buildModel,
  type FakeProvider,
  startFakeProvider,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitForGraph } from './testing/wait-for-graph.ts';

let server: TestServer;
let provider: FakeProvider;
let person: ApiClient;
let baseId: string;
const documents: Record<string, { id: string }> = {};

/** What is asked of the first can only be reached through the second: the two share no word. */
const texts = {
  founder: 'Anna Berg founded the Nordlys Group. Anna Berg is a captain of the Nordlys Group.',
  group: 'The Nordlys Group owns three vessels and pays Thomas Wells.',
  wells: 'Every vessel is inspected by Thomas Wells before winter.',
  other: 'The apple tree was planted in 1921 beside the wall.',
};

beforeAll(async () => {
  provider = await startFakeProvider();
  server = await startTestServer({ LECTERN_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${provider.port}` });
  person = await server.signUp();
  baseId = (await buildKnowledgeBase(person)).id;
  for (const [name, text] of Object.entries(texts))
    documents[name] = await buildDocument(person, { knowledge_base_id: baseId, name, text });
  await person.call('POST', `/knowledge-bases/${baseId}/graph`, {});
  await waitForGraph(person, baseId);
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

const search = async (settings: Record<string, unknown>, fields: Record<string, unknown> = {}) => {
  const { body } = await person.call('POST', '/retrieval', {
    question: 'Who is Anna Berg?',
    knowledge_base_ids: [baseId],
    settings: { similarity_threshold: 0.1, keyword_weight: 1, ...settings },
    ...fields,
  });
  return body.hits as { document_name: string; score: number; graph: { entities: string[] } | null }[];
};
const namesOf = (hits: { document_name: string }[]) =>
  hits.map(({ document_name }) => document_name.replace('.md', ''));

test('without the setting nothing changes', async () => {
  const hits = await search({});
  expect(namesOf(hits)).toEqual(['founder']);
  expect(hits[0]?.graph).toBeNull();
});

test('the graph brings the chunks of neighbours, and says through what', async () => {
  const hits = await search({ use_graph: true });
  expect(namesOf(hits)).toEqual(['founder', 'group']);
  expect(hits[0]?.graph?.entities[0]).toBe('Anna Berg');
  expect(hits[1]?.graph?.entities).toContain('Nordlys Group');
  expect(hits[1]?.score).toBeLessThan(hits[0]?.score as number);
});

test('filters, switches and deletion hold for it too', async () => {
  const founder = documents.founder?.id;
  expect(namesOf(await search({ use_graph: true }, { document_ids: [founder] }))).toEqual(['founder']);
  const path = `/documents/${documents.group?.id}`;
  await person.call('PATCH', path, { enabled: false });
  expect(namesOf(await search({ use_graph: true }))).toEqual(['founder']);
  await person.call('PATCH', path, { enabled: true });
  expect(namesOf(await search({ use_graph: true }))).toEqual(['founder', 'group']);
  const empty = (await buildKnowledgeBase(person)).id;
  expect(await search({ use_graph: true }, { knowledge_base_ids: [empty] })).toEqual([]);
});

test('a rerank model looks at the chunks of the graph as at the others', async () => {
  const model = await buildModel(server.admin, provider, { model_name: 'rerank-1', type: 'rerank' });
  const body = {
    question: 'Who is Anna Berg?',
    knowledge_base_ids: [baseId],
    settings: { similarity_threshold: 0, keyword_weight: 1, use_graph: true, rerank_model_id: model.id },
  };
  const { hits } = (await person.call('POST', '/retrieval', body)).body;
  expect(namesOf(hits)).toContain('group');
  for (const { rerank_score, score } of hits) {
    expect(rerank_score).toEqual(expect.any(Number));
    expect(score).toBeGreaterThan(0);
  }
  const asked = provider.requests.findLast(({ path }) => path.endsWith('/rerank'));
  expect(JSON.stringify(asked?.body)).toContain('owns three vessels');
});

test('an answer is given the chunks that the graph found as passages to cite', async () => {
  const model = await buildModel(server.admin, provider);
  provider.setChat({ tokens: ['She leads a group ', '[1]', ' that owns vessels ', '[2].'] });
  const assistant = await buildAssistant(person, {
    knowledge_base_ids: [baseId],
    chat_model_id: model.id,
    retrieval: { similarity_threshold: 0.1, keyword_weight: 1, use_graph: true },
  });
  expect(assistant.retrieval.use_graph).toBe(true);
  const { id } = await buildConversation(person, assistant.id);
  let message: { citations: { document_name: string; chunk_id: string }[] } | undefined;
  for await (const event of person.stream('POST', `/conversations/${id}/messages`, {
    content: 'Who is Anna Berg?',
  }))
    if (event.data.type === 'done') message = event.data.message;
  expect(message?.citations.map(({ document_name }) => document_name)).toEqual(['founder.md', 'group.md']);
  const prompt = JSON.stringify(provider.requests.at(-1)?.body);
  expect(prompt).toContain('owns three vessels');
});
