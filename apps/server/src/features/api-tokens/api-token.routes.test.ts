import { apiScopes, endpoints } from '@lectern/contract';
import {
  type ApiClient,
  buildAssistant,
  buildConversation,
  buildDocument,
  createApiClient,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let maker: ApiClient;
let serial = 0;

beforeAll(async () => {
  server = await startTestServer();
  maker = await server.signUp();
});
afterAll(() => server.close());

async function makeToken(fields: Record<string, unknown> = {}, by = maker) {
  const { status, body } = await by.call('POST', '/company/api-tokens', {
    name: `token ${++serial}`,
    scopes: [...apiScopes],
    ...fields,
  });
  return { status, body, client: createApiClient(server.url, body.token) };
}

test('a token is shown once, and stored as a hash alone', async () => {
  const { status, body } = await makeToken({ name: 'for the website' });
  expect(status).toBe(201);
  expect(body.token).toMatch(/^lat_[\w-]{43}$/);
  expect(body.api_token).toMatchObject({ name: 'for the website', last_used_at: null });
  const listed = (await maker.call('GET', '/company/api-tokens')).body;
  expect(JSON.stringify(listed)).not.toContain(body.token);
  expect(JSON.stringify(listed)).toContain(body.api_token.hint);
  const rows = await server.query('select * from api_tokens');
  expect(JSON.stringify(rows)).not.toContain(body.token);
  const log = await server.query("select * from audit_log where action = 'createApiToken'");
  expect(log[0]).toMatchObject({ subject: 'for the website', status: 201 });
  expect(JSON.stringify(log)).not.toContain(body.token);
});

test('a token does what its scopes say, as its maker', async () => {
  const document = await buildDocument(maker, { parse: false });
  const reader = await makeToken({ scopes: ['knowledge.read'] });
  expect((await reader.client.call('GET', `/documents/${document.id}`)).status).toBe(200);
  const refused = await reader.client.call('DELETE', `/documents/${document.id}`);
  expect([refused.status, refused.body.error.code, refused.body.error.message]).toEqual([
    403,
    'auth.token_scope_missing',
    'This API token lacks the scope “knowledge.write”.',
  ]);
  const used = (await maker.call('GET', '/company/api-tokens')).body.items;
  expect(used.find(({ id }: { id: string }) => id === reader.body.api_token.id).last_used_at).not.toBeNull();
});

test('no token, whatever its scopes, reaches what is for people alone', async () => {
  const owner = await server.signUp();
  await server.query('update memberships set level = 2 where account_id = $1', [
    (await owner.call('GET', '/me')).body.id,
  ]);
  const { client } = await makeToken({}, owner);
  const forPeople = endpoints.filter(
    // Those of visitors take a credential of their own.
    ({ access, scope }) => access !== 'anonymous' && access !== 'visitor' && scope === undefined,
  );
  expect(forPeople.length).toBeGreaterThan(40);
  for (const endpoint of forPeople) {
    const path = endpoint.path.replace(/:\w+/g, '00000000-0000-4000-8000-000000000000');
    const { status, body } = await client.call(endpoint.method, path, endpoint.body ? {} : undefined);
    expect([status, body.error.code], endpoint.id).toEqual([
      403,
      endpoint.path.startsWith('/admin/') || body.error.code === 'auth.level_too_low'
        ? 'auth.level_too_low'
        : 'auth.session_only',
    ]);
  }
});

test("an administrator's token is no administrator", async () => {
  const { client } = await makeToken({}, server.admin);
  expect((await client.call('GET', '/me')).body.level).toBe(2);
  expect((await client.call('GET', '/system/status')).body.error.code).toBe('auth.level_too_low');
});

test("a token sees none of its maker's conversations, and its maker none of the token's", async () => {
  const assistant = await buildAssistant(maker);
  const private_ = await buildConversation(maker, assistant.id);
  const { client } = await makeToken({ scopes: ['chat', 'assistants.read'] });
  expect((await client.call('GET', `/conversations/${private_.id}`)).status).toBe(404);
  const own = await buildConversation(client, assistant.id);
  expect((await client.call('GET', `/conversations/${own.id}`)).status).toBe(200);
  expect((await maker.call('GET', `/conversations/${own.id}`)).status).toBe(404);
  const other = await makeToken({ scopes: ['chat'] });
  expect((await other.client.call('GET', `/conversations/${own.id}`)).status).toBe(404);
});

test('a token ends when it is revoked, expires, or its maker or company is disabled', async () => {
  const statusOf = async (client: ApiClient) => (await client.call('GET', '/me')).status;
  const revoked = await makeToken();
  expect(await statusOf(revoked.client)).toBe(200);
  await maker.call('DELETE', `/company/api-tokens/${revoked.body.api_token.id}`);
  expect(await statusOf(revoked.client)).toBe(401);
  const expired = await makeToken({ expires_in_days: 1 });
  await server.query("update api_tokens set expires_at = now() - interval '1 second' where id = $1", [
    expired.body.api_token.id,
  ]);
  expect(await statusOf(expired.client)).toBe(401);
  const person = await server.signUp();
  const me = (await person.call('GET', '/me')).body;
  const { client } = await makeToken({}, person);
  await server.query('update companies set enabled = false where id = $1', [me.company.id]);
  expect(await statusOf(client)).toBe(403);
  await server.query('update companies set enabled = true where id = $1', [me.company.id]);
  await server.query('update accounts set active = false where id = $1', [me.id]);
  expect(await statusOf(client)).toBe(403);
});

test('tokens are their makers’, and of those who run the company', async () => {
  const owner = await server.signUp();
  const [one, two, boss] = [
    await server.addMember(owner, 'ELEVATED_USER'),
    await server.addMember(owner, 'ELEVATED_USER'),
    await server.addMember(owner, 'COMPANY'),
  ];
  const { body } = await makeToken({}, one);
  expect((await two.call('GET', '/company/api-tokens')).body.items).toEqual([]);
  expect((await two.call('DELETE', `/company/api-tokens/${body.api_token.id}`)).status).toBe(404);
  expect((await boss.call('GET', '/company/api-tokens')).body.items).toHaveLength(1);
  expect((await boss.call('DELETE', `/company/api-tokens/${body.api_token.id}`)).status).toBe(204);
});

test('the administrator finds and ends any', async () => {
  const person = await server.signUp('Tokenville');
  const { body } = await makeToken({ name: 'lost 100% key' }, person);
  const find = async (query: string) => (await server.admin.call('GET', `/admin/api-tokens?${query}`)).body;
  expect(await find('search=TOKENVILLE')).toMatchObject({
    total: 1,
    items: [{ name: 'lost 100% key', company_name: 'Tokenville', created_by: 'Tokenville' }],
  });
  expect((await find('search=100%25')).total).toBe(1);
  expect((await find('search=nothing%20such')).total).toBe(0);
  const { items, total } = await find('page_size=1&page=2');
  expect([items.length, total > 1]).toEqual([1, true]);
  const path = `/admin/api-tokens/${body.api_token.id}`;
  expect((await person.call('DELETE', path)).status).toBe(403);
  expect((await server.admin.call('DELETE', path)).status).toBe(204);
  expect((await find('search=Tokenville')).total).toBe(0);
});

test('tokens count toward the limit, fifty at once for one place: one', async () => {
  const person = await server.signUp();
  const { company } = (await person.call('GET', '/me')).body;
  const [row] = await server.query(
    "insert into packages (id, name, max_chatbot_iframes) values (gen_random_uuid(), 'one token', 1) returning id",
  );
  await server.query('update companies set package_id = $1 where id = $2', [row?.id, company.id]);
  const answers = await Promise.all(Array.from({ length: 50 }, () => makeToken({}, person)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.find(({ status }) => status === 409)?.body.error.message).toBe(
    'iframe and token limit (1/1) reached',
  );
});

test('a name is taken once in a company; scopes and terms are checked', async () => {
  await makeToken({ name: 'Only one' });
  expect((await makeToken({ name: 'only ONE' })).body.error.code).toBe('api_token.name_taken');
  for (const fields of [
    { scopes: [] },
    { scopes: ['everything'] },
    { expires_in_days: 0 },
    { level: 3 },
    { company_id: 'x' },
  ])
    expect((await makeToken(fields)).status, JSON.stringify(fields)).toBe(422);
});
