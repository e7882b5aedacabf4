import {
  buildKnowledgeBase,
  buildSsoCompany,
  createApiClient,
  type Misbehaviour,
  type OidcProvider,
  openCallback,
  type SsoCompany,
  signInBySso,
  startOidcProvider,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteExpiredAttempts } from './sso-sign-in.service.ts';

let provider: OidcProvider;
let server: TestServer;
let company: SsoCompany;
/** Why sign-ins failed, as the operator's log says. */
const reasons: string[] = [];

beforeAll(async () => {
  provider = await startOidcProvider();
  const warn = (fields: { reason?: unknown }) => reasons.push(String(fields.reason));
  server = await startTestServer(
    { LECTERN_COMPANY_OUTBOUND_ALLOWED_HOSTS: provider.host },
    { debug: () => {}, info: () => {}, warn, error: () => {} },
  );
});
afterAll(async () => {
  await server?.close();
  await provider?.close();
});
beforeEach(async () => {
  company = await buildSsoCompany(server, provider);
});
afterEach(() => provider.misbehave());

let serial = 0;
function newPerson(claims: Record<string, unknown> = {}) {
  const login = `visitor-${++serial}`;
  const email = `${login}@example.com`;
  provider.setPerson(login, { email, email_verified: true, preferred_username: login, ...claims });
  return { login, email };
}

const signIn = (login: string, to = company) => signInBySso(server, provider, to.signInName, { login });
const begin = async (to = company) =>
  (await server.anonymous.call('POST', '/sso/begin', { sign_in_name: to.signInName })).body as {
    url: string;
    verifier: string;
  };
const walk = (url: string, login: string) => provider.walk(url, { login });
const finish = (ticket: string | undefined, verifier: string) =>
  server.anonymous.call('POST', '/sso/sessions', { ticket, verifier });
const codeOf = ({ status, body }: { status: number; body: { error: { code: string } } }) =>
  `${status} ${body.error?.code}`;

describe('what serves once', () => {
  test('a state', async () => {
    const back = await walk((await begin()).url, newPerson().login);
    expect((await openCallback(back)).ticket).toBeDefined();
    expect((await openCallback(back)).error).toBe('sso.expired');
  });

  test('a ticket, also when two come at once', async () => {
    const { url, verifier } = await begin();
    const { ticket } = await openCallback(await walk(url, newPerson().login));
    const answers = await Promise.all([finish(ticket, verifier), finish(ticket, verifier)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 410]);
  });

  test('a code, which no other attempt can bring', async () => {
    const { login } = newPerson();
    const back = new URL(await walk((await begin()).url, login));
    const other = new URL(await walk((await begin()).url, login));
    other.searchParams.set('code', back.searchParams.get('code') as string);
    expect((await openCallback(other.href)).error).toBe('sso.failed');
  });

  test('nothing at all, made up or left out', async () => {
    for (const query of ['', '?state=', '?state=x&code=y', '?code=y', '?state=a&state=b&code=y'])
      expect((await openCallback(`${company.redirectUrl}${query}`)).location).toBe(
        '/login#sso_error=sso.expired',
      );
    expect((await openCallback(`${company.redirectUrl}x?state=x&code=y`)).error).toBe('sso.expired');
    expect(codeOf(await finish('made up', 'made up'))).toBe('410 sso.expired');
  });
});

describe('whose browser it is', () => {
  test('a ticket with the verifier of another browser is spent for both', async () => {
    const [mine, theirs] = [await begin(), await begin()];
    const { ticket } = await openCallback(await walk(mine.url, newPerson().login));
    expect(codeOf(await finish(ticket, theirs.verifier))).toBe('410 sso.expired');
    expect(codeOf(await finish(ticket, mine.verifier))).toBe('410 sso.expired');
  });

  test("a code of one company is never shown to another's provider", async () => {
    const hostile = await buildSsoCompany(server, provider);
    // The state of an attempt at the hostile company, slipped into the address of the honest one's provider.
    const trap = new URL((await begin()).url);
    const bait = new URL((await begin(hostile)).url);
    trap.searchParams.set('state', bait.searchParams.get('state') as string);
    const back = await walk(trap.href, newPerson().login);
    provider.requests.length = 0;
    expect((await openCallback(back)).error).toBe('sso.expired');
    // Nor can the answer be carried over by hand.
    const carried = back.replace(company.redirectUrl, hostile.redirectUrl);
    expect((await openCallback(carried)).error).toBe('sso.expired');
    expect(provider.requests).toEqual([]);
  });
});

