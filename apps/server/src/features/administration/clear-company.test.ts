import {
  type ApiClient,
  buildAssistant,
  buildConversation,
  buildDocument,
  buildKnowledgeBase,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Platform } from '../../platform/platform.ts';
import { reconcile } from '../system/reconcile.service.ts';
import { clearCompany } from './clear-company.service.ts';

let server: TestServer;
let admin: ApiClient;
/** Every table whose rows belong to a company; the audit log outlives it. */
let companyTables: string[];

const never = new AbortController().signal;
const nothing = { objects: 0, indexes: 0, documents: 0, tombstones: 0 };
const dayLater = () => Date.now() + 86_400_000;

beforeAll(async () => {
  server = await startTestServer();
  admin = server.admin;
  const rows = await server.query(
    "select table_name from information_schema.columns where table_schema = 'public' and column_name = 'company_id'",
  );
  companyTables = rows.map((row) => row.table_name as string).filter((name) => name !== 'audit_log');
  expect(companyTables.length).toBeGreaterThan(10);
});
afterAll(() => server.close());

/** A company in which there is something of everything, and the person whose only company it is. */
async function buildFullCompany() {
  const person = await server.signUp();
  const { id: accountId, company } = (await person.call('GET', '/me')).body;
  await server.query('update memberships set level = 2 where company_id = $1', [company.id]);
  const base = await buildKnowledgeBase(person);
  // The same bytes twice are one object.
  await buildDocument(person, { knowledge_base_id: base.id });
  await buildDocument(person, { knowledge_base_id: base.id });
  const empty = await buildKnowledgeBase(person);
  const assistant = await buildAssistant(person, { knowledge_base_ids: [base.id, empty.id] });
  const conversation = await buildConversation(person, assistant.id);
  await person.call('POST', `/conversations/${conversation.id}/messages`, { content: 'When does it bloom?' });
  await person.call('POST', '/company/invitations', { email: `${accountId}@example.net` });
  await person.call('POST', '/company/api-tokens', { name: 'token', scopes: ['chat'] });
  await server.query(
    `insert into models (id, company_id, provider_id, model_name, name, type)
     values (gen_random_uuid(), $1, 'openai-compatible', 'm', 'm', 'chat')`,
    [company.id],
  );
  return { person, accountId: accountId as string, company, base };
}

const pathOf = (company: { id: string }, action = '') => `/admin/companies/${company.id}${action}`;

/** The tombstone without its job, so that a test runs it. */
async function bury(company: { id: string }) {
  await admin.call('POST', pathOf(company, '/disable'));
  await server.query('update companies set deleted_at = now() where id = $1', [company.id]);
}

async function listLeft(company: { id: string }): Promise<string[]> {
  const left: string[] = [];
  for (const table of companyTables)
    if ((await server.query(`select 1 from ${table} where company_id = $1`, [company.id])).length > 0)
      left.push(table);
  if ((await server.query('select 1 from companies where id = $1', [company.id])).length > 0)
    left.push('companies');
  for await (const { key } of server.platform.objects.list(company.id)) left.push(key);
  return left;
}

async function waitUntilCleared(company: { id: string }): Promise<void> {
  for (let look = 0; look < 1200; look++) {
    if ((await server.query('select 1 from companies where id = $1', [company.id])).length === 0) return;
    await new Promise((next) => setTimeout(next, 50));
  }
  throw new Error('The company is still there');
}

const exists = async (accountId: string) =>
  (await server.query('select active from accounts where id = $1', [accountId]))[0];

test('a deleted company is gone at once, and soon nothing of it is left anywhere', async () => {
  const { person, accountId, company, base } = await buildFullCompany();
  expect(await listLeft(company)).toEqual(
    expect.arrayContaining(['chunks', 'messages', 'usage_records', 'request_counters', 'api_tokens']),
  );
  const remove = (name: string) => admin.call('DELETE', pathOf(company), { name });
  expect((await remove(company.name)).body.error.code).toBe('company.must_be_disabled');
  await admin.call('POST', pathOf(company, '/disable'));
  expect((await remove(`${company.name}!`)).body.error.code).toBe('company.name_mismatch');
  expect((await remove(company.name)).status).toBe(202);

  for (const [method, action, body] of [
    ['GET', ''],
    ['PATCH', '', { name: 'back' }],
    ['POST', '/enable'],
    ['POST', '/disable'],
    ['POST', '/impersonation', { name: company.name }],
    ['DELETE', '', { name: company.name }],
  ] as [string, string, unknown?][])
    expect((await admin.call(method, pathOf(company, action), body)).body.error.code).toBe(
      'company.not_found',
    );
  expect((await admin.call('GET', `/admin/companies?search=${company.name}`)).body.total).toBe(0);
  expect((await person.call('GET', '/me')).status).toBe(401);

  await waitUntilCleared(company);
  expect(await listLeft(company)).toEqual([]);
  expect(await server.platform.index.findState(base.id)).toBeUndefined();
  expect(await exists(accountId)).toBeUndefined();
  expect(await reconcile(server.platform, dayLater())).toEqual(nothing);
  const [entry] = await server.query(
    "select subject, company_name from audit_log where action = 'deleteCompany' and status = 202 and company_id = $1",
    [company.id],
  );
  expect(entry).toEqual({ subject: company.name, company_name: company.name });
});

