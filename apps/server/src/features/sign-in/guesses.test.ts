import { createApiClient, startTestServer, type TestServer } from '@lectern/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ LECTERN_RATE_LIMIT: '1000', LECTERN_TRUST_PROXY: 'true' });
});
afterAll(() => server.close());

test('an open session does not let its finder guess the password', async () => {
  const person = await server.signUp();
  const change = (current: string) =>
    person.call('PUT', '/me/password', { current_password: current, new_password: 'another password' });
  for (let guess = 0; guess < 5; guess++)
    expect((await change(`guess ${guess}`)).body.error.code).toBe('account.current_password_wrong');
  expect((await change('correct horse battery')).body.error.code).toBe('auth.too_many_attempts');
});

test('a login in other letters is the same login, also in letters of other languages', async () => {
  const statuses = [];
  // The database's small letter of the last is an i without more, that of the runtime is none.
  for (const login of ['admin', 'admin', 'Admin', 'ADMIN', 'adm\u0130n', 'ADM\u0130N'])
    statuses.push(
      (await server.anonymous.call('POST', '/sessions', { login, password: 'wrong password' })).status,
    );
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
});

test('an address that a caller makes up does not reset the limit on guesses', async () => {
  const statuses = new Set<number>();
  for (let n = 0; n < 40; n++) {
    const headers = { 'x-forwarded-for': `10.0.0.${n}, 203.0.113.9` };
    const login = { login: `nobody-${n}`, password: 'wrong password' };
    statuses.add((await server.anonymous.call('POST', '/sessions', login, headers)).status);
  }
  expect([...statuses].sort()).toEqual([401, 429]);
});

describe('guesses from elsewhere', () => {
  const password = 'correct horse battery';
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const signIn = (login: string, secret: string, address: string, device?: string) =>
    server.anonymous.call(
      'POST',
      '/sessions',
      { login, password: secret, ...(device ? { device_token: device } : {}) },
      from(address),
    );

  test('lock out whoever guesses, and not the person', async () => {
    const { email } = (await (await server.signUp('locked out')).call('GET', '/me')).body;
    for (let n = 0; n < 5; n++) await signIn(email, 'guess', '198.51.100.1');
    expect((await signIn(email, password, '198.51.100.1')).status).toBe(429);
    expect((await signIn(email, password, '198.51.100.2')).status).toBe(201);
  });

  test('are bounded over all addresses; a known device and a known address go on', async () => {
    const { email } = (await (await server.signUp('guessed at')).call('GET', '/me')).body;
    const first = await signIn(email, password, '203.0.113.1');
    const device = first.body.device_token;
    const statuses = [];
    for (let n = 0; n < 31; n++)
      statuses.push((await signIn(email, 'guess', `198.51.100.${100 + n}`)).status);
    expect(statuses.at(-2)).toBe(401);
    expect(statuses.at(-1)).toBe(429);
    expect((await signIn(email, password, '198.51.100.99')).status).toBe(429);
    expect((await signIn(email, password, '198.51.100.98', `x${device}`)).status).toBe(429);
    expect((await signIn(email, password, '198.51.100.97', device)).status).toBe(201);
    // A device of somebody else is as strange as none.
    const other = (await (await server.signUp('other one')).call('GET', '/me')).body;
    for (let n = 0; n < 31; n++) await signIn(other.email, 'guess', `198.51.100.${n + 100}`);
    expect((await signIn(other.email, password, '198.51.100.96', device)).status).toBe(429);
    await server.query("update sessions set address = '198.51.100.95' where account_id = $1", [other.id]);
    expect((await signIn(other.email, password, '198.51.100.95')).status).toBe(201);
  });

  test('one network of version 6 is one place', async () => {
    const statuses = [];
    for (let n = 0; n < 6; n++)
      statuses.push((await signIn('nobody at all', 'guess', `2001:db8:1:2::${n + 1}`)).status);
    expect(statuses.at(-1)).toBe(429);
    expect((await signIn('nobody at all', 'guess', '2001:db8:1:3::1')).status).toBe(401);
  });
});

test('refused sign-ins are in the log of the company, the guesses that are not looked at once', async () => {
  const person = await server.signUp('logged');
  const { id, email } = (await person.call('GET', '/me')).body;
  const elsewhere = { 'x-forwarded-for': '192.0.2.7' };
  for (let n = 0; n < 9; n++)
    await server.anonymous.call('POST', '/sessions', { login: email, password: 'wrong password' }, elsewhere);
  const typed = { login: 'my secret typed here', password: 'x' };
  await server.anonymous.call('POST', '/sessions', typed, elsewhere);
  const rows = await server.query("select * from audit_log where action = 'signIn' and account_id = $1", [
    id,
  ]);
  expect(rows.map(({ error_code }) => error_code).sort()).toEqual([
    'auth.too_many_attempts',
    ...Array(5).fill('auth.wrong_credentials'),
  ]);
  expect(rows[0]).toMatchObject({ account_name: 'logged', company_name: 'logged', status: 401 });
  const unknown = await server.query(
    "select * from audit_log where action = 'signIn' and account_id is null",
  );
  expect(JSON.stringify(unknown)).not.toContain('secret');
});

test('a password change may end the API tokens of the account', async () => {
  const person = await server.signUp();
  const make = async (name: string) =>
    (
      await person.call('POST', '/company/api-tokens', {
        name,
        scopes: ['knowledge.read'],
        expires_in_days: null,
      })
    ).body.token;
  const token = await make('one');
  const change = (now: string, next: string, more = {}) =>
    person.call(
      'PUT',
      '/me/password',
      { current_password: now, new_password: next, ...more },
      {
        'x-forwarded-for': '192.0.2.8',
      },
    );
  const works = async () => (await createApiClient(server.url, token).call('GET', '/knowledge-bases')).status;
  expect((await change('correct horse battery', 'another password')).status).toBe(200);
  expect(await works()).toBe(200);
  expect((await change('another password', 'a third password', { end_api_tokens: true })).status).toBe(200);
  expect(await works()).toBe(401);
});
