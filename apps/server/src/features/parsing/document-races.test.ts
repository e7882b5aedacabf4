import {
  type ApiClient,
  buildDocument,
  buildKnowledgeBase,
  startTestServer,
  type TestServer,
  waitUntilParsed,
} from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { syncDocumentIndex } from '../indexing/index-repair.service.ts';

let server: TestServer;
let person: ApiClient;

beforeAll(async () => {
  server = await startTestServer();
  person = await server.signUp();
});
afterAll(() => server.close());

const statusesOf = async (calls: Promise<{ status: number }>[]) =>
  (await Promise.all(calls)).map(({ status }) => status).sort();

test('of eight calls to parse one document at once, one begins a parse', async () => {
  const document = await buildDocument(person, { parse: false });
  const path = `/documents/${document.id}/parse`;
  const statuses = await statusesOf(Array.from({ length: 8 }, () => person.call('POST', path)));
  expect(statuses).toEqual([202, ...Array(7).fill(409)]);
  await waitUntilParsed(person, document.id);
  const [row] = await server.query('select parse_version from documents where id = $1', [document.id]);
  expect(row).toEqual({ parse_version: 1 });
});

test('a chunk that is deleted many times at once is counted once', async () => {
  const document = await buildDocument(person);
  const { items } = (await person.call('GET', `/documents/${document.id}/chunks`)).body;
  const path = `/documents/${document.id}/chunks/${items[0].id}`;
  const statuses = await statusesOf(Array.from({ length: 6 }, () => person.call('DELETE', path)));
  expect(statuses).toEqual([204, ...Array(5).fill(404)]);
  const { chunk_count } = (await person.call('GET', `/documents/${document.id}`)).body;
  expect(chunk_count).toBe(document.chunk_count - 1);
});

test('documents renamed to one name at once: one gets it, the others are told that it is taken', async () => {
  const base = await buildKnowledgeBase(person);
  const documents = await Promise.all(
    [1, 2, 3, 4].map(() => buildDocument(person, { knowledge_base_id: base.id, parse: false })),
  );
  const statuses = await statusesOf(
    documents.map(({ id }) => person.call('PATCH', `/documents/${id}`, { name: 'same.md' })),
  );
  expect(statuses).toEqual([200, 409, 409, 409]);
});

test('bases renamed to one name at once: one gets it, the others are told that it is taken', async () => {
  const bases = await Promise.all([1, 2, 3, 4].map(() => buildKnowledgeBase(person)));
  const statuses = await statusesOf(
    bases.map(({ id }) => person.call('PATCH', `/knowledge-bases/${id}`, { name: 'One name' })),
  );
  expect(statuses).toEqual([200, 409, 409, 409]);
});

test('chunks of a document that is gone leave the index, and the table of a base that is gone leaves the disk', async () => {
  const document = await buildDocument(person);
  const { index } = server.platform;
  const [row] = await server.query('select company_id from documents where id = $1', [document.id]);
  const place = {
    companyId: row?.company_id as string,
    knowledgeBaseId: document.knowledge_base_id,
    documentId: document.id,
  };
  await server.query('delete from documents where id = $1', [document.id]);
  expect((await index.findState(place.knowledgeBaseId))?.chunks).toBeGreaterThan(0);
  await syncDocumentIndex(server.platform, place);
  expect((await index.findState(place.knowledgeBaseId))?.chunks).toBe(0);
  await server.query('delete from knowledge_bases where id = $1', [place.knowledgeBaseId]);
  await syncDocumentIndex(server.platform, place);
  expect(await index.findState(place.knowledgeBaseId)).toBeUndefined();
});
