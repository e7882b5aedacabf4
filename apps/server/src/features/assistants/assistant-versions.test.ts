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
let owner: ApiClient;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signUp();
});
afterAll(() => server.close());

async function versionsOf(client: ApiClient, id: string) {
  const { body } = await client.call('GET', `/assistants/${id}/versions`);
  return body.items as { number: number; note: string; published_by_name: string }[];
}

async function ask(client: ApiClient, assistantId: string, options: { uses_draft?: boolean } = {}) {
  const { body } = await client.call('POST', `/assistants/${assistantId}/conversations`, options);
  await client.call('POST', `/conversations/${body.id}/messages`, { content: 'When does the rose bloom?' });
  const read = (await client.call('GET', `/conversations/${body.id}`)).body;
  return { id: body.id as string, answer: read.messages.at(-1).content as string };
}

test('an assistant is published when it is made and when it is saved', async () => {
  const { id, version, draft } = await buildAssistant(owner, { opener: 'One' });
  expect({ version, draft }).toEqual({ version: 1, draft: null });
  const saved = await owner.call('PATCH', `/assistants/${id}`, { opener: 'Two', note: 'Friendlier' });
  expect(saved.body.version).toBe(2);
  // Neither a name nor settings that stay as they are make a version.
  await owner.call('PATCH', `/assistants/${id}`, { opener: 'Two', name: `Renamed ${id}` });
  expect(await versionsOf(owner, id)).toMatchObject([
    { number: 2, note: 'Friendlier' },
    { number: 1, note: '' },
  ]);
  const first = (await owner.call('GET', `/assistants/${id}/versions/1`)).body;
  expect(first).toMatchObject({ number: 1, settings: { opener: 'One' } });
  expect((await owner.call('GET', `/assistants/${id}/versions/3`)).status).toBe(404);
});

test('a draft is tried by those who may change it, and others get what is published', async () => {
  const base = await buildDocument(owner, { text: 'The rose blooms in June.' });
  const { id } = await buildAssistant(owner, { knowledge_base_ids: [base.knowledge_base_id] });
  const member = await server.addMember(owner, 'USER');
  const draft = { knowledge_base_ids: [], empty_response: 'x', publish: false };
  const saved = (await owner.call('PATCH', `/assistants/${id}`, draft)).body;
  expect(saved).toMatchObject({ version: 1, knowledge_base_ids: [base.knowledge_base_id] });
  expect(saved.draft.saved_at).toBeTruthy();
  expect((await owner.call('GET', `/assistants/${id}/draft`)).body).toMatchObject({ empty_response: 'x' });
  const summaryFor = async (client: ApiClient) =>
    (await client.call('GET', '/assistants')).body.items.find((item: { id: string }) => item.id === id);
  expect((await summaryFor(owner)).has_draft).toBe(true);
  expect((await summaryFor(member)).has_draft).toBe(false);
  expect((await ask(owner, id)).answer).toContain('June');
  const tried = await ask(owner, id, { uses_draft: true });
  expect(tried.answer).not.toContain('June');
  // Whoever may only chat gets no draft, whatever it asks for.
  const theirs = await ask(member, id, { uses_draft: true });
  expect(theirs.answer).toContain('June');
  expect((await member.call('PUT', `/conversations/${theirs.id}/draft`, { uses_draft: true })).status).toBe(
    403,
  );
  const builder = await server.addMember(owner, 'ELEVATED_USER');
  for (const path of ['draft', 'versions', 'versions/1'])
    expect((await builder.call('GET', `/assistants/${id}/${path}`)).status, path).toBe(403);
  expect((await builder.call('GET', `/assistants/${id}`)).body.draft).toBeNull();

  const back = await owner.call('PUT', `/conversations/${tried.id}/draft`, { uses_draft: false });
  expect(back.body.uses_draft).toBe(false);
  const published = await owner.call('POST', `/assistants/${id}/draft/publish`, { note: 'No documents' });
  expect(published.body).toMatchObject({ version: 2, draft: null, knowledge_base_ids: [] });
  expect((await owner.call('POST', `/assistants/${id}/draft/publish`, {})).status).toBe(409);
  expect((await ask(member, id)).answer).not.toContain('June');

  const restored = await owner.call('POST', `/assistants/${id}/versions/1/restore`, { note: 'Back' });
  expect(restored.body).toMatchObject({ version: 3, knowledge_base_ids: [base.knowledge_base_id] });
  expect((await ask(member, id)).answer).toContain('June');
});

