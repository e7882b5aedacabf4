import { createApiClient, readCode, readOutbox, startTestServer, type TestServer } from '@lectern/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const password = 'correct horse battery';
const other = 'another good password';
let server: TestServer;
let people = 0;

beforeAll(async () => {
  server = await startTestServer({ LECTERN_VERIFY_EMAIL: 'always' });
});
afterAll(() => server.close());

const post = (path: string, body: unknown) => server.anonymous.call('POST', path, body);
const signIn = (login: string, secret = password) => post('/sessions', { login, password: secret });
const answer = (id: string, code: string) => post(`/challenges/${id}/answer`, { code });
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Registered and verified, signed in. */
async function register() {
  const n = ++people;
  const email = `someone${n}@example.net`;
  const { body } = await post('/accounts', { email, username: `someone ${n}`, password });
  const done = await answer(body.challenge.id, await readCode(server, email));
  return { email, client: createApiClient(server.url, done.body.token) };
}

async function switchTwoFactor(person: Awaited<ReturnType<typeof register>>, enabled: boolean) {
  const begun = await person.client.call('POST', '/me/two-factor', { enabled, current_password: password });
  const code = await readCode(server, person.email);
  return person.client.call('PUT', '/me/two-factor', { challenge_id: begun.body.id, code });
}

describe('registering where addresses are verified', () => {
  test('asks for the mailed code before anything else', async () => {
    const account = { email: 'ada@example.net', username: 'Ada', password };
    const { status, body } = await post('/accounts', account);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      outcome: 'code_required',
      challenge: { kind: 'verify_email', sent_to: 'a••@e••••••.net' },
    });
    // Nothing is taken yet, and the right password leads nowhere.
    expect((await signIn('Ada')).status).toBe(401);
    expect(await server.query("select id from accounts where username = 'Ada'")).toEqual([]);
    const second = (await post('/accounts', account)).body.challenge;
    const code = await readCode(server, account.email);
    // Asking again ended the first challenge.
    expect((await answer(body.challenge.id, code)).status).toBe(410);
    expect((await answer(second.id, code)).body).toMatchObject({
      outcome: 'signed_in',
      me: { email: account.email, email_verified: true },
    });
    expect((await signIn('Ada')).body.outcome).toBe('signed_in');
  });

  test('tells nobody that an address is known, but tells its reader', async () => {
    const known = await register();
    const forms = [known.email, 'nobody@example.net'].map((email, n) =>
      post('/accounts', { email, username: `fresh name ${n}`, password }),
    );
    const [taken, free] = await Promise.all(forms);
    expect([taken?.status, taken?.body.outcome]).toEqual([free?.status, free?.body.outcome]);
    expect(Object.keys(taken?.body.challenge)).toEqual(Object.keys(free?.body.challenge));
    const [mail] = await readOutbox(server, known.email);
    expect(mail?.kind).toBe('address_already_registered');
    // No code is right for it.
    expect((await answer(taken?.body.challenge.id, '000000')).body.error.code).toBe('auth.code_wrong');
  });
});

