import { type ApiClient, createApiClient, startTestServer, type TestServer } from '@lectern/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let server: TestServer;
let admin: ApiClient;
let gold: { id: string };

beforeAll(async () => {
  server = await startTestServer();
  admin = server.admin;
  gold = (await admin.call('POST', '/admin/packages', { name: 'Gold', max_users: 3 })).body;
});
afterAll(() => server.close());

let serial = 0;
const newPerson = () => ({ email: `made${++serial}@example.net`, username: `made ${serial}` });

async function buildCompany(fields: Record<string, unknown> = {}) {
  const answer = await admin.call('POST', '/admin/companies', {
    name: `Company ${++serial}`,
    package_id: gold.id,
    email: `owner${serial}@example.net`,
    ...fields,
  });
  return answer.body.company as { id: string; name: string };
}

async function signIn(login: string, password: string) {
  const { status, body } = await server.anonymous.call('POST', '/sessions', { login, password });
  return { status, body, client: createApiClient(server.url, body.token) };
}

/** An administrator besides the first. */
async function addAdministrator() {
  const person = await server.signUp();
  const { id } = (await person.call('GET', '/me')).body;
  expect((await admin.call('PATCH', `/admin/accounts/${id}`, { is_admin: true })).status).toBe(200);
  return { person, id: id as string };
}

const idOf = async (person: ApiClient) => (await person.call('GET', '/me')).body.id as string;
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) =>
  body.error?.code ?? status;

describe('making one', () => {
  test('in a company: a member of that level, with a password that is told once and must be changed', async () => {
    const company = await buildCompany();
    const person = newPerson();
    const { status, body } = await admin.call('POST', '/admin/accounts', {
      ...person,
      company_id: company.id,
      level: 1,
    });
    expect(status).toBe(201);
    expect(body.account).toMatchObject({
      ...person,
      is_admin: false,
      active: true,
      email_verified: false,
      must_change_password: true,
      companies: [{ id: company.id, name: company.name, kind: 'company', level: 1 }],
      last_seen_at: null,
    });
    const [mail] = await server.query('select text from mails where "to" = $1', [person.email]);
    expect(mail?.text).toContain(body.generated_password);
    const { body: session, client } = await signIn(person.username, body.generated_password);
    expect(session.me).toMatchObject({ level: 1, must_change_password: true });
    expect(codeOf(await client.call('GET', '/assistants'))).toBe('auth.password_change_required');
    expect(JSON.stringify(await server.query('select * from audit_log'))).not.toContain(
      body.generated_password,
    );
  });

  test('with a company of its own, on the package for sign-ups', async () => {
    const person = newPerson();
    const { body } = await admin.call('POST', '/admin/accounts', { ...person, level: 2 });
    expect(body.account.companies).toMatchObject([{ name: person.username, kind: 'personal', level: 2 }]);
  });

  test('not beyond the places of the company, also when all are asked for at once', async () => {
    const company = await buildCompany();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        admin.call('POST', '/admin/accounts', { ...newPerson(), company_id: company.id }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(answers.filter((answer) => codeOf(answer) === 'quota.users_reached')).toHaveLength(18);
    expect((await admin.call('GET', `/admin/companies/${company.id}`)).body.users).toBe(3);
  });

  test('not where e-mail or username are taken, the company is disabled, gone or unknown', async () => {
    const company = await buildCompany();
    const attempt = (fields: Record<string, unknown>) =>
      admin.call('POST', '/admin/accounts', { ...newPerson(), company_id: company.id, ...fields });
    expect(codeOf(await attempt({ email: 'ADMIN@example.org' }))).toBe('account.email_taken');
    expect(codeOf(await attempt({ username: 'Admin' }))).toBe('account.username_taken');
    expect(codeOf(await attempt({ company_id: crypto.randomUUID() }))).toBe('company.not_found');
    await admin.call('POST', `/admin/companies/${company.id}/disable`);
    expect(codeOf(await attempt({}))).toBe('company.must_be_enabled');
    await admin.call('DELETE', `/admin/companies/${company.id}`, { name: company.name });
    expect(codeOf(await attempt({}))).toBe('company.not_found');
  });

  test.each([
    [{ level: 3 }],
    [{ level: -1 }],
    [{ is_admin: true }],
    [{ password: 'my own choice' }],
    [{ email: 'x' }],
    [{ username: '' }],
    [{ username: 'x'.repeat(65) }],
    [{ company_id: 'x' }],
    [{ language: 'xx' }],
  ])('%j is refused', async (fields) => {
    const answer = await admin.call('POST', '/admin/accounts', { ...newPerson(), ...fields });
    expect(codeOf(answer)).toBe('request.invalid');
  });

  test('of fifty that make one person at once, one does', async () => {
    const person = newPerson();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => admin.call('POST', '/admin/accounts', person)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter((answer) => codeOf(answer) === 'account.email_taken')).toHaveLength(49);
    expect(await server.query('select 1 from companies where name = $1', [person.username])).toHaveLength(1);
    expect(await server.query('select 1 from mails where "to" = $1', [person.email])).toHaveLength(1);
  });
});

