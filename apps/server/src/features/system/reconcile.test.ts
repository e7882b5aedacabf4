import { randomBytes } from 'node:crypto';
import { buildDocument, buildKnowledgeBase, startTestServer, type TestServer } from '@lectern/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcile } from './reconcile.service.ts';

let server: TestServer;
const nothing = { objects: 0, indexes: 0, documents: 0, tombstones: 0 };
const dayLater = () => Date.now() + 86_400_000;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function* asyncOf(bytes: Uint8Array) {
  yield bytes;
}

test('a healthy installation has nothing without an owner', async () => {
  await buildDocument(await server.signUp());
  expect(await reconcile(server.platform, dayLater())).toEqual(nothing);
});

test('a lost index is built anew from the database, without asking a model', async () => {
  const person = await server.signUp();
  const base = await buildKnowledgeBase(person);
  const document = await buildDocument(person, {
    knowledge_base_id: base.id,
    text: 'The comet returned in 1986.',
  });
  const search = () =>
    person.call('POST', '/retrieval', {
      question: 'When did the comet return?',
      knowledge_base_ids: [base.id],
    });
  const before = await search();
  await server.platform.index.drop(base.id);
  expect((await search()).body.hits).toEqual([]);

  await reconcile(server.platform);
  const after = await search();
  expect(after.body.hits[0].document_id).toBe(document.id);
  expect(after.body.hits).toEqual(before.body.hits);
  expect(await reconcile(server.platform)).toEqual(nothing);
});

test('a question waits for an index that an earlier version built in another form', async () => {
  const person = await server.signUp();
  const base = await buildKnowledgeBase(person);
  const document = await buildDocument(person, {
    knowledge_base_id: base.id,
    text: 'Bats hang upside down.',
  });
  await server.platform.index.drop(base.id);
  await server.platform.database.acrossCompanies('an upgrade', (tx) =>
    tx.execute(sql`update knowledge_bases set index_form = 'earlier' where id = ${base.id}`),
  );

  const search = () =>
    person.call('POST', '/retrieval', { question: 'How do bats hang?', knowledge_base_ids: [base.id] });
  const answers = await Promise.all([search(), search(), search()]);
  expect(answers.map(({ body }) => body.hits[0]?.document_id)).toEqual(Array(3).fill(document.id));
});

test('vectors of no document and objects of no row are removed, those of an upload under way are not', async () => {
  const person = await server.signUp();
  const base = await buildKnowledgeBase(person);
  await buildDocument(person, { knowledge_base_id: base.id });
  const { index, objects } = server.platform;
  const stray = { documentId: crypto.randomUUID(), terms: 'stray', profile: new Uint8Array(8) };
  await index.upsertDocument(base.id, stray.documentId, [
    { ...stray, id: crypto.randomUUID(), vector: new Float32Array(384).fill(0.05) },
  ]);
  const { key } = await objects.put(base.id, asyncOf(randomBytes(64)));

  // The server's own round may come first: what counts is what is left.
  await reconcile(server.platform);
  expect((await index.countByDocument(base.id)).has(stray.documentId)).toBe(false);
  expect(await objects.head(key)).toBeDefined();
  await reconcile(server.platform, dayLater());
  expect(await objects.head(key)).toBeUndefined();
});
