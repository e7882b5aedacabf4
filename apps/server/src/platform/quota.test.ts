import {
  type ApiClient,
  buildConversation,
  buildKnowledgeBase,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** A new company on a package of its own with these limits. */
async function signUpWithLimits(limits: Record<string, number>): Promise<ApiClient> {
  const person = await server.signUp();
  const { company } = (await person.call('GET', '/me')).body;
  const columns = Object.keys(limits);
  const [created] = await server.query(
    `insert into packages (id, name, ${columns.join(', ')})
     values (gen_random_uuid(), gen_random_uuid()::text, ${columns.map((_, n) => `$${n + 1}`).join(', ')}) returning id`,
    Object.values(limits),
  );
  await server.query('update companies set package_id = $1 where id = $2', [created?.id, company.id]);
  return person;
}

function countStatuses(answers: { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const fifty = <T>(make: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: 50 }, (_, n) => make(n)));

test.each([
  ['knowledge bases', '/knowledge-bases', { max_kbs: 2 }, 'quota.knowledge_bases_reached'],
  ['assistants', '/assistants', { max_chatbots: 2 }, 'quota.assistants_reached'],
])('fifty attempts at the last place for %s let exactly one through', async (_, path, limits, code) => {
  const person = await signUpWithLimits(limits);
  expect((await person.call('POST', path, { name: 'first' })).status).toBe(201);
  const answers = await fifty((n) => person.call('POST', path, { name: `attempt ${n}` }));
  expect(countStatuses(answers)).toEqual({ 201: 1, 409: 49 });
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.body.error).toMatchObject({ code, details: { used: 2, max: 2 } });
  expect(refused?.body.error.message).toContain('(2/2)');
  expect((await person.call('GET', path)).body.total).toBe(2);
  // A place that is given back can be taken again.
  const { items } = (await person.call('GET', path)).body;
  await person.call('DELETE', `${path}/${items[0].id}`);
  expect((await person.call('POST', path, { name: 'again' })).status).toBe(201);
});

test('uploads at once never pass the storage that was bought', async () => {
  const kilobyte = 1024;
  const person = await signUpWithLimits({ max_storage_gb: (5 * kilobyte) / 1024 ** 3 });
  const base = await buildKnowledgeBase(person);
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      person.upload(`/knowledge-bases/${base.id}/documents?parse=false`, [
        { name: `${n}.txt`, bytes: `${n}`.padEnd(kilobyte, 'x') },
      ]),
    ),
  );
  expect(countStatuses(answers)).toEqual({ 201: 30 });
  const taken = answers.filter(({ body }) => body.documents.length === 1);
  expect(taken).toHaveLength(5);
  const refused = answers.flatMap(({ body }) => body.refused);
  expect(refused).toHaveLength(25);
  for (const { code } of refused) expect(code).toBe('quota.storage_reached');
  const { limits } = (await person.call('GET', '/me/company/limits')).body;
  expect(limits.find(({ quota }: { quota: string }) => quota === 'storage')).toMatchObject({
    used: 5 * kilobyte,
    max: 5 * kilobyte,
  });
});

test.each([
  ['month', { max_requests: 3 }, 'quota.monthly_requests_reached'],
  ['year', { yearly_max_requests: 3 }, 'quota.yearly_requests_reached'],
])('questions of a %s end at the limit, also when asked at once', async (_, limits, code) => {
  const person = await signUpWithLimits(limits);
  const conversations = await Promise.all(Array.from({ length: 10 }, () => buildConversation(person)));
  const answers = await Promise.all(
    conversations.map(({ id }) =>
      person.call('POST', `/conversations/${id}/messages`, { content: 'Hello?' }),
    ),
  );
  expect(countStatuses(answers)).toEqual({ 200: 3, 429: 7 });
  expect(answers.find(({ status }) => status === 429)?.body.error.code).toBe(code);
});

test('one company at its limit leaves the others alone', async () => {
  const full = await signUpWithLimits({ max_kbs: 0 });
  const free = await server.signUp();
  expect((await full.call('POST', '/knowledge-bases', { name: 'x' })).status).toBe(409);
  expect((await free.call('POST', '/knowledge-bases', { name: 'x' })).status).toBe(201);
});
