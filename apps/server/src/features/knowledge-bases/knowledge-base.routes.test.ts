import { buildDocument, buildKnowledgeBase, startTestServer, type TestServer } from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('a base is created with defaults, listed, renamed and deleted', async () => {
  const person = await server.signUp();
  const base = await buildKnowledgeBase(person, { name: 'Bylaws' });
  expect(base).toMatchObject({ name: 'Bylaws', chunk_method: 'naive', permission: 'me', document_count: 0 });
  expect(base.chunk_options.chunk_token_number).toBe(512);

  const renamed = await person.call('PATCH', `/knowledge-bases/${base.id}`, { name: 'Bylaws 2026' });
  expect(renamed.body.name).toBe('Bylaws 2026');

  expect((await person.call('DELETE', `/knowledge-bases/${base.id}`)).status).toBe(204);
  expect((await person.call('GET', `/knowledge-bases/${base.id}`)).status).toBe(410);
  expect((await person.call('GET', '/knowledge-bases')).body).toEqual({ items: [], total: 0 });
});

test('a name is not repeated, whatever its case', async () => {
  const person = await server.signUp();
  await buildKnowledgeBase(person, { name: 'Contracts' });
  const again = await person.call(
    'POST',
    '/knowledge-bases',
    { name: 'CONTRACTS' },
    { 'accept-language': 'fr' },
  );
  expect(again.status).toBe(409);
  expect(again.body.error.code).toBe('knowledge_base.name_taken');
  expect(again.body.error.message).toContain('CONTRACTS');
  expect(again.body.error.request_id).toBe(again.headers.get('x-request-id'));
});

test('bad input is refused by field', async () => {
  const person = await server.signUp();
  const empty = await person.call('POST', '/knowledge-bases', { name: ' ' });
  expect(empty.status).toBe(422);
  expect(empty.body.error.details.fields[0].path).toBe('name');
  const owned = await person.call('POST', '/knowledge-bases', { name: 'x', company_id: 'y', owner_id: 'z' });
  expect(owned.status).toBe(422);
  const method = await person.call('POST', '/knowledge-bases', { name: 'x', chunk_method: 'alchemy' });
  expect(method.body.error.code).toBe('knowledge_base.chunk_method_unknown');
  const option = await person.call('POST', '/knowledge-bases', {
    name: 'x',
    chunk_options: { chunk_token_number: 0 },
  });
  expect(option.body.error.code).toBe('knowledge_base.chunk_options_invalid');
});

test('without a token nothing is told', async () => {
  for (const [method, path] of [
    ['GET', '/knowledge-bases'],
    ['POST', '/knowledge-bases'],
  ] as const)
    expect((await server.anonymous.call(method, path)).status).toBe(401);
});

test('a base of another company does not exist', async () => {
  const owner = await server.signUp();
  const stranger = await server.signUp();
  const base = await buildKnowledgeBase(owner);
  for (const method of ['GET', 'PATCH', 'DELETE'])
    expect(
      (
        await stranger.call(
          method,
          `/knowledge-bases/${base.id}`,
          method === 'PATCH' ? { name: 'Mine' } : undefined,
        )
      ).status,
    ).toBe(404);
  expect((await stranger.call('GET', '/knowledge-bases')).body.total).toBe(0);
});

test('the embedding model is fixed once chunks exist', async () => {
  const person = await server.signUp();
  const base = await buildKnowledgeBase(person);
  await buildDocument(person, { knowledge_base_id: base.id });
  const change = await person.call('PATCH', `/knowledge-bases/${base.id}`, { embedding_model_id: 'another' });
  expect(change.status).toBe(409);
  expect(change.body.error.code).toBe('knowledge_base.embedding_model_locked');
});

test('whoever builds a base is told what reads scans, without where it lies', async () => {
  const person = await server.signUp();
  const { status, body } = await person.call('GET', '/recogniser');
  expect(status).toBe(200);
  const { recogniser } = body;
  if (recogniser !== null) {
    expect(recogniser.languages.length).toBeGreaterThan(0);
    expect(Object.keys(recogniser).sort()).toEqual(['languages', 'name', 'state', 'version']);
  }
});

test('a document that came in counts as an update of its base', async () => {
  const person = await server.signUp();
  const base = await buildKnowledgeBase(person);
  const { created_at } = await buildDocument(person, { knowledge_base_id: base.id, parse: false });
  const { body } = await person.call('GET', `/knowledge-bases/${base.id}`);
  expect([body.updated_at > base.updated_at, body.updated_at]).toEqual([true, created_at]);
});
