import { createApiClient, startTestServer, type TestServer } from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
const password = 'correct horse battery';

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const signIn = (login: string, secret = password) =>
  server.anonymous.call('POST', '/sessions', { login, password: secret });

test('an account signs up with a company of its own and signs in by e-mail and by username', async () => {
  const answer = await server.anonymous.call('POST', '/accounts', {
    email: ' Ada@Example.org ',
    username: 'Ada L',
    password,
  });
  expect(answer.status).toBe(201);
  expect(answer.body.me).toMatchObject({
    email: 'ada@example.org',
    username: 'Ada L',
    level: 1,
    must_change_password: false,
    company: { name: 'Ada L', kind: 'personal' },
  });
  for (const login of ['ada@example.org', 'ADA@example.ORG', 'Ada L', 'ada l'])
    expect((await signIn(login)).body.me.id, login).toBe(answer.body.me.id);
});

test('sign-up refuses what is taken, short or unknown', async () => {
  const account = { email: 'bea@example.org', username: 'Bea', password };
  expect((await server.anonymous.call('POST', '/accounts', account)).status).toBe(201);
  const codeOf = async (changes: Record<string, unknown>) => {
    const { status, body } = await server.anonymous.call('POST', '/accounts', { ...account, ...changes });
    return `${status} ${body.error.code}`;
  };
  expect(await codeOf({ email: 'BEA@example.org', username: 'other' })).toBe('409 account.email_taken');
  expect(await codeOf({ email: 'other@example.org', username: 'bea' })).toBe('409 account.username_taken');
  const free = { email: 'cea@example.org', username: 'Cea' };
  expect(await codeOf({ ...free, password: '12345678' })).toBe('422 account.password_too_short');
  expect(await codeOf({ ...free, email: 'no address' })).toBe('422 request.invalid');
  expect(await codeOf({ ...free, is_admin: true })).toBe('422 request.invalid');
  expect(await codeOf({ ...free, username: 'C\u0000ea' })).toBe('422 request.invalid');
});

test('ten sign-ups at once with one address make one account', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      server.anonymous.call('POST', '/accounts', {
        email: 'once@example.org',
        username: `once ${n}`,
        password,
      }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
});

test('a wrong password and an unknown login are answered alike', async () => {
  await server.anonymous.call('POST', '/accounts', {
    email: 'dora@example.org',
    username: 'dora',
    password,
  });
  const wrong = await signIn('dora@example.org', 'wrong password');
  const unknown = await signIn('nobody@example.org', 'wrong password');
  expect([wrong.status, unknown.status]).toEqual([401, 401]);
  expect({ ...wrong.body.error, request_id: '' }).toEqual({ ...unknown.body.error, request_id: '' });
});

test.each(['eve@example.org', 'unknown@example.org'])(
  'after five wrong guesses %s waits, and the wait ends',
  async (login) => {
    await server.anonymous.call('POST', '/accounts', { email: 'eve@example.org', username: 'eve', password });
    for (let guess = 0; guess < 5; guess++)
      expect((await signIn(login, 'wrong password')).body.error.code).toBe('auth.wrong_credentials');
    // Also with the right password: otherwise a guess would still be told.
    for (let guess = 0; guess < 2; guess++) {
      const blocked = await signIn(login);
      expect(blocked.status).toBe(429);
      expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const ended = await server.query(
      `update sign_in_attempts set blocked_until = now() - interval '1 second' where blocked_until is not null returning 1`,
    );
    expect(ended).toHaveLength(1);
    expect((await signIn(login)).status).toBe(login.startsWith('eve') ? 201 : 401);
    await server.query('delete from sign_in_attempts');
  },
);

test('guesses sent all at once are counted too', async () => {
  await server.anonymous.call('POST', '/accounts', { email: 'finn@example.org', username: 'finn', password });
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => signIn('finn@example.org', 'wrong password')),
  );
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
});

test('signing out ends this session and no other', async () => {
  const { body } = await server.anonymous.call('POST', '/accounts', {
    email: 'gus@example.org',
    username: 'gus',
    password,
  });
  const here = createApiClient(server.url, body.token);
  const there = createApiClient(server.url, (await signIn('gus')).body.token);
  expect((await here.call('DELETE', '/sessions/current')).status).toBe(204);
  const after = await here.call('GET', '/me');
  expect(after.status).toBe(401);
  expect(after.headers.get('www-authenticate')).toBe('Bearer');
  expect((await there.call('GET', '/me')).status).toBe(200);
});

test('a password change ends every other session', async () => {
  const person = await server.signUp('hana');
  const other = createApiClient(server.url, (await signIn('hana')).body.token);
  const change = (current: string, next: string) =>
    person.call('PUT', '/me/password', { current_password: current, new_password: next });
  expect((await change('not my password', 'a new password')).body.error.code).toBe(
    'account.current_password_wrong',
  );
  expect((await change(password, 'short')).body.error.code).toBe('account.password_too_short');
  expect((await change(password, password)).body.error.code).toBe('account.password_unchanged');
  expect((await other.call('GET', '/me')).status).toBe(200);
  expect((await change(password, 'a new password')).status).toBe(200);
  expect((await other.call('GET', '/me')).status).toBe(401);
  expect((await person.call('GET', '/me')).status).toBe(200);
  expect((await signIn('hana')).status).toBe(401);
  expect((await signIn('hana', 'a new password')).status).toBe(201);
});