test('the list tells companies, last use and state, and is searched, filtered and paged', async () => {
  const person = await server.signUp('Zoë 100%');
  const { id, email } = (await person.call('GET', '/me')).body;
  const company = await buildCompany({ email });
  const { body } = await admin.call('GET', '/admin/accounts?search=zo%C3%AB%20100%25');
  expect(body.total).toBe(1);
  expect(body.items[0]).toMatchObject({
    id,
    companies: [
      { name: 'Zoë 100%', kind: 'personal' },
      { id: company.id, level: 2 },
    ],
  });
  expect(Date.parse(body.items[0].last_seen_at)).toBeGreaterThan(Date.now() - 600_000);
  const list = async (query: string) => (await admin.call('GET', `/admin/accounts?${query}`)).body;
  expect((await list(`search=${email}`)).items[0].id).toBe(id);
  expect((await list(`company_id=${company.id}`)).items).toMatchObject([{ id }]);
  expect(await list(`company_id=${crypto.randomUUID()}`)).toEqual({ items: [], total: 0 });
  expect((await list('is_admin=true')).items).toMatchObject([{ email: 'admin@example.org' }]);
  expect((await list('active=false')).total).toBe(0);
  const { total } = await list('');
  expect((await list(`page_size=1&page=${total}`)).items).toHaveLength(1);
  expect((await list(`page_size=1&page=${total + 1}`)).items).toHaveLength(0);
});

describe('switching one off and on', () => {
  test('ends what it has open at once, and keeps it out', async () => {
    const person = await server.signUp();
    const { id, email } = (await person.call('GET', '/me')).body;
    const off = await admin.call('PATCH', `/admin/accounts/${id}`, { active: false });
    expect(off.body.active).toBe(false);
    expect(codeOf(await person.call('GET', '/me'))).toBe('auth.session_expired');
    expect(codeOf(await signIn(email, 'correct horse battery'))).toBe('auth.account_disabled');
    await admin.call('PATCH', `/admin/accounts/${id}`, { active: true });
    // A session that was ended stays ended.
    expect(codeOf(await person.call('GET', '/me'))).toBe('auth.session_expired');
    expect((await signIn(email, 'correct horse battery')).status).toBe(201);
  });

  test("ends an administrator's acting as a company, and its rights", async () => {
    const { person, id } = await addAdministrator();
    const company = await buildCompany();
    const { body } = await person.call('POST', `/admin/companies/${company.id}/impersonation`, {
      name: company.name,
    });
    const acting = createApiClient(server.url, body.token);
    expect((await acting.call('GET', '/me')).status).toBe(200);
    await admin.call('PATCH', `/admin/accounts/${id}`, { is_admin: false });
    expect(codeOf(await acting.call('GET', '/me'))).toBe('auth.session_expired');
    expect(codeOf(await person.call('GET', '/admin/accounts'))).toBe('auth.session_expired');
  });

  test('never of oneself', async () => {
    const own = await idOf(admin);
    for (const body of [{ active: false }, { is_admin: false }, { active: true }, {}])
      expect(codeOf(await admin.call('PATCH', `/admin/accounts/${own}`, body))).toBe('account.own');
  });

  test('of administrators who take it from each other at once, one stays', async () => {
    for (const loss of [{ is_admin: false }, { active: false }]) {
      const others = [await addAdministrator(), await addAdministrator(), await addAdministrator()];
      const answers = await Promise.all(
        others.flatMap(({ person }, n) =>
          others
            .filter((_, other) => other !== n)
            .map(({ id }) => person.call('PATCH', `/admin/accounts/${id}`, loss)),
        ),
      );
      expect(answers.every(({ status }) => status < 500)).toBe(true);
      const ids = others.map(({ id }) => id);
      const left = await server.query('select id from accounts where id = any($1) and is_admin and active', [
        ids,
      ]);
      expect(left).toHaveLength(1);
      await server.query('update accounts set is_admin = false where id = any($1)', [ids]);
    }
  });

  test('changes nothing but the two switches', async () => {
    const id = await idOf(await server.signUp());
    for (const body of [{ email: 'a@b.ch' }, { must_change_password: false }, { active: 'no' }, { level: 2 }])
      expect(codeOf(await admin.call('PATCH', `/admin/accounts/${id}`, body))).toBe('request.invalid');
  });
});

