import { type ApiClient, createApiClient, startTestServer, type TestServer } from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

const password = 'correct horse battery';
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** The same person, on another device. */
async function signInAs(client: ApiClient, userAgent: string): Promise<ApiClient> {
  const { email } = (await client.call('GET', '/me')).body;
  const { body } = await server.anonymous.call(
    'POST',
    '/sessions',
    { login: email, password },
    { 'user-agent': userAgent },
  );
  return createApiClient(server.url, body.token);
}

const list = async (client: ApiClient) => (await client.call('GET', '/me/sessions')).body.items;

test('a person sees where it is signed in and ends one session', async () => {
  const here = await server.signUp();
  const there = await signInAs(here, 'Mozilla/5.0 (X11; Linux x86_64) Firefox/146.0');
  const sessions = await list(here);
  expect(sessions).toHaveLength(2);
  expect(sessions.filter((session: { current: boolean }) => session.current)).toHaveLength(1);
  const foreign = sessions.find((session: { current: boolean }) => !session.current);
  expect(foreign).toMatchObject({ user_agent: expect.stringContaining('Firefox'), address: '127.0.0.1' });
  expect((await here.call('DELETE', `/me/sessions/${foreign.id}`)).status).toBe(204);
  expect((await there.call('GET', '/me')).status).toBe(401);
  expect((await here.call('DELETE', `/me/sessions/${foreign.id}`)).status).toBe(404);
});

test("another person's session is not there", async () => {
  const [one, two] = [await server.signUp(), await server.signUp()];
  const [session] = await list(two);
  expect((await one.call('DELETE', `/me/sessions/${session.id}`)).status).toBe(404);
  expect((await two.call('GET', '/me')).status).toBe(200);
});

test('everywhere else is signed out at once, and by a password change', async () => {
  const here = await server.signUp();
  const [two, three] = [await signInAs(here, 'two'), await signInAs(here, 'three')];
  expect((await here.call('DELETE', '/me/sessions')).status).toBe(204);
  expect((await two.call('GET', '/me')).status).toBe(401);
  expect((await three.call('GET', '/me')).status).toBe(401);
  const four = await signInAs(here, 'four');
  const changed = await here.call('PUT', '/me/password', {
    current_password: password,
    new_password: 'a quite different one',
  });
  expect(changed.status).toBe(200);
  expect((await four.call('GET', '/me')).status).toBe(401);
  expect((await here.call('GET', '/me')).status).toBe(200);
});
