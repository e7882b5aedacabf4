import {
  type ApiClient,
  buildDocument,
  buildModel,
  type FakeProvider,
  startFakeProvider,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let provider: FakeProvider;
let person: ApiClient;
let document: { id: string; knowledge_base_id: string };

beforeAll(async () => {
  provider = await startFakeProvider();
  server = await startTestServer({ LECTERN_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${provider.port}` });
  person = await server.signUp();
  document = await buildDocument(person, {
    name: 'society.md',
    text: [
      '# The garden society',
      'The garden society of the town was founded by Anna Berg on 3 May 1986 in the city park.',
      '# Terms',
      'The term “grafting” means joining parts of two plants so that they grow as one plant.',
    ].join('\n\n'),
  });
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

const guideOf = () => person.call('GET', `/documents/${document.id}/study-guide`);

test('without a model the guide is made of sentences of the document, with their places', async () => {
  const { status, body } = await guideOf();
  expect(status).toBe(200);
  expect(body).toMatchObject({ written_by: 'words', model_name: null, is_current: true, can_write: false });
  expect(body.timeline[0]).toMatchObject({ date: '1986-05-03' });
  expect(body.glossary[0].term).toBe('grafting');
  const [source] = body.timeline[0].sources;
  expect(source).toMatchObject({ document_id: document.id, document_name: 'society.md' });
  expect(source.quote).toContain('founded by Anna Berg');
  const base = await person.call('GET', `/knowledge-bases/${document.knowledge_base_id}/study-guide`);
  expect(base.body.glossary).toEqual(body.glossary);
  const written = await person.call('POST', `/documents/${document.id}/study-guide`);
  expect(written.body.error.code).toBe('study_guide.no_model');
});

test('a model writes it from the passages, pays for it once, and another version of the text outdates it', async () => {
  const model = await buildModel(server.admin, provider, { model_name: 'writer-1' });
  expect((await server.admin.call('PATCH', '/system-models', { chat: model.id })).status).toBe(200);
  const write = () => person.call('POST', `/documents/${document.id}/study-guide`);

  provider.setChat({ tokens: ['I cannot do that.'] });
  expect((await write()).body.error.code).toBe('study_guide.unusable');
  expect((await guideOf()).body.written_by).toBe('words');

  const answer = {
    summary: [
      { text: 'Anna Berg founded the society in 1986.', passages: [1] },
      { text: 'Invented.', passages: [7] },
    ],
  };
  provider.setChat({ tokens: [JSON.stringify(answer)] });
  const { status, body } = await write();
  expect(status).toBe(200);
  expect(body).toMatchObject({ written_by: 'model', is_current: true, can_write: true });
  expect(body.summary).toHaveLength(1);
  expect(body.summary[0].sources[0].quote).toContain('founded by Anna Berg');
  expect(provider.requests.filter(({ call }) => call === 'chat')).toHaveLength(2);

  await person.call('POST', `/documents/${document.id}/chunks`, { text: 'The society has a new head.' });
  expect((await guideOf()).body.is_current).toBe(false);
  const stranger = await server.signUp();
  expect((await stranger.call('GET', `/documents/${document.id}/study-guide`)).status).toBe(404);
});