test('the models of an account, company by company, without their keys', async () => {
  const person = await server.signUp();
  const { id, email, company: personal } = (await person.call('GET', '/me')).body;
  const company = await buildCompany({ email });
  const foreign = await buildCompany();
  for (const [owner, name] of [
    [company.id, 'of the company'],
    [foreign.id, 'of another'],
  ])
    await server.query(
      `insert into models (id, company_id, provider_id, model_name, name, type, base_url, sealed_key, key_ending)
       values (gen_random_uuid(), $1, 'openai-compatible', 'm', $2, 'chat', 'http://127.0.0.1:1/v1', 'sealed', 'wxyz')`,
      [owner, name],
    );
  const { status, body } = await admin.call('GET', `/admin/accounts/${id}/models`);
  expect(status).toBe(200);
  expect(body.companies.map((item: { id: string }) => item.id)).toEqual([personal.id, company.id]);
  const names = body.companies.map(({ models }: { models: { name: string }[] }) =>
    models.map(({ name }) => name),
  );
  expect(names[0]).not.toContain('of the company');
  expect(names[1]).toContain('of the company');
  expect(JSON.stringify(body)).not.toMatch(/of another|sealed|wxyz/);
});

describe('promotion', () => {
  async function promote(person: ApiClient, fields: Record<string, unknown> = {}) {
    const { email } = (await person.call('GET', '/me')).body;
    return admin.call('POST', '/admin/promotions', {
      email,
      company_name: `Promoted ${++serial}`,
      package_id: gold.id,
      ...fields,
    });
  }

  test('makes a real company of the personal one, with all that is in it, and the account runs it', async () => {
    const person = await server.signUp();
    const { company: personal, level } = (await person.call('GET', '/me')).body;
    expect(level).toBe(1);
    await person.call('POST', '/knowledge-bases', { name: 'Kept' });
    const { status, body } = await promote(person, { company_name: 'Real Company' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: personal.id,
      name: 'Real Company',
      kind: 'company',
      package: { id: gold.id },
      users: 1,
    });
    // The very next call of a session that is open has the new level.
    const me = (await person.call('GET', '/me')).body;
    expect(me).toMatchObject({ level: 2, company: { name: 'Real Company', kind: 'company' } });
    expect((await person.call('GET', '/company/members')).status).toBe(200);
    expect((await person.call('GET', '/knowledge-bases')).body.items).toMatchObject([{ name: 'Kept' }]);
    expect(codeOf(await promote(person))).toBe('account.no_personal_company');
  });

  test('of fifty promotions of one account at once, one counts', async () => {
    const person = await server.signUp();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => promote(person, { company_name: `Rush ${n}` })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => codeOf(answer) === 'account.no_personal_company')).toHaveLength(49);
  });

  test('of many that want one name at once, one gets it', async () => {
    const people = [];
    for (let n = 0; n < 10; n++) people.push(await server.signUp());
    const answers = await Promise.all(people.map((person) => promote(person, { company_name: 'One name' })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => codeOf(answer) === 'company.name_taken')).toHaveLength(9);
  });

  test('not for an unknown address, a package that is off or unknown, or a company that is disabled', async () => {
    const person = await server.signUp();
    const { company, email } = (await person.call('GET', '/me')).body;
    const off = (await admin.call('POST', '/admin/packages', { name: 'Off' })).body;
    await admin.call('POST', `/admin/packages/${off.id}/disable`);
    expect(codeOf(await promote(person, { email: 'nobody@example.net' }))).toBe('account.not_found');
    expect(codeOf(await promote(person, { package_id: off.id }))).toBe('package.must_be_enabled');
    expect(codeOf(await promote(person, { package_id: crypto.randomUUID() }))).toBe('package.not_found');
    await admin.call('POST', `/admin/companies/${company.id}/disable`);
    const locked = { email, company_name: `Locked ${++serial}`, package_id: gold.id };
    expect(codeOf(await admin.call('POST', '/admin/promotions', locked))).toBe('company.must_be_enabled');
  });

  test("never somebody else's personal company, where the account is a guest", async () => {
    const [host, guest] = [await server.signUp(), newPerson()];
    const { company } = (await host.call('GET', '/me')).body;
    await admin.call('POST', '/admin/accounts', { ...guest, company_id: company.id, level: 1 });
    const answer = await admin.call('POST', '/admin/promotions', {
      email: guest.email,
      company_name: 'Taken over',
      package_id: gold.id,
    });
    expect(codeOf(answer)).toBe('account.no_personal_company');
  });
});

test('nobody below the administrator comes near, and unknown ids are not there', async () => {
  const owner = await server.addMember(await server.signUp(), 'COMPANY');
  const id = await idOf(owner);
  const calls: [string, string, unknown?][] = [
    ['GET', '/admin/accounts'],
    ['POST', '/admin/accounts', newPerson()],
    ['PATCH', `/admin/accounts/${id}`, { is_admin: true }],
    ['GET', `/admin/accounts/${id}/models`],
    ['POST', '/admin/promotions', { email: 'a@example.net', company_name: 'x', package_id: gold.id }],
  ];
  for (const [method, path, body] of calls) {
    expect(codeOf(await owner.call(method, path, body))).toBe('auth.level_too_low');
    expect(codeOf(await server.anonymous.call(method, path, body))).toBe('auth.required');
    if (!path.includes(id)) continue;
    const unknown = path.replace(id, crypto.randomUUID());
    expect(codeOf(await admin.call(method, unknown, body))).toBe('account.not_found');
  }
});
