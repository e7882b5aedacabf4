import {
  buildSsoCompany,
  type OidcProvider,
  openCallback,
  type SsoCompany,
  signInBySso,
  startOidcProvider,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

let provider: OidcProvider;
let server: TestServer;
let company: SsoCompany;

beforeAll(async () => {
  provider = await startOidcProvider();
  server = await startTestServer({ LECTERN_COMPANY_OUTBOUND_ALLOWED_HOSTS: provider.host });
});
afterAll(async () => {
  await server?.close();
  await provider?.close();
});
beforeEach(async () => {
  company = await buildSsoCompany(server, provider);
});

let serial = 0;
/** A person whom nobody has met yet. */
function newPerson(claims: Record<string, unknown> = {}) {
  const login = `subject-${++serial}`;
  const email = `${login}@example.com`;
  provider.setPerson(login, { email, email_verified: true, preferred_username: login, ...claims });
  return { login, email };
}

const signIn = (login: string) => signInBySso(server, provider, company.signInName, { login });
const levelOf = async (email: string) =>
  (
    await server.query(
      'select m.level from memberships m join accounts a on a.id = m.account_id where m.company_id = $1 and a.email = $2',
      [company.id, email],
    )
  )[0]?.level;

/** What the company reads of the last sign-in that failed. */
const newestRefusal = async () =>
  (await company.owner.call('GET', '/company/audit-log?action=finishSso')).body.items[0];

describe('the way to the provider and back', () => {
  test('ends in a session of that company alone', async () => {
    const { login, email } = newPerson();
    const { status, body, client } = await signIn(login);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      outcome: 'signed_in',
      me: {
        email,
        username: login,
        level: 0,
        email_verified: true,
        signed_in_with: 'single_sign_on',
        company: { id: company.id },
      },
    });
    expect(body.me.companies).toHaveLength(1);
    expect((await client.call('GET', '/me')).body).toMatchObject({ email, level: 0 });
  });

  test('asks by the book: code, PKCE, state, nonce and the address that the company entered', async () => {
    const { url, verifier } = (
      await server.anonymous.call('POST', '/sso/begin', { sign_in_name: company.signInName })
    ).body;
    const asked = Object.fromEntries(new URL(url).searchParams);
    expect(asked).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: company.redirectUrl,
      scope: 'openid email profile',
    });
    for (const secret of [asked.state, asked.nonce, asked.code_challenge, verifier])
      expect(secret).toMatch(/^[\w-]{43}$/);
    expect(url).not.toContain(verifier);
    const [attempt] = await server.query('select * from sso_attempts where company_id = $1', [company.id]);
    for (const secret of [asked.state, verifier]) expect(JSON.stringify(attempt)).not.toContain(secret);
  });

  test('works for a public client, which has no secret', async () => {
    company = await buildSsoCompany(server, provider, {}, 'public');
    expect((await signIn(newPerson().login)).status).toBe(201);
  });

  test('leads on to the page that was wanted, if it is one of ours', async () => {
    const { login } = newPerson();
    for (const [next, kept] of [
      ['/chat?assistant=1&x=%2F', '/chat?assistant=1&x=%2F'],
      ['//elsewhere.example', undefined],
      ['/\\elsewhere.example', undefined],
      ['/\t/elsewhere.example', undefined],
      ['https://elsewhere.example', undefined],
    ]) {
      const body = { sign_in_name: company.signInName, next };
      const { url } = (await server.anonymous.call('POST', '/sso/begin', body)).body;
      const end = await openCallback(await provider.walk(url, { login }));
      expect(end).toMatchObject({ status: 303, next: kept });
      expect(end.location).toMatch(/^\/login[?#]/);
    }
  });

  test('a person who turns back, and a provider that fails, are told by a code alone', async () => {
    const begun = () => server.anonymous.call('POST', '/sso/begin', { sign_in_name: company.signInName });
    const { login } = newPerson();
    const refused = await openCallback(
      await provider.walk((await begun()).body.url, { login, refuses: true }),
    );
    expect(refused).toMatchObject({ status: 303, location: '/login#sso_error=sso.failed' });
    expect(await newestRefusal()).toMatchObject({ account_name: '', error_code: 'sso.failed' });
    const { url } = (await begun()).body;
    const back = await provider.walk(url, { login });
    provider.misbehave({ failing: { path: '/token', status: 500 } });
    expect((await openCallback(back)).location).toBe('/login#sso_error=sso.failed');
    provider.misbehave();
  });

  test('the sign-in page knows that there is such a way', async () => {
    expect((await server.anonymous.call('GET', '/settings')).body.single_sign_on).toBe(true);
  });
});

