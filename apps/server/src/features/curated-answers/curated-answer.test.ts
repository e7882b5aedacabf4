import {
  type ApiClient,
  buildAssistant,
  buildConversation,
  buildDocument,
  startTestServer,
  type TestServer,
  waitUntilParsed,
} from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let person: ApiClient;

beforeAll(async () => {
  server = await startTestServer();
  person = await server.signUp();
});
afterAll(() => server.close());

async function setUp() {
  const document = await buildDocument(person, { text: 'The rose blooms in June.' });
  const assistant = await buildAssistant(person, { knowledge_base_ids: [document.knowledge_base_id] });
  const chunk = (await person.call('GET', `/documents/${document.id}/chunks`)).body.items[0];
  const path = `/assistants/${assistant.id}/curated-answers`;
  const keep = (fields: Record<string, unknown>) =>
    person.call('POST', path, {
      question: 'When does the rose bloom?',
      answer: 'From early June.',
      ...fields,
    });
  return { document, assistant, chunk, path, keep };
}

async function ask(client: ApiClient, conversationId: string, content: string) {
  await client.call('POST', `/conversations/${conversationId}/messages`, { content });
  return (await client.call('GET', `/conversations/${conversationId}`)).body.messages.at(-1);
}

test('a question that matches is answered by its kept answer, with its sources and without a model', async () => {
  const { document, assistant, chunk, keep } = await setUp();
  const kept = (await keep({ alternatives: ['In which month does the rose bloom?'], chunk_ids: [chunk.id] }))
    .body;
  expect(kept).toMatchObject({ enabled: true, missing_sources: 0 });
  expect(kept.sources[0]).toMatchObject({ chunk_id: chunk.id, document_id: document.id });
  const { id } = await buildConversation(person, assistant.id);
  const requests = async () =>
    (await server.query('select sum(requests)::int as n from request_counters'))[0]?.n as number;
  const before = await requests();

  const answer = await ask(person, id, 'Hello, could you tell me when the rose blooms?');
  expect(answer).toMatchObject({
    content: 'From early June. [1]',
    status: 'complete',
    curated: true,
    model_name: null,
    usage: null,
    support: null,
  });
  expect(answer.citations[0]).toMatchObject({
    number: 1,
    chunk_id: chunk.id,
    quote: 'The rose blooms in June.',
  });
  expect(await requests()).toBe(before + 1);
  const explanation = (await person.call('GET', `/conversations/${id}/messages/${answer.id}/explanation`))
    .body;
  expect(explanation.curated).toEqual({
    id: kept.id,
    question: 'When does the rose bloom?',
    phrasing: 'When does the rose bloom?',
  });
  expect(explanation.hits[0]).toMatchObject({ chunk_id: chunk.id, outcome: 'cited' });
  expect((await ask(person, id, 'in which month does the rose bloom')).curated).toBe(true);

  // Another question, and one that leans on the conversation.
  expect((await ask(person, id, 'When does the rose not bloom?')).curated).toBe(false);
  expect((await ask(person, id, 'And when does it bloom?')).curated).toBe(false);
  const match = async (question: string) =>
    (await person.call('POST', `/assistants/${assistant.id}/curated-answers/match`, { question })).body.match;
  expect(await match('When does the rose bloom')).toMatchObject({ curated_answer_id: kept.id });
  expect(await match('Who planted the rose?')).toBeNull();

  // A deleted document is not cited, and a disabled answer not given.
  await person.call('DELETE', `/documents/${document.id}`);
  const uncited = await ask(person, id, 'When does the rose bloom?');
  expect(uncited).toMatchObject({ content: 'From early June.', citations: [], curated: true });
  await person.call('PATCH', `/curated-answers/${kept.id}`, { enabled: false });
  expect((await ask(person, id, 'When does the rose bloom?')).curated).toBe(false);
});

test('sources are found again after a parse, and shown as they were when they are gone', async () => {
  const { document, assistant, chunk, path, keep } = await setUp();
  const kept = (await keep({ chunk_ids: [chunk.id] })).body;
  const listed = async () => (await person.call('GET', path)).body.items[0];
  await person.call('POST', `/documents/${document.id}/parse`);
  await waitUntilParsed(person, document.id);
  const again = await listed();
  expect(again).toMatchObject({ missing_sources: 0, updated_at: kept.updated_at });
  expect(again.sources[0]).toMatchObject({ text: chunk.text, gone: false });
  expect(again.sources[0].chunk_id).not.toBe(chunk.id);

  // Found by the question itself, too: the passage is cited, somewhat longer than it was.
  const replace = async (bytes: string) => {
    await person.upload(`/documents/${document.id}/file`, [{ name: document.name, bytes }]);
    await waitUntilParsed(person, document.id);
  };
  await replace('The rose blooms in June. It needs sun.');
  const { id } = await buildConversation(person, assistant.id);
  const answer = await ask(person, id, 'When does the rose bloom?');
  expect(answer.citations[0]?.text ?? answer.citations[0]?.quote).toContain('The rose blooms in June.');

  await replace('Bees sleep in winter, and nobody knows why that is so.');
  expect(await listed()).toMatchObject({
    missing_sources: 1,
    sources: [{ document_name: document.name, gone: true }],
  });
  expect(await ask(person, id, 'When does the rose bloom?')).toMatchObject({ curated: true, citations: [] });
  // Its number is kept while other things are changed.
  const [source] = (await listed()).sources;
  const changed = await person.call('PATCH', `/curated-answers/${kept.id}`, {
    answer: 'In June.',
    chunk_ids: [source.chunk_id],
  });
  expect(changed.body.sources).toEqual([source]);
});

test('answers are searched, changed and deleted; bad input is refused at its field', async () => {
  const { path, keep } = await setUp();
  const kept = (await keep({})).body;
  const taken = await keep({ question: 'when does the ROSE bloom?' });
  expect([taken.status, taken.body.error.code]).toEqual([409, 'curated_answer.question_taken']);
  const empty = await keep({ question: ' ', answer: '' });
  expect(empty.body.error.details.fields.map(({ path: field }: { path: string }) => field)).toEqual([
    'question',
    'answer',
  ]);
  const foreign = await buildDocument(person, { text: 'A text of another knowledge base.' });
  const [other] = (await person.call('GET', `/documents/${foreign.id}/chunks`)).body.items;
  const refused = await keep({ question: 'Another?', chunk_ids: [other.id] });
  expect([refused.status, refused.body.error.code]).toEqual([404, 'chunk.not_found']);

  const changed = await person.call('PATCH', `/curated-answers/${kept.id}`, {
    question: 'When do roses bloom?',
    alternatives: ['Rose season?', 'Rose season?', 'When do roses bloom?'],
  });
  expect(changed.body).toMatchObject({ answer: 'From early June.', alternatives: ['Rose season?'] });
  const list = async (search: string) => (await person.call('GET', `${path}?search=${search}`)).body;
  expect((await list('season')).items).toEqual([changed.body]);
  expect((await list('tulip')).total).toBe(0);

  // People who only chat with the assistant do not see them.
  const member = await server.addMember(person, 'ELEVATED_USER');
  expect((await member.call('GET', path)).status).toBe(403);
  expect((await member.call('DELETE', `/curated-answers/${kept.id}`)).status).toBe(403);
  expect((await person.call('DELETE', `/curated-answers/${kept.id}`)).status).toBe(204);
  expect((await list('')).total).toBe(0);
});