describe('time', () => {
  const expire = () =>
    server.query("update sso_attempts set expires_at = now() - interval '1 second' where company_id = $1", [
      company.id,
    ]);

  test('ends an attempt before and after the provider answered', async () => {
    const { login } = newPerson();
    const back = await walk((await begin()).url, login);
    await expire();
    expect((await openCallback(back)).error).toBe('sso.expired');
    const { url, verifier } = await begin();
    const { ticket } = await openCallback(await walk(url, login));
    await expire();
    expect(codeOf(await finish(ticket, verifier))).toBe('410 sso.expired');
  });

  test('clears away what nobody came back for', async () => {
    await begin();
    await expire();
    await begin();
    await deleteExpiredAttempts(server.platform.database);
    expect(
      await server.query('select id from sso_attempts where company_id = $1', [company.id]),
    ).toHaveLength(1);
  });
});

describe('a token that lies', () => {
  const past = Math.floor(Date.now() / 1000) - 3_600;
  const lies: [string, Misbehaviour, string][] = [
    ['of its issuer', { idToken: { iss: 'https://elsewhere.example' } }, '"iss"'],
    ['of its audience', { idToken: { aud: 'another-client' } }, '"aud"'],
    ['of the nonce', { idToken: { nonce: 'another' } }, '"nonce"'],
    ['by leaving out the nonce', { idToken: { nonce: undefined } }, '"nonce"'],
    ['by coming late', { idToken: { iat: past - 600, exp: past } }, '"exp"'],
    ['by naming nobody', { idToken: { sub: '' } }, 'expectedSubject'],
    ['by naming another than its userinfo', { idToken: { sub: 'another' } }, '"sub"'],
    ['by its signature', { foreignSignature: true }, 'signature'],
  ];
  test.each(lies)('%s signs nobody in', async (_, lie, reason) => {
    const { login, email } = newPerson();
    const back = await walk((await begin()).url, login);
    provider.misbehave(lie);
    expect((await openCallback(back)).location).toBe('/login#sso_error=sso.failed');
    expect(reasons.at(-1)).toContain(reason);
    expect(await server.query('select id from accounts where email = $1', [email])).toEqual([]);
    expect(await server.query('select id from sso_attempts where company_id = $1', [company.id])).toEqual([]);
  });

  test.each([
    ['another issuer', { issuer: 'https://elsewhere.example' }],
    ['a script for a sign-in page', { authorization_endpoint: 'javascript:alert(1)' }],
    ['keys inside the house', { jwks_uri: 'http://169.254.169.254/keys' }],
  ])('a document that names %s is not followed', async (_, discovery) => {
    provider.misbehave({ discovery });
    const answer = await server.anonymous.call('POST', '/sso/begin', { sign_in_name: company.signInName });
    expect(codeOf(answer)).toBe('422 sso.discovery_failed');
  });

  test('an endpoint inside the house is not asked, although its document names it', async () => {
    const back = await walk((await begin()).url, newPerson().login);
    provider.misbehave({ discovery: { token_endpoint: 'https://127.0.0.1/token' } });
    expect((await openCallback(back)).error).toBe('sso.failed');
  });
});

describe('accounts that exist already', () => {
  test('of the company are found by their address, and keep what they have', async () => {
    const me = (await company.owner.call('GET', '/me')).body;
    const { body } = await signIn(newPerson({ email: me.email.toUpperCase() }).login);
    expect(body.me).toMatchObject({ id: me.id, level: 2, signed_in_with: 'single_sign_on' });
  });

  test('of the company are not handed to whom the provider itself doubts', async () => {
    const { email } = (await company.owner.call('GET', '/me')).body;
    for (const email_verified of [false, 'false'])
      expect(codeOf(await signIn(newPerson({ email, email_verified }).login))).toBe('401 sso.failed');
  });

  test('do not pass to the next person who gets the address', async () => {
    const first = newPerson();
    expect((await signIn(first.login)).status).toBe(201);
    expect(codeOf(await signIn(newPerson({ email: first.email }).login))).toBe('401 sso.failed');
  });

  test('elsewhere are never taken over, nor told of', async () => {
    const stranger = await server.signUp();
    const { id, email } = (await stranger.call('GET', '/me')).body;
    await server.query('update accounts set email_verified_at = now() where id = $1', [id]);
    const answer = await signIn(newPerson({ email }).login);
    expect(codeOf(answer)).toBe('403 sso.account_exists');
    expect(answer.body.token).toBeUndefined();
    expect(codeOf(await signIn(newPerson({ email: 'admin@example.org' }).login))).toBe(
      '403 sso.account_exists',
    );
    expect((await stranger.call('GET', '/me')).body.companies).toHaveLength(1);
  });

  test('that two companies bring about at the same moment become one of them’s', async () => {
    const rival = await buildSsoCompany(server, provider);
    for (let round = 0; round < 5; round++) {
      const { login } = newPerson();
      const answers = await Promise.all([signIn(login), signIn(login, rival)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 403]);
      expect(answers.find(({ status }) => status === 403)?.body.error.code).toBe('sso.account_exists');
    }
  });

  test('made for the password to be changed first need none here', async () => {
    const { email } = newPerson();
    await company.owner.call('POST', '/company/users', { email, username: email.replace('@', ' at ') });
    const { client } = await signIn(newPerson({ email }).login);
    expect((await client.call('GET', '/company')).status).toBe(403);
    expect((await client.call('GET', '/assistants')).status).toBe(200);
  });
});