describe('new people', () => {
  test('get an account of this company alone, without a password that anyone knows', async () => {
    const { login, email } = newPerson({ email_verified: undefined });
    expect((await signIn(login)).body.me).toMatchObject({ email, email_verified: false });
    const rows = await server.query(
      'select m.company_id, a.must_change_password from memberships m join accounts a on a.id = m.account_id where a.email = $1',
      [email],
    );
    expect(rows).toEqual([{ company_id: company.id, must_change_password: false }]);
  });

  test('are the same account at their next sign-in, also under another address', async () => {
    const { login } = newPerson();
    const first = (await signIn(login)).body.me.id;
    provider.setPerson(login, { email: 'moved@example.com' });
    expect((await signIn(login)).body.me.id).toBe(first);
  });

  test('who arrive twice at once are one account', async () => {
    const { login } = newPerson();
    const answers = await Promise.all([signIn(login), signIn(login), signIn(login)]);
    expect(new Set(answers.map(({ body }) => body.me.id)).size).toBe(1);
  });

  test('get a name that is still free', async () => {
    const username = `Same Name ${++serial}`;
    const named = { preferred_username: username };
    expect((await signIn(newPerson(named).login)).body.me.username).toBe(username);
    const second = newPerson({ ...named, name: `${username} the second` });
    expect((await signIn(second.login)).body.me.username).toBe(`${username} the second`);
    const third = newPerson({ ...named, email: `${username.replaceAll(' ', '.')}@example.com` });
    expect((await signIn(third.login)).body.me.username).toBe(username.replaceAll(' ', '.').toLowerCase());
    const fourth = newPerson({ ...named, email: `${username.replaceAll(' ', '.')}@example.net` });
    expect((await signIn(fourth.login)).body.me.username).toMatch(new RegExp(`^${username} [0-9a-f]{6}$`));
  });

  test('without an e-mail address are nobody', async () => {
    const { login } = newPerson({ email: undefined });
    expect((await signIn(login)).body.error.code).toBe('sso.failed');
  });

  test('are counted: beyond the limit of the package nobody comes in, but those inside still do', async () => {
    const known = newPerson();
    await signIn(known.login);
    await server.query(
      `with made as (insert into packages (id, name, max_users)
         values (gen_random_uuid(), $1, (select count(*) from memberships where company_id = $2)) returning id)
       update companies set package_id = (select id from made) where id = $2`,
      [`full ${company.id}`, company.id],
    );
    const { login, email } = newPerson();
    const { status, body } = await signIn(login);
    expect([status, body.error.code]).toEqual([409, 'quota.users_reached']);
    expect(await server.query('select id from accounts where email = $1', [email])).toEqual([]);
    expect((await signIn(known.login)).status).toBe(201);
  });

  test('who were invited take the place that the invitation held', async () => {
    const { login, email } = newPerson();
    await company.owner.call('POST', '/company/invitations', { email });
    await server.query(
      `with made as (insert into packages (id, name, max_users)
         values (gen_random_uuid(), $1, (select count(*) + 1 from memberships where company_id = $2)) returning id)
       update companies set package_id = (select id from made) where id = $2`,
      [`invited ${company.id}`, company.id],
    );
    expect((await signIn(login)).status).toBe(201);
    expect((await company.owner.call('GET', '/company/invitations')).body.items).toEqual([]);
  });
});

describe('levels', () => {
  const rules = {
    level_claim: 'groups',
    levels: [
      { value: 'writers', level: 1 },
      { value: 'heads', level: 2 },
    ],
    default_level: 0,
  };
  const change = (settings: Record<string, unknown>) =>
    company.owner.call('PUT', '/company/sso', { ...company.settings, ...settings });

  test('follow the groups: the highest counts, at each sign-in anew', async () => {
    await change(rules);
    const { login, email } = newPerson({ groups: ['writers', 'heads', 'others'] });
    expect((await signIn(login)).body.me.level).toBe(2);
    for (const [groups, level] of [
      ['writers', 1],
      [['others'], 0],
      [[], 0],
      [['heads'], 2],
    ] as const) {
      provider.setPerson(login, { email, groups });
      expect((await signIn(login)).body.me.level).toBe(level);
      expect(await levelOf(email)).toBe(level);
    }
  });

  test.each([
    ['realm_access.roles', { realm_access: { roles: ['heads'] } }],
    ['https://claims.example/role', { 'https://claims.example/role': 'heads' }],
  ])('can stand at %s', async (level_claim, claims) => {
    await change({ ...rules, level_claim });
    expect((await signIn(newPerson(claims).login)).body.me.level).toBe(2);
  });

  test('a change holds in sessions that are open already', async () => {
    await change(rules);
    const { login, email } = newPerson({ groups: ['heads'] });
    const { client } = await signIn(login);
    expect((await client.call('GET', '/company/sso')).status).toBe(200);
    provider.setPerson(login, { email, groups: [] });
    await signIn(login);
    expect((await client.call('GET', '/company/sso')).status).toBe(403);
  });

  test('without a rule that fits there is no access', async () => {
    await change({ ...rules, default_level: null });
    const stranger = newPerson({ groups: ['others'] });
    expect((await signIn(stranger.login)).body.error.code).toBe('sso.no_level');
    expect(await server.query('select id from accounts where email = $1', [stranger.email])).toEqual([]);
    expect(await newestRefusal()).toMatchObject({ account_name: stranger.email, error_code: 'sso.no_level' });
    const member = newPerson({ groups: ['writers'] });
    expect((await signIn(member.login)).status).toBe(201);
    provider.setPerson(member.login, { email: member.email, groups: [] });
    expect((await signIn(member.login)).body.error.code).toBe('sso.no_level');
  });

  test('without a claim new people get the default, and members keep what they have', async () => {
    await change({ default_level: 1 });
    const { login, email } = newPerson();
    expect((await signIn(login)).body.me.level).toBe(1);
    await server.query(
      'update memberships set level = 2 where account_id = (select id from accounts where email = $1)',
      [email],
    );
    expect((await signIn(login)).body.me.level).toBe(2);
  });

  test('the last who runs the company stays what it is', async () => {
    await change(rules);
    const { email } = (await company.owner.call('GET', '/me')).body;
    const { login } = newPerson({ email, groups: ['writers'] });
    expect((await signIn(login)).body.me.level).toBe(2);
    const second = newPerson({ groups: ['heads'] });
    await signIn(second.login);
    expect((await signIn(login)).body.me.level).toBe(1);
  });
});