describe('an account that was asked for', () => {
  test('bears another name where its own was taken meanwhile', async () => {
    const ask = async (email: string) =>
      (await post('/accounts', { email, username: 'Wanted', password })).body.challenge.id;
    const [one, two] = [await ask('one.wanted@example.net'), await ask('two.wanted@example.net')];
    const enter = async (id: string, email: string) =>
      (await answer(id, await readCode(server, email))).body.me;
    expect((await enter(one, 'one.wanted@example.net')).username).toBe('Wanted');
    expect((await enter(two, 'two.wanted@example.net')).username).toMatch(/^Wanted [0-9a-f]{6}$/);
  });

  test('is made although somebody claimed the address meanwhile; not where somebody proved to own it', async () => {
    const email = 'raced@example.net';
    const ask = async (username: string) =>
      (await post('/accounts', { email, username, password })).body.challenge;
    const first = await ask('first');
    const code = await readCode(server, email);
    await server.query(
      `insert into accounts (id, email, username, password_hash) values (gen_random_uuid(), $1, 'claims it', 'x')`,
      [email],
    );
    expect((await answer(first.id, code)).body.me).toMatchObject({ email, username: 'first' });
    expect((await signIn(email)).body.me.username).toBe('first');
    await server.query("update accounts set email_verified_at = null where username = 'first'");
    const second = await ask('second');
    const late = await readCode(server, email);
    await server.query("update accounts set email_verified_at = now() where username = 'first'");
    expect((await answer(second.id, late)).body.error.code).toBe('account.email_taken');
  });

  test('does not keep a company from creating the account of whoever owns the address', async () => {
    const email = 'owner@example.net';
    await server.query(
      `insert into accounts (id, email, username, password_hash) values (gen_random_uuid(), $1, 'squatter', 'x')`,
      [email],
    );
    const owner = await register();
    const { id } = (await owner.client.call('GET', '/me')).body.company;
    await server.query("update companies set kind = 'company' where id = $1", [id]);
    await server.query('update memberships set level = 2 where company_id = $1', [id]);
    await server.query('update packages set max_users = null');
    const body = { email, username: 'the owner', level: 0 };
    const made = await owner.client.call('POST', '/company/users', body);
    expect(made.status).toBe(201);
    const again = await owner.client.call('POST', '/company/users', { ...body, username: 'again' });
    expect(again.body.error.code).toBe('account.email_taken');
    // Both claim it: each password leads to its own account.
    const entered = await signIn(email, made.body.generated_password);
    expect(entered.status).toBeLessThan(300);
  });
});

describe('a code', () => {
  test('is single use, also for two that come at once', async () => {
    const person = await register();
    await switchTwoFactor(person, true);
    const { challenge } = (await signIn(person.email)).body;
    const code = await readCode(server, person.email);
    const answers = await Promise.all(Array.from({ length: 6 }, () => answer(challenge.id, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await answer(challenge.id, code)).status).toBe(410);
  });

  test('is bound to its challenge, its kind and its account', async () => {
    const [one, two] = [await register(), await register()];
    await post('/password-resets', { email: one.email });
    const mine = await one.client.call('POST', '/me/two-factor', {
      enabled: true,
      current_password: password,
    });
    const code = await readCode(server, one.email);
    // As a reset, or a sign-in, the code is worth nothing.
    expect((await post(`/password-resets/${mine.body.id}`, { code, new_password: other })).status).toBe(410);
    expect((await answer(mine.body.id, code)).status).toBe(410);
    const stolen = await two.client.call('PUT', '/me/two-factor', { challenge_id: mine.body.id, code });
    expect(stolen.body.error.code).toBe('auth.code_wrong');
    expect((await two.client.call('GET', '/me')).body.two_factor).toBe(false);
  });

  test('ends after ten minutes', async () => {
    const person = await register();
    const { body } = await post('/password-resets', { email: person.email });
    const code = await readCode(server, person.email);
    const left = new Date(body.expires_at).getTime() - Date.now();
    expect(left).toBeGreaterThan(9 * 60_000);
    expect(left).toBeLessThanOrEqual(10 * 60_000);
    await server.query("update challenges set expires_at = now() - interval '1 second' where id = $1", [
      body.id,
    ]);
    expect((await post(`/password-resets/${body.id}`, { code, new_password: other })).status).toBe(410);
  });

  test.each(['known', 'unknown'])(
    'may be guessed five times at an %s address, whatever is asked anew',
    async (which) => {
      const email = which === 'known' ? (await register()).email : 'stranger@example.net';
      const codes: string[] = [];
      for (let n = 0; n < 5; n++) {
        const { body } = await post('/password-resets', { email });
        // Asking for codes is bounded too: the guesses continue at one challenge.
        const { status, body: refused } = await post(`/password-resets/${body.id}`, {
          code: '123456',
          new_password: other,
        });
        codes.push(`${status} ${refused.error?.code}`);
      }
      expect(codes).toEqual(Array(5).fill('422 auth.code_wrong'));
      await server.query(
        'update sign_in_attempts set failures = 0, blocked_until = null where login_hash = $1',
        [await hashOf(`reset_password code mailed to ${email}`)],
      );
      const { body } = await post('/password-resets', { email });
      const last = await post(`/password-resets/${body.id}`, {
        code: which === 'known' ? await readCode(server, email) : '123456',
        new_password: other,
      });
      expect([last.status, last.body.error.code]).toEqual([429, 'auth.too_many_attempts']);
      expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(60);
    },
  );

  test('is mailed five times to one address, then after a wait', async () => {
    const { email } = await register();
    const statuses = [];
    for (let n = 0; n < 6; n++) statuses.push((await post('/password-resets', { email })).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  });

  test('can be asked for again, which ends the first', async () => {
    const person = await register();
    const first = (await post('/password-resets', { email: person.email })).body;
    const code = await readCode(server, person.email);
    const second = await post(`/challenges/${first.id}/resend`, undefined);
    expect(second.status).toBe(201);
    expect((await post(`/password-resets/${first.id}`, { code, new_password: other })).status).toBe(410);
    const fresh = await readCode(server, person.email);
    expect(
      (await post(`/password-resets/${second.body.id}`, { code: fresh, new_password: other })).status,
    ).toBe(204);
  });
});

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text.toLowerCase()));
  return Buffer.from(digest).toString('hex');
}