test('its name is free again', async () => {
  const [{ id: packageId }] = (await admin.call('GET', '/admin/packages')).body.items;
  const make = (email: string) =>
    admin.call('POST', '/admin/companies', { name: 'Phoenix', package_id: packageId, email });
  const { company } = (await make('one@example.net')).body;
  await bury(company);
  expect((await make('two@example.net')).status).toBe(201);
  await clearCompany(server.platform, company.id, never);
  expect((await admin.call('GET', '/admin/companies?search=phoenix')).body.total).toBe(1);
});

test('people who are elsewhere too stay, and so do administrators; who made something elsewhere is switched off', async () => {
  const { company, accountId } = await buildFullCompany();
  const member = async (level: number) => {
    const person = await server.signUp();
    const me = (await person.call('GET', '/me')).body;
    await server.query(
      'insert into memberships (id, company_id, account_id, level) values (gen_random_uuid(), $1, $2, $3)',
      [company.id, me.id, level],
    );
    return { person, id: me.id as string, home: me.company.id as string };
  };
  const [guest, administrator, maker] = [await member(1), await member(2), await member(0)];
  await server.query('update accounts set is_admin = true where id = $1', [administrator.id]);
  // The maker's base stays in a company that it was taken out of.
  await buildKnowledgeBase(maker.person);
  for (const { id, home } of [administrator, maker])
    await server.query('delete from memberships where account_id = $1 and company_id = $2', [id, home]);
  await bury(company);
  await clearCompany(server.platform, company.id, never);
  expect(await exists(accountId)).toBeUndefined();
  expect(await exists(guest.id)).toEqual({ active: true });
  expect((await guest.person.call('GET', '/me')).body.companies).toMatchObject([{ id: guest.home }]);
  expect(await exists(administrator.id)).toEqual({ active: true });
  expect(await exists(maker.id)).toEqual({ active: false });
  expect(await server.query('select 1 from sessions where account_id = $1', [maker.id])).toEqual([]);
});

test('a company that is not deleted is never cleared, and one that is gone is cleared again without harm', async () => {
  const { company, person } = await buildFullCompany();
  const before = await listLeft(company);
  await clearCompany(server.platform, company.id, never);
  expect(await listLeft(company)).toEqual(before);
  expect((await person.call('GET', '/knowledge-bases')).body.total).toBe(2);
  await bury(company);
  await clearCompany(server.platform, company.id, never);
  await clearCompany(server.platform, company.id, never);
  expect(await listLeft(company)).toEqual([]);
});

/** A platform whose process dies right after so many of its effects on database, index and objects. */
function dyingPlatform(platform: Platform, effects: number): Platform {
  let left = effects;
  const mortal =
    <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      const result = await work(...args);
      if (left-- === 0) throw new Error('killed');
      return result;
    };
  const { database, index, objects } = platform;
  return {
    ...platform,
    database: {
      ...database,
      withCompany: mortal(database.withCompany) as typeof database.withCompany,
      acrossCompanies: mortal(database.acrossCompanies) as typeof database.acrossCompanies,
    },
    index: { ...index, drop: mortal(index.drop) },
    objects: { ...objects, delete: mortal(objects.delete) },
  };
}

test('killed after each of its steps and run again, it comes to the same end', async () => {
  for (let effects = 0; ; effects++) {
    const { company, accountId, base } = await buildFullCompany();
    await bury(company);
    const died = await clearCompany(dyingPlatform(server.platform, effects), company.id, never).then(
      () => false,
      (error: Error) => error.message === 'killed',
    );
    await clearCompany(server.platform, company.id, never);
    expect(await listLeft(company), `after ${effects} effects`).toEqual([]);
    expect(await exists(accountId)).toBeUndefined();
    expect(await server.platform.index.findState(base.id)).toBeUndefined();
    if (died) continue;
    expect(effects).toBeGreaterThan(8);
    break;
  }
  expect(await reconcile(server.platform, dayLater())).toEqual(nothing);
}, 120_000);

test('an object store that fails keeps the rows, and the next try ends it', async () => {
  const { company } = await buildFullCompany();
  await bury(company);
  const { objects } = server.platform;
  const broken = {
    ...server.platform,
    objects: { ...objects, delete: () => Promise.reject(new Error('the store is away')) },
  };
  await expect(clearCompany(broken, company.id, never)).rejects.toThrow('the store is away');
  expect(await listLeft(company)).toContain('companies');
  await clearCompany(server.platform, company.id, never);
  expect(await listLeft(company)).toEqual([]);
});

test('bytes that an upload stored behind the deletion go with the rest', async () => {
  const { company } = await buildFullCompany();
  await bury(company);
  await clearCompany(server.platform, company.id, never);
  const { objects } = server.platform;
  await objects.put(
    company.id,
    (async function* () {
      yield new Uint8Array([1, 2, 3]);
    })(),
  );
  await clearCompany(server.platform, company.id, never);
  expect(await listLeft(company)).toEqual([]);
});

test('a deletion whose job is lost is found by the reconciler, and a restart keeps the company deleted', async () => {
  const { company } = await buildFullCompany();
  await bury(company);
  await server.restart();
  admin = server.admin;
  expect((await admin.call('GET', pathOf(company))).status).toBe(404);
  expect((await reconcile(server.platform, dayLater())).tombstones).toBeGreaterThan(0);
  await waitUntilCleared(company);
  // The index's own round above may have met the documents first: what counts is what is left.
  expect(await listLeft(company)).toEqual([]);
});