test('a draft keeps what is published beside it, and goes when it says nothing else', async () => {
  const { id } = await buildAssistant(owner, { opener: 'One', empty_response: 'None' });
  await owner.call('PATCH', `/assistants/${id}`, { opener: 'Draft', publish: false });
  // A script that publishes one setting leaves the draft of the others.
  const patched = await owner.call('PATCH', `/assistants/${id}`, { empty_response: 'Nothing' });
  expect(patched.body).toMatchObject({ opener: 'One', empty_response: 'Nothing', version: 2 });
  const draft = (await owner.call('GET', `/assistants/${id}/draft`)).body;
  expect(draft).toMatchObject({ opener: 'Draft', empty_response: 'Nothing' });
  expect((await owner.call('PATCH', `/assistants/${id}`, { opener: 'Draft' })).body.draft).toBeNull();
  await owner.call('PATCH', `/assistants/${id}`, { opener: 'Another', publish: false });
  expect((await owner.call('DELETE', `/assistants/${id}/draft`)).status).toBe(204);
  expect((await owner.call('GET', `/assistants/${id}/draft`)).status).toBe(409);
});

test('an earlier version comes back without the knowledge bases that are gone', async () => {
  const [gone, kept] = [await buildKnowledgeBase(owner), await buildKnowledgeBase(owner)];
  const { id } = await buildAssistant(owner, { knowledge_base_ids: [gone.id, kept.id] });
  await owner.call('PATCH', `/assistants/${id}`, { knowledge_base_ids: [] });
  await owner.call('DELETE', `/knowledge-bases/${gone.id}`);
  const restored = await owner.call('POST', `/assistants/${id}/versions/1/restore`, {});
  expect(restored.body.knowledge_base_ids).toEqual([kept.id]);
});

test('the last hundred versions are kept, and older ones that an evaluation asked', async () => {
  const { id } = await buildAssistant(owner, { opener: 'One' });
  const { knowledge_base_id: baseId } = await buildDocument(owner, { text: 'The rose blooms in June.' });
  const set = await owner.call('POST', `/knowledge-bases/${baseId}/evaluation-sets`, { name: 'Roses' });
  await server.query(
    `insert into assistant_versions (id, company_id, assistant_id, number, settings, note)
     select gen_random_uuid(), company_id, assistant_id, n, settings, '' from assistant_versions, generate_series(2, 104) n
     where assistant_id = $1`,
    [id],
  );
  await server.query('update assistants set version = 104 where id = $1', [id]);
  await server.query(
    `insert into answer_runs (id, company_id, assistant_id, evaluation_set_id, owner_id, state, from_draft, version, settings, judge)
     select gen_random_uuid(), company_id, id, $2, owner_id, 'finished', false, 3, '{}', 'words' from assistants where id = $1`,
    [id, set.body.id],
  );
  await owner.call('PATCH', `/assistants/${id}`, { opener: 'Two' });
  const rows = await server.query(
    'select number from assistant_versions where assistant_id = $1 order by number',
    [id],
  );
  expect(rows.map(({ number }) => number)).toEqual([3, ...Array.from({ length: 100 }, (_, n) => n + 6)]);
});

test('parallel changes are published one after the other', async () => {
  const { id } = await buildAssistant(owner);
  const openers = ['a', 'b', 'c', 'd'];
  await Promise.all(openers.map((opener) => owner.call('PATCH', `/assistants/${id}`, { opener })));
  expect((await versionsOf(owner, id)).map(({ number }) => number)).toEqual([5, 4, 3, 2, 1]);
});
