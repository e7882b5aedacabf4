import { endpoints } from '@lectern/contract';
import {
  type ApiClient,
  createApiClient,
  readOutbox,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/**
 * Ways in which products of this kind were broken, each tried here where no test of a feature does so already.
 * Foreign ids are tried by `isolation.test.ts`, codes by `accounts/codes.test.ts`, tokens by `api-tokens/`,
 * addresses inside the network by `adapters/outbound`, secrets by `models/model-secrets.test.ts`.
 */

const password = 'correct horse battery';
let server: TestServer;
let person: ApiClient;

beforeAll(async () => {
  server = await startTestServer();
  person = await server.signUp();
});
afterAll(() => server.close());

describe('fields that the server owns', () => {
  /** Its body is the sender's own; of it, a run reads the fields that its flow asks for. */
  const ofSenders = new Set(['callFlowWebhook']);
  const withBody = endpoints.filter(({ id, body }) => body !== undefined && !ofSenders.has(id));
  test.each(withBody.map((endpoint) => [endpoint.id, endpoint] as const))('%s takes none', (_, { body }) => {
    for (const field of ['id', 'companyId', 'ownerId', 'accountId', 'isAdmin', 'createdAt', 'constructor']) {
      const result = body?.safeParse({ [field]: 'x' });
      const refused = result?.error?.issues.some(
        ({ code, path }) => code === 'unrecognized_keys' || path[0] === field,
      );
      // Where a body names a company or account on purpose, its value is checked by the matrix of isolation.
      expect(result?.success === false && refused, field).toBe(true);
    }
  });

  test('registering makes no one an administrator, or a member elsewhere', async () => {
    const { id } = (await person.call('GET', '/me')).body.company;
    const account = { email: 'mallory@example.net', username: 'mallory', password };
    for (const field of [
      { level: 3 },
      { is_admin: true },
      { role: 'admin' },
      { company_id: id },
      { company: { id } },
      { email_verified: true },
    ])
      expect((await server.anonymous.call('POST', '/accounts', { ...account, ...field })).status).toBe(422);
    const { body } = await server.anonymous.call('POST', '/accounts', account);
    expect(body.me).toMatchObject({ level: 1, companies: [{ kind: 'personal' }] });
  });

  test('a profile takes neither address nor level', async () => {
    for (const field of [{ email: 'new@example.net' }, { level: 3 }, { is_admin: true }, { active: false }])
      expect((await person.call('PATCH', '/me', field)).status, JSON.stringify(field)).toBe(422);
  });
});

describe('a credential is a string', () => {
  const queries = [{ $ne: null }, { $gt: '' }, ['a'], null, true, 0];
  test.each(queries)('%j is no password and no code', async (value) => {
    const login = (await person.call('GET', '/me')).body.email;
    expect((await server.anonymous.call('POST', '/sessions', { login, password: value })).status).toBe(422);
    expect((await server.anonymous.call('POST', '/sessions', { login: value, password })).status).toBe(422);
    const changed = await person.call('PUT', '/me/password', {
      current_password: value,
      new_password: 'something else',
    });
    expect(changed.status).toBe(422);
  });
});

describe('a token counts in its one place', () => {
  test.each([
    ['x-api-key', (token: string) => token],
    ['cookie', (token: string) => `authorization=Bearer ${token}; token=${token}`],
    ['authorization', (token: string) => token],
    ['authorization', (token: string) => `Basic ${token}`],
    ['authorization', (token: string) => `Bearer ${token}, Bearer ${token}`],
  ])('not in %s', async (header, value) => {
    const answer = await server.anonymous.call('GET', '/me', undefined, {
      [header]: value(person.token as string),
    });
    expect(answer.status).toBe(401);
  });

  test('not in the address', async () => {
    const { status } = await server.anonymous.call('GET', `/me?authorization=Bearer%20${person.token}`);
    expect(status).toBe(401);
  });

  test('nor after signing out', async () => {
    const other = await server.signUp();
    await other.call('DELETE', '/sessions/current');
    expect((await other.call('GET', '/me')).status).toBe(401);
  });
});

test('links in mails lead here, whatever host a request names', async () => {
  const { id } = (await person.call('GET', '/me')).body;
  await server.query('update memberships set level = 2 where account_id = $1', [id]);
  const evil = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    forwarded: 'host=evil.example',
  };
  await person.call('POST', '/company/invitations', { email: 'friend@example.net' }, evil);
  const [mail] = await readOutbox(server, 'friend@example.net');
  expect(mail?.text).toContain(`${server.url}/login?invitation=`);
  expect(mail?.text).not.toContain('evil.example');
});

test('no page of another origin may read an answer', async () => {
  for (const origin of ['https://evil.example', 'null']) {
    const answer = await person.call('GET', '/me', undefined, { origin });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    expect(answer.headers.get('set-cookie')).toBeNull();
  }
});

test('who is disabled is out at once, with every session and token', async () => {
  const someone = await server.signUp();
  const { id } = (await someone.call('GET', '/me')).body;
  const { token } = (await someone.call('POST', '/company/api-tokens', { name: 'key', scopes: ['chat'] }))
    .body;
  expect((await server.admin.call('PATCH', `/admin/accounts/${id}`, { active: false })).status).toBe(200);
  expect((await someone.call('GET', '/me')).status).toBeGreaterThanOrEqual(401);
  expect((await createApiClient(server.url, token).call('GET', '/me')).status).toBe(403);
});

test('a level that is lowered holds in sessions that are open, tokens included', async () => {
  const owner = await server.signUp();
  const me = (await owner.call('GET', '/me')).body;
  const { token } = (
    await owner.call('POST', '/company/api-tokens', { name: 'key', scopes: ['knowledge.read'] })
  ).body;
  await server.query('update memberships set level = 0 where account_id = $1', [me.id]);
  expect((await owner.call('GET', '/knowledge-bases')).status).toBe(403);
  expect((await createApiClient(server.url, token).call('GET', '/knowledge-bases')).status).toBe(403);
});
