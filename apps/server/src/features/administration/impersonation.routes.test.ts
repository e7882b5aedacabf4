import { endpoints } from '@lectern/contract';
import {
  type ApiClient,
  buildConversation,
  buildKnowledgeBase,
  createApiClient,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let owner: ApiClient;
let company: { id: string; name: string };

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signUp('Ville de Lyon');
  const me = (await owner.call('GET', '/me')).body;
  company = me.company;
  await server.query('update memberships set level = 2 where account_id = $1', [me.id]);
});
afterAll(() => server.close());

const begin = (name = company.name, by = server.admin, id = company.id) =>
  by.call('POST', `/admin/companies/${id}/impersonation`, { name });
const act = async () => createApiClient(server.url, (await begin()).body.token);

test('takes an administrator who types the name, and lasts an hour', async () => {
  expect((await begin('ville de lyon')).body.error.code).toBe('company.name_mismatch');
  expect((await begin(company.name, owner)).status).toBe(403);
  const unknown = '00000000-0000-4000-8000-000000000000';
  expect((await begin(company.name, server.admin, unknown)).status).toBe(404);
  const { status, body } = await begin();
  expect(status).toBe(201);
  expect(body.me).toMatchObject({ level: 2, company: { id: company.id } });
  expect(body.me.impersonation.administrator).toBe('admin');
  const minutes = (new Date(body.me.impersonation.expires_at).getTime() - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(58);
  expect(minutes).toBeLessThanOrEqual(60);
});

test('is no administrator meanwhile, and returns to one', async () => {
  const acting = await act();
  expect((await acting.call('GET', '/knowledge-bases')).status).toBe(200);
  expect((await acting.call('GET', '/admin/companies')).body.error.code).toBe('auth.level_too_low');
  expect((await acting.call('DELETE', '/impersonation')).status).toBe(204);
  expect((await acting.call('GET', '/me')).status).toBe(401);
  expect((await server.admin.call('GET', '/admin/companies')).status).toBe(200);
  // In an own session it ends nothing.
  expect((await owner.call('DELETE', '/impersonation')).status).toBe(204);
  expect((await owner.call('GET', '/me')).status).toBe(200);
});

test('changes nothing of the account and sees no secrets', async () => {
  const acting = await act();
  const refused = endpoints.filter(({ whileImpersonating }) => whileImpersonating === 'refused');
  expect(refused.map(({ id }) => id)).toEqual(
    expect.arrayContaining([
      'changePassword',
      'updateMe',
      'changeTwoFactor',
      'createApiToken',
      'setActiveCompany',
      'updateCompanySso',
    ]),
  );
  for (const endpoint of refused) {
    const path = endpoint.path.replace(/:\w+/g, '00000000-0000-4000-8000-000000000000');
    const { body } = await acting.call(endpoint.method, path, endpoint.body ? {} : undefined);
    expect(body.error.code, endpoint.id).toBe('auth.not_while_impersonating');
  }
  const made = await acting.call('POST', '/company/users', { email: 'new@example.net', username: 'new' });
  expect([made.status, made.body.generated_password]).toEqual([201, null]);
});

test("sees none of the person's conversations", async () => {
  const conversation = await buildConversation(owner);
  const acting = await act();
  expect((await acting.call('GET', `/conversations/${conversation.id}`)).status).toBe(404);
  const own = await buildConversation(acting, conversation.assistant_id);
  expect((await owner.call('GET', `/conversations/${own.id}`)).status).toBe(404);
});

test('leaves every action in the log under both identities, which the company sees too', async () => {
  const acting = await act();
  const base = await buildKnowledgeBase(acting, { name: 'made by the administrator' });
  await acting.call('DELETE', `/knowledge-bases/${base.id}`);
  await acting.call('POST', '/knowledge-bases', { name: 'x'.repeat(300) });
  const { items } = (await owner.call('GET', '/company/audit-log')).body;
  const actions = items
    .filter((entry: { impersonated_by: string | null }) => entry.impersonated_by === 'admin')
    .map((entry: { action: string }) => entry.action);
  expect(actions).toEqual(expect.arrayContaining(['deleteKnowledgeBase', 'createKnowledgeBase']));
  const begun = items.find((entry: { action: string }) => entry.action === 'impersonateCompany');
  expect(begun).toMatchObject({ account_name: 'admin', subject: company.name, status: 201 });
  const made = items.find((entry: { action: string }) => entry.action === 'createKnowledgeBase');
  expect(made).toMatchObject({ account_name: 'Ville de Lyon', impersonated_by: 'admin', fields: ['name'] });
  const all = (await server.admin.call('GET', '/admin/audit-log?impersonated=true')).body.items;
  expect(all.length).toBeGreaterThan(1);
  expect(new Set(all.map((entry: { impersonated_by: string }) => entry.impersonated_by))).toEqual(
    new Set(['admin']),
  );
});

test('ends with the hour, the administrator, the company', async () => {
  const late = await act();
  await server.query(
    "update sessions set expires_at = now() - interval '1 second' where impersonator_id is not null",
  );
  expect((await late.call('GET', '/me')).status).toBe(401);
  const disabled = await act();
  await server.query('update companies set enabled = false where id = $1', [company.id]);
  expect((await disabled.call('GET', '/me')).status).toBe(403);
  expect((await begin()).body.error.code).toBe('company.must_be_enabled');
  await server.query('update companies set enabled = true where id = $1', [company.id]);
  const demoted = await act();
  await server.query('update accounts set is_admin = false where username = $1', ['admin']);
  expect((await demoted.call('GET', '/me')).status).toBe(401);
  await server.query('update accounts set is_admin = true where username = $1', ['admin']);
});
