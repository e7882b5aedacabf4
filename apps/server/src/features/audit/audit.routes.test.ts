import { type ApiClient, buildKnowledgeBase, startTestServer, type TestServer } from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let owner: ApiClient;

beforeAll(async () => {
  server = await startTestServer();
  owner = await buildOwner();
});
afterAll(() => server.close());

async function buildOwner(): Promise<ApiClient> {
  const client = await server.signUp();
  const { id } = (await client.call('GET', '/me')).body;
  await server.query('update memberships set level = 2 where account_id = $1', [id]);
  return client;
}

const log = async (query = '') => (await owner.call('GET', `/company/audit-log${query}`)).body;

test('keeps what was changed and which fields, never what was sent', async () => {
  await owner.call('POST', '/company/users', { email: 'cleo@example.net', username: 'cleo secret name' });
  const [entry] = (await log()).items;
  expect(entry).toMatchObject({
    action: 'createUser',
    subject: 'cleo@example.net',
    status: 201,
    error_code: null,
    via: 'session',
    impersonated_by: null,
    address: '127.0.0.1',
  });
  expect(entry.fields.sort()).toEqual(['email', 'level', 'username']);
  expect(JSON.stringify(await server.query('select * from audit_log'))).not.toContain('cleo secret name');
});

test('keeps a change that was refused, with the reason', async () => {
  await owner.call('POST', '/company/users', { email: 'cleo@example.net', username: 'again' });
  expect((await log()).items[0]).toMatchObject({ status: 409, error_code: 'account.email_taken' });
});

test('keeps a deletion of any level; reading is not kept', async () => {
  const member = await server.addMember(owner, 'ELEVATED_USER');
  const base = await buildKnowledgeBase(member);
  await member.call('GET', `/knowledge-bases/${base.id}`);
  await member.call('DELETE', `/knowledge-bases/${base.id}`);
  const actions = (await log()).items.map(({ action }: { action: string }) => action);
  expect(actions).toContain('deleteKnowledgeBase');
  expect(actions).not.toContain('getKnowledgeBase');
});

test('is searched, narrowed to days of the reader’s zone, and paged', async () => {
  const all = await log();
  expect(all.total).toBe(all.items.length);
  expect((await log('?search=CLEO%40example')).total).toBe(2);
  expect((await log('?action=deleteKnowledgeBase')).total).toBe(1);
  expect((await log('?search=100%25_nothing')).total).toBe(0);
  const paged = await log('?page_size=1&page=2');
  expect(paged.items[0].id).toBe(all.items[1].id);
  const { id } = (await owner.call('GET', '/me')).body;
  await server.query("update accounts set timezone = 'Pacific/Kiritimati' where id = $1", [id]);
  await server.query("update audit_log set at = '2026-03-10T11:00:00Z' where action = 'deleteKnowledgeBase'");
  // 11:00 UTC is one o'clock of the next day there.
  expect((await log('?from=2026-03-11&to=2026-03-11')).total).toBe(1);
  expect((await log('?from=2026-03-10&to=2026-03-10')).total).toBe(0);
});

test("another company's entries are not there", async () => {
  const stranger = await server.signUp();
  await server.query('update memberships set level = 2 where account_id = $1', [
    (await stranger.call('GET', '/me')).body.id,
  ]);
  expect((await stranger.call('GET', '/company/audit-log')).body.items).toEqual([]);
  const everything = (await server.admin.call('GET', '/admin/audit-log')).body;
  expect(everything.total).toBe(3);
});

test('what an administrator does to the platform is not in the log of the company it acts in', async () => {
  const administrator = await server.addMember(owner, 'ADMIN');
  const stranger = (await (await server.signUp()).call('GET', '/me')).body;
  const changed = await administrator.call('PATCH', `/admin/accounts/${stranger.id}`, { is_admin: false });
  const nowhere = '00000000-0000-4000-8000-000000000000';
  const refused = await administrator.call('PATCH', `/admin/accounts/${nowhere}`, { is_admin: false });
  expect([changed.status, refused.status]).toEqual([200, 404]);
  expect((await log('?action=updateAccount')).total).toBe(0);
  const { items } = (await server.admin.call('GET', '/admin/audit-log?action=updateAccount')).body;
  expect(items).toMatchObject([
    { company_id: null, company_name: null, status: 404, subject: '' },
    { company_id: null, company_name: null, status: 200, subject: stranger.email },
  ]);
  // What is about a company is that company's to read.
  const { company } = (await owner.call('GET', '/me')).body;
  await administrator.call('PATCH', `/admin/companies/${company.id}`, { name: 'Renamed by us' });
  expect((await log('?action=updateManagedCompany')).items).toMatchObject([{ company_id: company.id }]);
});

test('keeps old and new values of settings, none where the call was refused', async () => {
  const owner = await buildOwner();
  const newest = async () => (await owner.call('GET', '/company/audit-log')).body.items[0];
  const other = await server.addMember(owner, 'USER');
  const { id } = (await other.call('GET', '/me')).body;
  const { items } = (await owner.call('GET', '/company/members')).body;
  const member = items.find(({ account_id }: { account_id: string }) => account_id === id);
  await owner.call('PATCH', `/company/members/${member.id}`, { level: 1 });
  expect(await newest()).toMatchObject({
    action: 'updateMember',
    changes: [{ field: 'level', from: 0, to: 1 }],
  });
  await owner.call('PATCH', '/company', { name: 'Renamed' });
  expect((await newest()).changes).toEqual([{ field: 'name', from: expect.any(String), to: 'Renamed' }]);
  const own = items.find(({ level }: { level: number }) => level === 2);
  await owner.call('PATCH', `/company/members/${own.id}`, { level: 0 });
  expect(await newest()).toMatchObject({ status: 409, changes: [] });
});
