import { startTestServer, type TestServer } from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

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