describe('a company whose provider claims to know its members of other companies', () => {
  test('gets what is its own, and nothing of theirs', async () => {
    const victim = await server.signUp();
    const before = (await victim.call('GET', '/me')).body;
    const base = await buildKnowledgeBase(victim);
    await server.query(
      'insert into memberships (id, company_id, account_id, level) values (gen_random_uuid(), $1, $2, 2)',
      [company.id, before.id],
    );
    const { body, client } = await signIn(newPerson({ email: before.email }).login);
    expect(body.me.companies.map(({ id }: { id: string }) => id)).toEqual([company.id]);
    expect((await client.call('GET', `/knowledge-bases/${base.id}`)).status).toBe(404);
    const refused: [string, string, unknown?][] = [
      ['PUT', '/me/company', { company_id: before.company.id }],
      ['PUT', '/me/password', { current_password: 'correct horse battery', new_password: 'taken over now' }],
      ['POST', '/me/two-factor', { enabled: true, current_password: 'correct horse battery' }],
      ['GET', '/me/sessions'],
      ['DELETE', '/me/sessions'],
      ['GET', '/me/invitations'],
    ];
    for (const [method, path, sent] of refused)
      expect(codeOf(await client.call(method, path, sent)), path).toBe('403 auth.not_with_single_sign_on');
    expect((await victim.call('GET', '/me')).status).toBe(200);
  });

  test('learns of the others by no token of its own either, and leaves the name and picture alone', async () => {
    const victim = await server.signUp();
    const before = (await victim.call('GET', '/me')).body;
    await server.query(
      'insert into memberships (id, company_id, account_id, level) values (gen_random_uuid(), $1, $2, 2)',
      [company.id, before.id],
    );
    const { client } = await signIn(newPerson({ email: before.email }).login);
    const made = await client.call('POST', '/company/api-tokens', { name: 'of mine', scopes: ['chat'] });
    expect(made.status).toBe(201);
    const me = await createApiClient(server.url, made.body.token).call('GET', '/me');
    expect(me.body.companies.map(({ id }: { id: string }) => id)).toEqual([company.id]);
    const changes = [{ username: `taken ${serial}` }, { photo: null }];
    for (const change of changes)
      expect(codeOf(await client.call('PATCH', '/me', change))).toBe('403 auth.not_with_single_sign_on');
    expect((await client.call('PATCH', '/me', { color_scheme: 'dark' })).status).toBe(200);
    expect((await victim.call('GET', '/me')).body.username).toBe(before.username);
    // Whose only company it is may call itself what it likes.
    const own = await signIn(newPerson().login);
    expect((await own.client.call('PATCH', '/me', { username: `own ${serial}` })).status).toBe(200);
    // Also where there is no other company, but a platform whose administrator signs in by that name.
    await server.query('delete from memberships where account_id = $1 and company_id <> $2', [
      before.id,
      company.id,
    ]);
    await server.query('update accounts set is_admin = true where id = $1', [before.id]);
    for (const change of changes)
      expect(codeOf(await client.call('PATCH', '/me', change))).toBe('403 auth.not_with_single_sign_on');
    expect((await client.call('GET', '/admin/companies')).status).toBe(403);
  });

  test('gets no administrator, although the account is one', async () => {
    const admin = await server.addMember(company.owner, 'ADMIN');
    const { email } = (await admin.call('GET', '/me')).body;
    const { body, client } = await signIn(newPerson({ email }).login);
    expect(body.me.level).toBe(2);
    expect(codeOf(await client.call('GET', '/system/status'))).toBe('403 auth.level_too_low');
  });
});