describe('a forgotten password', () => {
  test('answers alike for known and unknown addresses', async () => {
    const { email } = await register();
    const [known, unknown] = await Promise.all([
      post('/password-resets', { email }),
      post('/password-resets', { email: 'nobody.at.all@example.net' }),
    ]);
    expect(known.status).toBe(unknown.status);
    expect(Object.keys(known.body)).toEqual(Object.keys(unknown.body));
    expect(JSON.stringify(known.body)).not.toContain(await readCode(server, email));
    expect(await readOutbox(server, 'nobody.at.all@example.net')).toEqual([]);
  });

  test('asked for again, the first code ends alike for known and unknown addresses', async () => {
    const { email } = await register();
    const answers = [];
    for (const address of [email, 'not.here.either@example.net']) {
      const first = (await post('/password-resets', { email: address })).body;
      await post('/password-resets', { email: address });
      const tried = await post(`/password-resets/${first.id}`, { code: '000000', new_password: other });
      const resent = await post(`/challenges/${first.id}/resend`, undefined);
      answers.push([tried.body.error.code, resent.body.error.code]);
    }
    expect(answers).toEqual(Array(2).fill(['auth.code_expired', 'auth.code_expired']));
  });

  test('is replaced by code; every session ends and its owner is told', async () => {
    const person = await register();
    const { body } = await post('/password-resets', { email: person.email });
    const code = await readCode(server, person.email);
    const short = await post(`/password-resets/${body.id}`, { code, new_password: '12345678' });
    expect(short.body.error.code).toBe('account.password_too_short');
    expect((await post(`/password-resets/${body.id}`, { code, new_password: other })).status).toBe(204);
    expect((await person.client.call('GET', '/me')).status).toBe(401);
    expect((await signIn(person.email)).status).toBe(401);
    expect((await signIn(person.email, other)).body.outcome).toBe('signed_in');
    const [mail] = await readOutbox(server, person.email);
    expect(mail?.kind).toBe('password_changed');
  });

  test.each([null, '', {}, ['1', '2'], 123_456])('refuses %j as a code', async (code) => {
    const { email } = await register();
    const { body } = await post('/password-resets', { email });
    expect((await post(`/password-resets/${body.id}`, { code, new_password: other })).status).toBe(422);
  });

  test('does not open a disabled account', async () => {
    const person = await register();
    await server.query('update accounts set active = false where email = $1', [person.email]);
    const before = (await readOutbox(server, person.email)).length;
    expect((await post('/password-resets', { email: person.email })).status).toBe(201);
    expect(await readOutbox(server, person.email)).toHaveLength(before);
  });
});

