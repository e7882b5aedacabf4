import {
  type ApiClient,
  buildAssistant,
  buildConversation,
  buildDocument,
  buildKnowledgeBase,
  type FakeProvider,
  startFakeProvider,
  startTestServer,
  type TestServer,
  waitUntilParsed,
} from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcile } from '../system/reconcile.service.ts';

let server: TestServer;
let provider: FakeProvider;
let person: ApiClient;

beforeAll(async () => {
  provider = await startFakeProvider();
  server = await startTestServer({ LECTERN_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${provider.port}` });
  person = await server.signUp();
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

const chapters = ['Moorings', 'Winter storage', 'Fuel', 'Waste', 'Visitors', 'Fees'];
const text = [
  'Harbour regulation no. 4711, in force since 3 May 2019.',
  ...chapters.map(
    (title, n) => `## ${title}\n\n${`Rule ${n} of ${title.toLowerCase()} holds for all boats. `.repeat(12)}`,
  ),
].join('\n\n');

test('first page and contents go to the model once, and the contents are never found', async () => {
  const base = await buildKnowledgeBase(person, {
    chunk_options: { chunk_token_number: 64 },
    enrichment_options: { first_page_text: true, table_of_contents_chunk_count: 2 },
  });
  const document = await buildDocument(person, { knowledge_base_id: base.id, name: 'harbour', text });
  expect(document.status, JSON.stringify(document.error)).toBe(3);
  const { items } = (await person.call('GET', `/documents/${document.id}/chunks?page_size=200`)).body;
  const contents = items.filter(({ kind }: { kind: string }) => kind === 'contents');
  expect(contents).toHaveLength(1);
  const { body } = await person.call('POST', '/retrieval', {
    question: 'Moorings winter storage fuel waste visitors fees 4711',
    knowledge_base_ids: [base.id],
    settings: { top_n: 200, similarity_threshold: 0 },
  });
  expect(body.hits.length).toBe(items.length - 1);
  expect(body.hits.map(({ kind }: { kind: string }) => kind)).not.toContain('contents');

  const model = await server.admin.call('POST', '/models', {
    provider_id: 'openai-compatible',
    model_name: 'writer',
    type: 'chat',
    base_url: provider.baseUrl,
  });
  const assistant = await buildAssistant(person, {
    knowledge_base_ids: [base.id],
    chat_model_id: model.body.id,
  });
  const { id } = await buildConversation(person, assistant.id);
  await person.call('POST', `/conversations/${id}/messages`, {
    content: 'What holds for fuel of all boats?',
  });
  const asked = provider.requests.findLast(({ call }) => call === 'chat')?.body.messages as {
    content: string;
  }[];
  const system = asked[0]?.content ?? '';
  expect(system.split('4711, in force since').length - 1).toBeGreaterThanOrEqual(1);
  expect(system.split('About “').length - 1).toBe(1);
  expect(system).toContain('- Winter storage');
  expect(system).toContain('[1]');

  // The map may be corrected by hand; it is still not found, and the index still counts what it should.
  const change = await person.call('PATCH', `/documents/${document.id}/chunks/${contents[0].id}`, {
    text: '- Quicksilver',
  });
  expect(change.status).toBe(200);
  const { body: after } = await person.call('POST', '/retrieval', {
    question: 'Quicksilver',
    knowledge_base_ids: [base.id],
  });
  expect(after.hits.map(({ text: found }: { text: string }) => found)).not.toContain('- Quicksilver');
  expect(await reconcile(server.platform)).toMatchObject({ documents: 0, indexes: 0 });
});

test('every chunk is found a little by the first page, less than by its own words', async () => {
  const base = await buildKnowledgeBase(person, {
    chunk_options: { chunk_token_number: 64 },
    enrichment_options: { first_page_text: true },
  });
  await buildDocument(person, { knowledge_base_id: base.id, name: 'harbour', text });
  await buildDocument(person, {
    knowledge_base_id: base.id,
    name: 'other',
    text: text.replace('4711', '23'),
  });
  const { body } = await person.call('POST', '/retrieval', {
    question: '4711 fuel',
    knowledge_base_ids: [base.id],
    settings: { keyword_weight: 1, similarity_threshold: 0 },
  });
  expect(body.hits[0]).toMatchObject({ document_name: 'harbour.md' });
  expect(body.hits[0].text.toLowerCase()).toMatch(/fuel|4711/);
});

test('a document is found by the folders of its file', async () => {
  const owner = await server.addMember(await server.signUp(), 'COMPANY');
  const base = await buildKnowledgeBase(owner);
  const folder = async (name: string, parent_id: string | null) =>
    (await owner.call('POST', '/folders', { name, parent_id })).body.id;
  const inner = await folder('Zeppelin', await folder('Hangars', null));
  const { body } = await owner.upload(`/files?folder_id=${inner}`, [
    { name: 'note.md', bytes: 'The doors open at nine.' },
  ]);
  const linked = await owner.call('POST', '/files/link', {
    file_ids: [body.files[0].id],
    knowledge_base_ids: [base.id],
  });
  expect(linked.body).toMatchObject({ documents: 1 });
  const { items } = (await owner.call('GET', `/knowledge-bases/${base.id}/documents`)).body;
  expect((await waitUntilParsed(owner, items[0].id)).status).toBe(3);
  const { body: found } = await owner.call('POST', '/retrieval', {
    question: 'zeppelin hangars',
    knowledge_base_ids: [base.id],
  });
  expect(found.hits[0]?.document_name).toBe('note.md');
});