test('until a forced password change is done, nothing else works', async () => {
  const person = await server.signUp();
  const { id } = (await person.call('GET', '/me')).body;
  const assistant = (await person.call('POST', '/assistants', { name: 'A' })).body;
  const conversation = (await person.call('POST', `/assistants/${assistant.id}/conversations`, {})).body;
  await server.query('update accounts set must_change_password = true where id = $1', [id]);
  const refused = [
    await person.call('GET', '/knowledge-bases'),
    await person.call('POST', '/knowledge-bases', { name: 'x' }),
    await person.call('PATCH', '/me', { username: 'other' }),
    await person.call('GET', `/conversations/${conversation.id}`),
  ];
  for (const { status, body } of refused)
    expect([status, body.error.code]).toEqual([403, 'auth.password_change_required']);
  await expect(
    person.stream('POST', `/conversations/${conversation.id}/messages`, { content: 'Hello?' }).next(),
  ).rejects.toMatchObject({ status: 403, code: 'auth.password_change_required' });
  expect((await person.call('GET', '/me')).body.must_change_password).toBe(true);
  const changed = await person.call('PUT', '/me/password', {
    current_password: password,
    new_password: 'my own password',
  });
  expect(changed.body.must_change_password).toBe(false);
  expect((await person.call('GET', '/knowledge-bases')).status).toBe(200);
});

test('the profile is changed field by field; the e-mail is not', async () => {
  const person = await server.signUp();
  const photo = `data:image/png;base64,${Buffer.from('not really a picture').toString('base64')}`;
  const changed = await person.call('PATCH', '/me', {
    username: 'Ivy',
    color_scheme: 'dark',
    timezone: 'America/Toronto',
    language: 'fr',
    photo,
  });
  expect(changed.body).toMatchObject({ username: 'Ivy', color_scheme: 'dark', language: 'fr', photo });
  expect((await person.call('PATCH', '/me', { photo: null })).body).toMatchObject({
    photo: null,
    username: 'Ivy',
  });
  for (const bad of [
    { email: 'new@example.org' },
    { level: 3 },
    { timezone: 'Mars/Olympus' },
    { language: 'xx' },
    { photo: 'data:image/svg+xml;base64,PHN2Zy8+' },
    { username: '' },
  ])
    expect((await person.call('PATCH', '/me', bad)).status, JSON.stringify(bad)).toBe(422);
  const other = await server.signUp();
  expect((await other.call('PATCH', '/me', { username: 'IVY' })).body.error.code).toBe(
    'account.username_taken',
  );
});

test('a person acts in one company at a time, and only in their own', async () => {
  const owner = await server.signUp();
  const stranger = await server.signUp();
  const member = await server.addMember(owner, 'USER');
  const me = (await member.call('GET', '/me')).body;
  expect(me.level).toBe(0);
  expect(me.companies).toHaveLength(2);
  const foreign = (await stranger.call('GET', '/me')).body.company.id;
  expect((await member.call('PUT', '/me/company', { company_id: foreign })).body.error.code).toBe(
    'company.not_found',
  );
  const home = me.companies.find((company: { id: string }) => company.id !== me.company.id);
  expect((await member.call('PUT', '/me/company', { company_id: home.id })).body.level).toBe(1);
});

test('a disabled account, a disabled company and an ended membership stop at once', async () => {
  const owner = await server.signUp();
  const member = await server.addMember(owner, 'ELEVATED_USER');
  const { id, company } = (await member.call('GET', '/me')).body;
  const codeNow = async () => (await member.call('GET', '/knowledge-bases')).body.error?.code;
  await server.query('update companies set enabled = false where id = $1', [company.id]);
  expect(await codeNow()).toBe('auth.company_disabled');
  await server.query('update companies set enabled = true where id = $1', [company.id]);
  await server.query('update accounts set active = false where id = $1', [id]);
  expect(await codeNow()).toBe('auth.account_disabled');
  await server.query('update accounts set active = true where id = $1', [id]);
  expect(await codeNow()).toBeUndefined();
  await server.query('delete from memberships where account_id = $1 and company_id = $2', [id, company.id]);
  expect(await codeNow()).toBe('auth.session_expired');
});

test('the limits of the company are shown', async () => {
  const person = await server.signUp();
  await person.call('POST', '/knowledge-bases', { name: 'One' });
  const { limits } = (await person.call('GET', '/me/company/limits')).body;
  expect(limits).toContainEqual({ quota: 'knowledgeBases', used: 1, max: null });
  expect(limits).toHaveLength(7);
});

test('a token that was never given opens nothing', async () => {
  for (const token of ['', 'x', `lst_${'a'.repeat(43)}`, `lst_${'a'.repeat(43)}' or '1'='1`])
    expect((await createApiClient(server.url, token).call('GET', '/me')).status).toBe(401);
});