describe('the second factor', () => {
  test('is not held up by strangers who guess at a forgotten password', async () => {
    const person = await register();
    await switchTwoFactor(person, true);
    const { body } = await post('/password-resets', { email: person.email });
    const guess = () => post(`/password-resets/${body.id}`, { code: '000000', new_password: other });
    const guesses = [];
    for (let n = 0; n < 6; n++) guesses.push((await guess()).status);
    expect(guesses.at(-1)).toBe(429);
    const { challenge } = (await signIn(person.email)).body;
    expect((await answer(challenge.id, await readCode(server, person.email))).body.outcome).toBe('signed_in');
  });

  test('takes the password and a mailed code to switch, on and off', async () => {
    const person = await register();
    const guessed = await person.client.call('POST', '/me/two-factor', {
      enabled: true,
      current_password: 'not this one',
    });
    expect(guessed.body.error.code).toBe('account.current_password_wrong');
    expect((await switchTwoFactor(person, true)).body.two_factor).toBe(true);
    const { challenge } = (await signIn(person.email)).body;
    const code = await readCode(server, person.email);
    expect((await answer(challenge.id, wrong(code))).body.error.code).toBe('auth.code_wrong');
    expect((await answer(challenge.id, code)).body.outcome).toBe('signed_in');
    expect((await switchTwoFactor(person, false)).body.two_factor).toBe(false);
    expect((await signIn(person.email)).body.outcome).toBe('signed_in');
  });

  test('required by a company: its people sign in with a code, and an older session ends there', async () => {
    const owner = await register();
    const companyId = (await owner.client.call('GET', '/me')).body.company.id;
    await server.query('update memberships set level = 2 where company_id = $1', [companyId]);
    expect((await owner.client.call('PATCH', '/company', { require_two_factor: true })).status).toBe(200);
    // Registering took a mailed code: this session passed. One by password alone does not.
    expect((await owner.client.call('GET', '/me')).status).toBe(200);
    const { challenge } = (await signIn(owner.email)).body;
    expect(challenge.kind).toBe('sign_in');
    const entered = await answer(challenge.id, await readCode(server, owner.email));
    expect(entered.body.outcome).toBe('signed_in');
    await server.query('update sessions set two_factor_passed = false where company_id = $1', [companyId]);
    const refused = await owner.client.call('GET', '/me');
    expect([refused.status, refused.body.error.code]).toEqual([401, 'auth.two_factor_required']);
  });
});

test('whoever registers by invitation is let in also where the company asks for codes', async () => {
  const owner = await register();
  const { company } = (await owner.client.call('GET', '/me')).body;
  await server.query('update memberships set level = 2 where company_id = $1', [company.id]);
  await owner.client.call('PATCH', '/company', { require_two_factor: true });
  const email = 'invited@example.net';
  expect((await owner.client.call('POST', '/company/invitations', { email })).status).toBe(201);
  const [mail] = await readOutbox(server, email);
  const [token] = /lin_[\w-]{43}/.exec(mail?.text ?? '') ?? [];
  const { body } = await post('/accounts', { email, username: 'invited', password, invitation_token: token });
  const me = await createApiClient(server.url, body.token).call('GET', '/me');
  expect([me.status, me.body.company?.id]).toEqual([200, company.id]);
});

test('codes stand nowhere but in the mail', async () => {
  const person = await register();
  await post('/password-resets', { email: person.email });
  const code = await readCode(server, person.email);
  const rows = await server.query('select * from challenges where email = $1', [person.email]);
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(code);
});
