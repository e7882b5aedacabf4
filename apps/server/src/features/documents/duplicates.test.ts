import {
  type ApiClient,
  buildDocument,
  buildKnowledgeBase,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let person: ApiClient;
beforeAll(async () => {
  server = await startTestServer();
  person = await server.signUp();
});
afterAll(() => server.close());

const garden = '# Garden\n\nThe rose blooms in June. The apple tree was planted in 1921.';

test('documents that say the same are found by bytes and by text, and answer once', async () => {
  const base = (await buildKnowledgeBase(person)).id;
  const add = (name: string, text: string, parse = true) =>
    buildDocument(person, { knowledge_base_id: base, name, text, parse });
  const first = await add('first', garden);
  const again = await add('again', garden);
  // The same words with other spaces between them.
  const spaced = await add('spaced', garden.replaceAll('. ', '.  '));
  const unread = await add('unread', garden, false);
  await add('other', 'The pond was dug in 1950.');

  const { body } = await person.call('GET', `/knowledge-bases/${base}/duplicates`);
  expect(body.superfluous).toBe(3);
  expect(body.groups).toHaveLength(1);
  expect(body.groups[0].kind).toBe('same_text');
  expect(body.groups[0].documents.map(({ id }: { id: string }) => id)).toEqual(
    [first, again, spaced, unread].map(({ id }) => id),
  );

  const question = { question: 'When does the rose bloom?', knowledge_base_ids: [base] };
  const { hits } = (await person.call('POST', '/retrieval', question)).body;
  expect(hits.filter((hit: { text: string }) => hit.text.includes('rose'))).toHaveLength(1);

  await person.call('DELETE', `/documents/${unread.id}`);
  await person.call('DELETE', `/documents/${spaced.id}`);
  const later = (await person.call('GET', `/knowledge-bases/${base}/duplicates`)).body;
  expect(later.groups[0].kind).toBe('same_file');
  expect(later.superfluous).toBe(1);
});

test('an upload says which of its files the base has already, and as what', async () => {
  const base = (await buildKnowledgeBase(person)).id;
  const elsewhere = (await buildKnowledgeBase(person)).id;
  const upload = (to: string, files: { name: string; bytes: string }[]) =>
    person.upload(`/knowledge-bases/${to}/documents?parse=false`, files);
  await upload(elsewhere, [{ name: 'elsewhere.txt', bytes: garden }]);
  const first = await upload(base, [{ name: 'first.txt', bytes: garden }]);
  expect(first.body.duplicates).toEqual([]);
  const second = await upload(base, [
    { name: 'second.txt', bytes: garden },
    { name: 'other.txt', bytes: 'other' },
    { name: 'other again.txt', bytes: 'other' },
  ]);
  const [again, other, otherAgain] = second.body.documents;
  const byId = (found: { document_id: string }[]) =>
    Object.fromEntries(found.map(({ document_id, ...rest }) => [document_id, rest]));
  expect(byId(second.body.duplicates)).toEqual({
    [again.id]: { original: { id: first.body.documents[0].id, name: 'first.txt' } },
    [otherAgain.id]: { original: { id: other.id, name: 'other.txt' } },
  });
});
