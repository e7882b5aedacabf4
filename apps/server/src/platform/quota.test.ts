import { type QuotaKey, quotaKeys, quotas, snakeCase } from '@lectern/contract';
import {
  type ApiClient,
  buildConversation,
  buildKnowledgeBase,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordRequest } from '../features/usage/usage.service.ts';
import type { Tx } from './database/database.ts';
import { takeQuota } from './quota.ts';

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

/** Takes one place of each quota the way that its calls do: count and insert in one transaction. */
const takers: Record<
  QuotaKey,
  (tx: Tx, ids: { companyId: string; accountId: string; n: number }) => Promise<unknown>
> = {
  users: (tx, { companyId, n }) =>
    tx.$client.query(
      `insert into invitations (id, company_id, email, level, invited_by, token_hash, expires_at)
       values (gen_random_uuid(), $1, $2, 0, 'x', gen_random_uuid()::text, now() + interval '1 day')`,
      [companyId, `${n}@example.org`],
    ),
  assistants: (tx, { companyId, accountId, n }) =>
    tx.$client.query(
      `insert into assistants (id, company_id, owner_id, name, description, language, opener, empty_response, system_prompt,
         variables, retrieval, parameters, show_quote, conversation_memory)
       values (gen_random_uuid(), $1, $2, $3, '', 'en', '', '', '', '[]', '{}', '{}', true, 6)`,
      [companyId, accountId, `${n}`],
    ),
  knowledgeBases: (tx, { companyId, accountId, n }) =>
    tx.$client.query(
      `insert into knowledge_bases select (jsonb_populate_record(null::knowledge_bases, to_jsonb(k)
         || jsonb_build_object('id', gen_random_uuid(), 'name', $2::text, 'owner_id', $3::uuid))).*
       from knowledge_bases k where company_id = $1 order by created_at limit 1`,
      [companyId, `${n}`, accountId],
    ),
  iframes: (tx, { companyId, accountId, n }) =>
    tx.$client.query(
      `insert into api_tokens (id, company_id, account_id, name, token_hash, hint, scopes)
       values (gen_random_uuid(), $1, $2, $3, gen_random_uuid()::text, 'x', '{}')`,
      [companyId, accountId, `${n}`],
    ),
  storage: (tx, { companyId, accountId, n }) =>
    tx.$client.query(
      `insert into files (id, company_id, owner_id, name, object_key, sha256, size_bytes)
       values (gen_random_uuid(), $1, $2, $3, $3, 'x', 1)`,
      [companyId, accountId, `${n}`],
    ),
  monthlyRequests: (tx, { companyId, n }) => request(tx, companyId, n),
  yearlyRequests: (tx, { companyId, n }) => request(tx, companyId, n),
};

function request(tx: Tx, companyId: string, n: number) {
  const places = [] as unknown as Parameters<typeof recordRequest>[2];
  return recordRequest(tx, { operationId: `request:${n}`, companyId, source: 'app' }, places);
}

describe.each(quotaKeys)('of the quota %s', (key) => {
  test('fifty who take the last place at once: one has it, and the count says so', async () => {
    const start = { users: 1, knowledgeBases: 1 }[key as string] ?? 0;
    const scale = key === 'storage' ? 1024 ** 3 : 1;
    const person = await signUpWithLimits({ [snakeCase(quotas[key].packageField)]: (start + 1) / scale });
    const { id: accountId, company } = (await person.call('GET', '/me')).body;
    // The one that the others are made like.
    if (key === 'knowledgeBases') await buildKnowledgeBase(person);
    const outcomes = await fifty((n) =>
      server.platform.database
        .withCompany(company.id, async (tx) => {
          await takeQuota(tx, company.id, key, 1);
          await takers[key](tx, { companyId: company.id, accountId, n });
        })
        .then(
          () => 'taken',
          (error: { code?: string }) => error.code,
        ),
    );
    expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(1);
    expect(new Set(outcomes.filter((outcome) => outcome !== 'taken')).size).toBe(1);
    expect(outcomes.find((outcome) => outcome !== 'taken')).toMatch(/^quota\..*_reached$/);
    const { limits } = (await person.call('GET', '/me/company/limits')).body;
    expect(limits.find(({ quota }: { quota: string }) => quota === key)).toMatchObject({
      used: start + 1,
      max: start + 1,
    });
  });
});

test('what has run out holds no place: invitations and tokens', async () => {
  const person = await signUpWithLimits({ max_users: 2, max_chatbot_iframes: 1 });
  const { id, company } = (await person.call('GET', '/me')).body;
  const read = async () =>
    (await person.call('GET', '/me/company/limits')).body.limits
      .filter(({ quota }: { quota: string }) => ['users', 'iframes'].includes(quota))
      .map(({ used }: { used: number }) => used);
  await server.platform.database.withCompany(company.id, async (tx) => {
    for (const key of ['users', 'iframes'] as const)
      await takers[key](tx, { companyId: company.id, accountId: id, n: 1 });
  });
  expect(await read()).toEqual([2, 1]);
  for (const table of ['invitations', 'api_tokens'])
    await server.query(`update ${table} set expires_at = now() - interval '1 second' where company_id = $1`, [
      company.id,
    ]);
  expect(await read()).toEqual([1, 0]);
});

test('a month begins anew with the next, a year does not', async () => {
  const person = await signUpWithLimits({ max_requests: 3, yearly_max_requests: 10 });
  const { company } = (await person.call('GET', '/me')).body;
  // The year's first month and the one before it, whatever today is.
  await server.query(
    `insert into request_counters (company_id, month, requests)
     select $1::uuid, date_trunc('year', now() at time zone 'UTC')::date, 4
     union all select $1::uuid, (date_trunc('year', now() at time zone 'UTC') - interval '1 month')::date, 100`,
    [company.id],
  );
  const inJanuary = new Date().getUTCMonth() === 0;
  const { limits } = (await person.call('GET', '/me/company/limits')).body;
  const used = (key: string) => limits.find(({ quota }: { quota: string }) => quota === key).used;
  expect([used('monthlyRequests'), used('yearlyRequests')]).toEqual([inJanuary ? 4 : 0, 4]);
});

test('one company at its limit leaves the others alone', async () => {
  const full = await signUpWithLimits({ max_kbs: 0 });
  const free = await server.signUp();
  expect((await full.call('POST', '/knowledge-bases', { name: 'x' })).status).toBe(409);
  expect((await free.call('POST', '/knowledge-bases', { name: 'x' })).status).toBe(201);
});