describe('what was switched off meanwhile', () => {
  const change = (settings: Record<string, unknown>) =>
    company.owner.call('PUT', '/company/sso', { ...company.settings, ...settings });
  const disableCompany = () =>
    server.query('update companies set enabled = false where id = $1', [company.id]);

  test('a company', async () => {
    const { url, verifier } = await begin();
    const { ticket } = await openCallback(await walk(url, newPerson().login));
    await disableCompany();
    expect(codeOf(await finish(ticket, verifier))).toBe('403 auth.company_disabled');
    const answer = await server.anonymous.call('POST', '/sso/begin', { sign_in_name: company.signInName });
    expect(codeOf(answer)).toBe('404 sso.not_found');
  });

  test('an account', async () => {
    const { login, email } = newPerson();
    await signIn(login);
    await server.query('update accounts set active = false where email = $1', [email]);
    expect(codeOf(await signIn(login))).toBe('403 auth.account_disabled');
  });

  test('a membership', async () => {
    const { login, email } = newPerson();
    const { client } = await signIn(login);
    await server.query(
      'delete from memberships where account_id = (select id from accounts where email = $1)',
      [email],
    );
    expect(codeOf(await signIn(login))).toBe('403 sso.no_level');
    expect((await client.call('GET', '/me')).status).toBe(401);
  });

  test.each([
    ['disabled', () => change({ enabled: false })],
    ['deleted', () => company.owner.call('DELETE', '/company/sso')],
    ['replaced', () => change({ client_id: 'another' })],
  ])('a provider that is %s: its sessions and attempts end, others do not', async (how, act) => {
    const { login } = newPerson();
    const { client } = await signIn(login);
    const [early, late] = [await begin(), await begin()];
    const back = await walk(early.url, login);
    const { ticket } = await openCallback(await walk(late.url, login));
    expect((await act()).status).toBeLessThan(300);
    expect((await client.call('GET', '/me')).status).toBe(401);
    expect((await company.owner.call('GET', '/me')).status).toBe(200);
    expect((await openCallback(back)).error).toBe('sso.expired');
    expect(codeOf(await finish(ticket, late.verifier))).toBe('410 sso.expired');
    if (how === 'replaced') return;
    const answer = await server.anonymous.call('POST', '/sso/begin', { sign_in_name: company.signInName });
    expect(codeOf(answer)).toBe('404 sso.not_found');
  });

  test('a provider that comes back finds its people again by their address', async () => {
    const { login } = newPerson();
    const first = (await signIn(login)).body.me.id;
    await company.owner.call('DELETE', '/company/sso');
    await change({});
    expect((await signIn(login)).body.me.id).toBe(first);
  });
});

test('an account elsewhere that only claims the address keeps nobody out', async () => {
  const { login, email } = newPerson();
  await server.query(
    `insert into accounts (id, email, username, password_hash) values (gen_random_uuid(), $1, $2, 'x')`,
    [email, `claims ${login}`],
  );
  const { body } = await signIn(login);
  expect(body.me).toMatchObject({ email, email_verified: true });
  // One who proved to own it is another matter.
  const proved = newPerson();
  await server.query(
    `insert into accounts (id, email, username, password_hash, email_verified_at)
     values (gen_random_uuid(), $1, $2, 'x', now())`,
    [proved.email, `owns ${proved.login}`],
  );
  expect(codeOf(await signIn(proved.login))).toBe('403 sso.account_exists');
});

test('an API token made in such a session expires, and ends with the provider', async () => {
  const { body } = await signIn(newPerson().login);
  const person = createApiClient(server.url, body.token);
  await server.query('update memberships set level = 1 where company_id = $1 and account_id = $2', [
    company.id,
    body.me.id,
  ]);
  const make = (name: string, expires_in_days: number | null) =>
    person.call('POST', '/company/api-tokens', { name, scopes: ['knowledge.read'], expires_in_days });
  expect(codeOf(await make('endless', null))).toBe('422 api_token.must_expire');
  const made = await make('bounded', 30);
  expect(made.status).toBe(201);
  const program = createApiClient(server.url, made.body.token);
  expect((await program.call('GET', '/knowledge-bases')).status).toBe(200);
  await company.owner.call('PUT', '/company/sso', { ...company.settings, enabled: false });
  expect((await program.call('GET', '/knowledge-bases')).status).toBe(401);
});
